/** What users install is enough to open the store and to scan, with no install script run; the package is small. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { lockedPackages } from '../../scripts/licences.ts';
import { Scan } from '../../src/schema/scan.ts';
import { tinyLegit } from '../fixtures/sites/tiny-legit.ts';
import { packPackage, whileNobodyPacks } from '../support/packed-package.ts';
import { serveSite } from '../support/site-server.ts';

const run = promisify(execFile);
const INSTALL_TIMEOUT_MS = 150_000;
const MAX_PACKAGE_MB = 40;
const MAX_PACKAGES = 20;

const isOffline = (error: unknown): boolean => /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT/.test(String(error));

describe('the package, installed without install scripts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'legible-package-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it(`takes at most ${MAX_PACKAGE_MB} MB, brings few packages, and scans a site`, async (t) => {
    const packed = await packPackage();
    const site = await serveSite(tinyLegit);
    try {
      writeFileSync(join(folder, 'package.json'), '{"private":true}');
      const options = ['--ignore-scripts', '--no-audit', '--no-fund'];
      try {
        await run('npm', ['install', ...options, packed.tarball], { cwd: folder, timeout: INSTALL_TIMEOUT_MS });
      } catch (error) {
        if (!isOffline(error)) throw error;
        return t.skip('npm could not reach its registry');
      }
      const files = readdirSync(join(folder, 'node_modules'), { recursive: true, withFileTypes: true });
      const bytes = files
        .filter((entry) => entry.isFile())
        .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
      assert.ok(bytes <= MAX_PACKAGE_MB * 1024 * 1024, `${bytes} bytes`);
      const installed = readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8');
      assert.ok(lockedPackages(installed).size <= MAX_PACKAGES, installed);

      const { PATH = '' } = process.env;
      const env = { PATH, HOME: folder, DATA_DIR: join(folder, 'data') };
      const words = ['scan', `${site.origin}/`, '--allow-private', '--pages', '2', '--format', 'json'];
      const { stdout } = await run(join(folder, 'node_modules/.bin/legible'), words, { cwd: folder, env });
      assert.equal(Scan.parse(JSON.parse(stdout)).status, 'completed');
      const licences = readFileSync(join(folder, 'node_modules/legible/dist/LICENCES.txt'), 'utf8');
      for (const bundled of ['h3 ', 'jsdom ', 'bullmq ', 'parse5 '])
        assert.match(licences, new RegExp(`^${bundled}\\d`, 'm'));
    } finally {
      await Promise.all([packed.remove(), site.close()]);
    }
  });
});

describe('an installation for production without install scripts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'legible-installed-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('opens its store and scans a site', async (t) => {
    await whileNobodyPacks(async () => {
      for (const part of ['package.json', 'package-lock.json', 'tsconfig.json', 'src', 'docs', 'scripts'])
        cpSync(part, join(folder, part), { recursive: true });
    });
    const options = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
    try {
      await run('npm', ['ci', ...options], { cwd: folder, timeout: INSTALL_TIMEOUT_MS });
    } catch (error) {
      // Without the registry there is nothing to install; a lock file that npm refuses is a failure.
      if (!isOffline(error)) throw error;
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
