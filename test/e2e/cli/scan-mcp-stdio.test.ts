/** `legible scan-mcp -- <command>`: a server over stdio. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { CheckResult } from '../../../src/schema/scan.ts';
import { legibleUnder } from '../../support/service-process.ts';

const SERVER = resolve(import.meta.dirname, '../../fixtures/mcp-servers/stdio-server.mjs');
const scan = (options: readonly string[], ...command: string[]) =>
  legibleUnder({ OWN_TOKEN: 'own', SECRET_TOKEN: 'secret' }, 'scan-mcp', ...options, '--', ...command);

describe('legible scan-mcp of a server over stdio', { concurrency: 2 }, () => {
  it('grades it as a hosted one; checks of HTTP do not apply', async () => {
    const { code, stdout, stderr } = await scan(['--format', 'json'], process.execPath, SERVER);
    assert.equal(code, 0, stderr);
    const { endpoint, toolCount, serverName, checks, ...rest } = JSON.parse(stdout);
    assert.deepEqual([toolCount, serverName], [1, 'harbour']);
    assert.match(endpoint, /stdio-server\.mjs$/);
    assert.ok(!('id' in rest) && !('shareToken' in rest));
    const results = CheckResult.array().parse(checks);
    const unscored = results.filter(({ details }) => details.notApplicable === true).map(({ checkId }) => checkId);
    for (const id of ['M4', 'M5', 'M6']) assert.ok(unscored.includes(id), id);
    const wire = results.find(({ checkId }) => checkId === 'M3');
    assert.equal(wire?.status, 'warn');
    assert.match(wire.message, /no JSON-RPC message comes before/);
    assert.equal(results.find(({ checkId }) => checkId === 'M25')?.status, 'pass');
  });

  it('caps one that attacks, and ends with 1 below --fail-under', async () => {
    const { code, stdout } = await scan(['--fail-under', '50'], process.execPath, SERVER, 'poisoned');
    assert.equal(code, 1);
    assert.match(stdout, /MCP score 49\/100/);
  });

  it('is held against a lock, which keeps other servers; what changed is 1', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'legible-lock-'));
    const lock = join(folder, 'lock.json');
    try {
      await writeFile(lock, JSON.stringify({ lockVersion: 1, servers: { other: {} } }));
      const locking = await scan(['--lock', lock], process.execPath, SERVER);
      assert.equal(locking.code, 0, locking.stderr);
      const written = JSON.parse(await readFile(lock, 'utf8'));
      assert.deepEqual(Object.keys(written.servers), ['other', 'node stdio-server.mjs']);
      assert.match(
        locking.stdout,
        /In CI: legible scan-mcp --locked \S+lock\.json --fail-under 70 -- .*stdio-server\.mjs/,
      );

      const same = await scan(['--locked', lock], process.execPath, SERVER);
      assert.deepEqual([same.code, /Nothing is different from the lock/.test(same.stdout)], [0, true], same.stderr);

      const { servers } = written;
      servers['node stdio-server.mjs']['tool list_tides'].parts.description.hash = '0'.repeat(64);
      servers['node stdio-server.mjs']['tool list_tides'].parts.description.value = 'Something else.';
      await writeFile(lock, JSON.stringify(written));
      const changed = await scan(['--locked', lock], process.execPath, SERVER);
      assert.equal(changed.code, 1);
      assert.match(changed.stdout, /tool list_tides has changed[\s\S]+- Something else\.[\s\S]+\+ Lists the tides/);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('is reported as one HTML file with its tokens as bars, and as a badge', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'legible-badge-'));
    try {
      const svg = join(folder, 'badge.svg');
      const options = ['--format', 'html', '--call', '--badge', svg];
      const { code, stdout, stderr } = await scan(
        options,
        process.execPath,
        SERVER,
        '--token=sk-SEKRIT0123456789abcdef',
      );
      assert.equal(code, 0, stderr);
      assert.match(stdout, /<h1>MCP servers<\/h1>/);
      assert.match(stdout, /<svg [^>]+aria-label="Tokens by tool"[\s\S]+list_tides[\s\S]+<rect /);
      assert.match(stdout, /legible scan-mcp --locked --fail-under 70/);
      assert.ok(!stdout.includes('SEKRIT') && !/<script|https?:\/\/[^"]+\.css/.test(stdout));
      assert.match(await readFile(svg, 'utf8'), /^<svg .*MCP server: \d+ \/ 100 on 20/);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('gives the process no variable that was not named', async () => {
    const said = async (...options: string[]) =>
      (await scan(['--format', 'json', ...options], process.execPath, '-e', TELLS)).stdout;
    assert.match(await said(), /"serverName": "PATH"/);
    assert.match(await said('--env', 'OWN_TOKEN'), /"serverName": "PATH OWN_TOKEN"/);
  });

  it('one that ends at once: the error quotes what it wrote, without secrets', async () => {
    const script = `console.error('\\u001b[31mno account for ' + process.argv[1]); process.exit(3)`;
    const { code, stdout, stderr } = await scan([], process.execPath, '-e', script, '--', '--token=SEKRIT77');
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /exit code 3\. It wrote last:\n {2}no account for --token=\*\*\*\n/);
    assert.ok(!stderr.includes('SEKRIT77'));
  });

  it('what cannot be started, ends at once or is not set: 2', async () => {
    for (const command of [
      ['no-such-program-anywhere'],
      [process.execPath, '-e', '0'],
      [process.execPath, '-e', CLOSES_STDIN],
    ]) {
      const { code, stdout, stderr } = await scan([], ...command);
      assert.deepEqual([code, stdout], [2, ''], stderr);
    }
    const unset = await scan(['--env', 'NOT_SET_ANYWHERE'], process.execPath, SERVER);
    assert.equal(unset.code, 64);
    assert.match(unset.stderr, /NOT_SET_ANYWHERE/);
  });

  it('leaves no process behind', async () => {
    const { stdout } = await scan(['--format', 'json'], process.execPath, '-e', TELLS.replace('}.NAMES', '}.PID'));
    const pid = Number(JSON.parse(stdout).serverName);
    assert.ok(pid > 0);
    assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
  });
});

/** Reads nothing of what it is sent, and ends a moment later. */
const CLOSES_STDIN = 'process.stdin.destroy(); require("node:fs").closeSync(0); setTimeout(() => {}, 300)';

/** Says the variables it was given as its name, or its process id. */
const TELLS = `
const names = ['PATH', 'OWN_TOKEN', 'SECRET_TOKEN'].filter((name) => name in process.env).join(' ');
const name = { NAMES: names, PID: String(process.pid) }.NAMES;
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  const result = method === 'initialize' ? { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name, version: '1' } } : undefined;
  const error = result === undefined ? { code: -32601, message: 'no' } : undefined;
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result, error }));
});
setInterval(() => undefined, 60000);
`;
