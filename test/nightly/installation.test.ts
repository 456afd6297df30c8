/** The packages of a production installation are enough to open the store and to scan, with no install script run. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { Scan } from '../../src/schema/scan.ts';
import { tinyLegit } from '../fixtures/sites/tiny-legit.ts';
import { serveSite } from '../support/site-server.ts';

const run = promisify(execFile);
const INSTALL_TIMEOUT_MS = 150_000;

describe('an installation for production without install scripts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'legible-installed-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('opens its store and scans a site', async (t) => {
    for (const part of ['package.json', 'package-lock.json', 'tsconfig.json', 'src', 'docs', 'scripts']) {
      cpSync(part, join(folder, part), { recursive: true });
    }
    const options = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
    try {
      await run('npm', ['ci', ...options], { cwd: folder, timeout: INSTALL_TIMEOUT_MS });
    } catch (error) {
      // Without the registry there is nothing to install; a lock file that npm refuses is a failure.
      if (!/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT/.test(String(error))) throw error;
      return t.skip('npm could not reach its registry');
    }
    const { PATH = '' } = process.env;
    const legible = async (...words: readonly string[]) => {
      const env = { PATH, HOME: folder, DATA_DIR: join(folder, 'data') };
      return (await run(process.execPath, ['scripts/start.mjs', 'cli', ...words], { cwd: folder, env })).stdout;
    };
    const site = await serveSite(tinyLegit);
    try {
      await legible('account', 'create', '--email', 'a@test.example', '--plan', 'team');
      assert.match(await legible('key', 'create', '--email', 'a@test.example', '--name', 'a'), /^svc_live_/m);
      const scan = await legible('scan', `${site.origin}/`, '--allow-private', '--pages', '2', '--format', 'json');
      assert.equal(Scan.parse(JSON.parse(scan)).status, 'completed');
    } finally {
      await site.close();
    }
  });
});
