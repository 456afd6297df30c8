/** What others wrote and we run: where it comes from, under which licence, and that nothing of it runs at installation. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { type LockedPackage, lockedPackages, packageName } from '../scripts/licences.ts';
import { Scan } from '../src/schema/scan.ts';
import { tinyLegit } from './fixtures/sites/tiny-legit.ts';
import { nodeSatisfies } from './support/node-range.ts';
import { serveSite } from './support/site-server.ts';

const run = promisify(execFile);
const packages = lockedPackages(readFileSync('package-lock.json', 'utf8'));
const production = [...packages].filter(([, { dev }]) => !dev);
const LEAST_NODE = '20.19.0';
const INSTALL_TIMEOUT_MS = 150_000;

/** Permissive, or weak copyleft by file for what is used as it comes (MPL-2.0: axe-core). */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
]);
/** Their install scripts build what a package for each usual platform brings ready; shown below by doing without. */
const WITH_INSTALL_SCRIPTS = ['esbuild', 'lmdb', 'msgpackr-extract'];

const isForeign = ({ optional, os = [], cpu = [] }: LockedPackage) => optional === true && os.length + cpu.length > 0;

describe('the lock file', () => {
  for (const [path, { integrity, resolved }] of packages) {
    const locked = packages.get(path);
    if (integrity === undefined && locked !== undefined && isForeign(locked)) {
      it(`${path}, without a hash, is of another platform than those a release is tested on`, () => {
        assert.ok(
          !(locked.os ?? []).includes('linux') || !(locked.cpu ?? []).includes('x64') || path.endsWith('-musl'),
        );
      });
    } else {
      it(`${path} has a hash, and names no place to come from but the registry`, () => {
        assert.match(integrity ?? '', /^sha512-[A-Za-z0-9+/]{86}==$/);
        // What npm leaves out with omit-lockfile-registry-resolved; a tarball or a repository of its own it would name.
        assert.equal(resolved, undefined);
      });
    }
  }
});

describe('packages in production', () => {
  for (const [path, { license = '' }] of production) {
    it(`${packageName(path)} is under an allowed licence`, () => assert.ok(ALLOWED.has(license), license));
  }
  it('have no install scripts but those that are not needed', () => {
    const names = production.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => packageName(path));
    assert.deepEqual([...new Set(names)].sort(), WITH_INSTALL_SCRIPTS);
  });
});

describe(`on Node ${LEAST_NODE}`, () => {
  it('is the least that package.json asks for', () => {
    assert.equal(JSON.parse(readFileSync('package.json', 'utf8')).engines.node, '>=20.19');
  });
  for (const [path, { engines }] of packages) {
    const range = engines?.node;
    if (range === undefined) continue;
    it(`${packageName(path)} runs (${range})`, () => assert.ok(nodeSatisfies(LEAST_NODE, range)));
  }
});

describe('an installation for production without install scripts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'legible-installed-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('opens its store and scans a site', async (t) => {
    for (const part of ['package.json', 'package-lock.json', 'tsconfig.json', 'src', 'docs']) {
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
      return (await run(process.execPath, ['--import', 'tsx', 'src/cli.ts', ...words], { cwd: folder, env })).stdout;
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

describe('nodeSatisfies', () => {
  for (const [version, range, expected] of [
    ['20.19.0', '>=20.19', true],
    ['20.18.9', '>=20.19', false],
    ['20.19.0', '>= 0.6', true],
    ['20.19.0', '^18.0.0 || ^20.9.0', true],
    ['20.19.0', '^22.12.0 || >=24', false],
    ['20.19.0', '>=18 <20', false],
    ['20.19.0', '>18', true],
    ['18.5.0', '>18', false],
    ['20.19.0', '<=20', true],
    ['20.19.0', '20.x', true],
    ['20.19.0', '~20.18.0', false],
    ['20.19.0', '*', true],
  ] as const) {
    it(`${version} ${expected ? 'is' : 'is not'} in ${range}`, () =>
      assert.equal(nodeSatisfies(version, range), expected));
  }
  it('refuses what it does not know', () => assert.throws(() => nodeSatisfies('20.19.0', '1.2.3 - 2.3.4')));
});
