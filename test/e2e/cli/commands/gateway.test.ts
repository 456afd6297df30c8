/** `legible gateway` as a command: it answers for a site, ends in order, and refuses wrong options. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { programOf } from '../../../support/program.ts';
import { legibleUnder } from '../../../support/service-process.ts';

it('answers Markdown and llms.txt for a site, and ends with 0 at SIGTERM', async () => {
  const site = createServer((incoming, response) => {
    const isHome = incoming.url === '/';
    response.writeHead(isHome ? 200 : 404, { 'content-type': 'text/html' });
    response.end(isHome ? '<main><h1>Ferry</h1><p>It leaves at nine.</p></main>' : 'none');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  // A TCP server has such an address.
  const target = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const [program, ...parameters] = programOf('src/cli.ts');
  const options = ['--target', target, '--port', '0', '--origin', 'https://www.example.com'];
  const child = spawn(program, [...parameters, 'gateway', ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    const early = once(child, 'exit').then(async ([code]) =>
      assert.fail(`it ended with ${code}: ${await text(child.stderr)}`),
    );
    // It ends later, when nothing waits for that any more.
    early.catch(() => {});
    const [line] = await Promise.race([once(child.stdout, 'data'), early]);
    const url = /^(http:\S+) answers for /.exec(String(line))?.[1] ?? '';
    const answer = await fetch(url, { headers: { accept: 'text/markdown' } });
    assert.equal(await answer.text(), '# Ferry\n\nIt leaves at nine.\n');
    const index = await (await fetch(`${url}/llms.txt`)).text();
    assert.ok(index.includes('- [Ferry](https://www.example.com/index.md)'), index);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
  } finally {
    child.kill('SIGKILL');
    site.closeAllConnections();
    site.close();
  }
});

it('wrong options end it with 64', async () => {
  for (const [option, value] of [
    ['--target', 'http://127.0.0.1:1/path'],
    ['--target', 'ftp://127.0.0.1'],
    ['--origin', 'www.example.com'],
    ['--port', '70000'],
  ] as const) {
    const others = option === '--target' ? [] : ['--target', 'http://127.0.0.1:1'];
    const { code, stderr } = await legibleUnder({}, 'gateway', option, value, ...others);
    assert.equal(code, 64, stderr);
    assert.ok(stderr.includes(option), stderr);
  }
});
