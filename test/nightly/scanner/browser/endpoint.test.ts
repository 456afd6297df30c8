/** A browser that runs elsewhere (`BROWSER=ws://...`): it is used and left as it was. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { ferrySite } from '../../../fixtures/sites/ferry.ts';
import { browserMissing, CHROMIUM } from '../../../support/browser.ts';
import { pagesOf, passOver } from '../../../support/browser-pass.ts';
import { type SiteServer, serveSite } from '../../../support/site-server.ts';

const MAX_GROWTH = 250 * 1024 * 1024;
const FLOOD = `<!doctype html><title>F</title><h1>Boats</h1><p>Six boats a day cross the sound.</p><script>
new Worker(URL.createObjectURL(new Blob(["setInterval(() => console.log('x'.repeat(2e7)), 10)"])))</script>`;

describe('a browser at an address', { skip: browserMissing }, () => {
  let folder: string;
  let browser: ChildProcess;
  let endpoint: string;
  let server: SiteServer;
  const { TMPDIR: outerFolder } = process.env;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'legible-test-'));
    const profile = join(folder, 'profile');
    const args = ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0'];
    // In a group of its own: Debian's command is a script that starts the browser.
    browser = spawn(CHROMIUM, [...args, `--user-data-dir=${profile}`], {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    endpoint = await addressOf(browser);
    process.env.TMPDIR = await mkdtemp(join(folder, 'temporary-'));
    server = await serveSite({ pages: { ...ferrySite.pages, '/flood': { body: FLOOD } } });
  });
  after(async () => {
    if (outerFolder === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = outerFolder;
    await server.close();
    process.kill(-(browser.pid ?? assert.fail()), 'SIGKILL');
    await once(browser, 'exit');
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const openPages = async (): Promise<number> => {
    const answer = await fetch(`http://${new URL(endpoint).host}/json/list`);
    return ((await answer.json()) as unknown[]).length;
  };

  it('looks at pages, and keeps neither a page, nor a profile, nor a folder of the pass', async () => {
    const had = await openPages();
    const artifact = await passOver(server, { paths: ['/', '/contact'], word: 'osprey', endpoint });
    const [first, contact] = pagesOf(artifact);
    assert.deepEqual([first?.outcome, contact?.outcome], ['read', 'read']);
    assert.match(first?.text.example ?? '', /From November to March/);
    assert.equal(contact?.forms[0]?.filled, 1);
    assert.ok((first?.picture?.length ?? 0) > 1000);
    assert.equal(await openPages(), had);
    assert.deepEqual(await readdir(process.env.TMPDIR ?? ''), []);
    assert.equal(browser.exitCode, null, 'it goes on');
  });

  it('does not fill this process with what a page writes', async () => {
    const had = process.memoryUsage().rss;
    let grown = 0;
    const timer = setInterval(() => {
      grown = Math.max(grown, process.memoryUsage().rss - had);
    }, 50);
    const [flood, next] = pagesOf(await passOver(server, { paths: ['/flood', '/'], endpoint }));
    clearInterval(timer);
    assert.equal(flood?.outcome, 'read');
    assert.equal(next?.outcome, 'read');
    assert.ok(grown < MAX_GROWTH, `${grown / 1024 / 1024} MB`);
  });

  it('that does not answer is none', async () => {
    const artifact = await passOver(server, { paths: ['/'], endpoint: 'ws://127.0.0.1:9/devtools/browser/none' });
    assert.deepEqual(artifact, { there: false, why: 'not-started' });
    assert.deepEqual(await readdir(process.env.TMPDIR ?? ''), []);
  });
});

async function addressOf({ stderr }: ChildProcess): Promise<string> {
  assert.ok(stderr !== null);
  for await (const line of createInterface({ input: stderr })) {
    const found = /^DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (found !== undefined) return found;
  }
  return assert.fail('the browser names no address');
}
