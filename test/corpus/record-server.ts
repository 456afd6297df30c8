/** Records what a server renders: starts it, asks for every URL of its sitemap, and stops it. */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const START_MS = 30_000;

/** Resolves to the folder with the answers, in the shape of a static host: `about.html`, `404.html`. */
export async function recordServer(folder: string, program: string, parameters: readonly string[]): Promise<string> {
  const port = await freePort();
  const server = spawn(program, [...parameters, '--port', String(port)], { cwd: folder, stdio: 'inherit' });
  try {
    const origin = `http://127.0.0.1:${port}`;
    await answers(origin);
    const output = join(folder, 'recorded');
    const save = async (path: string, file: string): Promise<string> => {
      const text = await (await fetch(origin + path)).text();
      mkdirSync(dirname(join(output, file)), { recursive: true });
      writeFileSync(join(output, file), text);
      return text;
    };
    const sitemap = await save('/sitemap.xml', 'sitemap.xml');
    await save('/robots.txt', 'robots.txt');
    await save('/no-such-page', '404.html');
    for (const [, loc = ''] of sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)) {
      const { pathname } = new URL(loc);
      await save(pathname, pathname === '/' ? 'index.html' : `${pathname.slice(1)}.html`);
    }
    return output;
  } finally {
    server.kill();
  }
}

async function answers(origin: string): Promise<void> {
  const until = Date.now() + START_MS;
  while (Date.now() < until) {
    const ok = await fetch(origin).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) return;
    await delay(200);
  }
  throw new Error(`The server did not answer within ${START_MS / 1000} s.`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('A TCP server has an address and a port.');
  return address.port;
}
