/** What others wrote and we run: where it comes from, under which licence, and on which Node it runs. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { type LockedPackage, lockedPackages, packageName } from '../../scripts/licences.ts';
import { nodeSatisfies } from '../support/node-range.ts';

const packages = lockedPackages(readFileSync('package-lock.json', 'utf8'));
const production = [...packages].filter(([, { dev }]) => !dev);
const LEAST_NODE = '20.19.0';

/** Permissive, or weak copyleft by file for unmodified packages (MPL-2.0: axe-core). */
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

/** The platforms that releases are tested on; other platforms' packages may lack a hash. */
const isOfTestedPlatform = (path: string, { os = [], cpu = [] }: LockedPackage) =>
  os.includes('linux') && cpu.includes('x64') && !path.endsWith('-musl');

describe('the lock file', () => {
  it('holds packages', () => assert.ok(packages.size > 200, `${packages.size}`));

  it('has a hash for every package, but for those of other platforms', () => {
    const offenders = [...packages]
      .filter(([path, locked]) =>
        locked.integrity === undefined
          ? !isForeign(locked) || isOfTestedPlatform(path, locked)
          : !/^sha512-[A-Za-z0-9+/]{86}==$/.test(locked.integrity),
      )
      .map(([path, { integrity }]) => `${path}: ${integrity}`);
    assert.deepEqual(offenders, []);
  });

  it('names no place to install from but the registry', () => {
    // npm leaves the registry out with omit-lockfile-registry-resolved; a tarball or a repository it would name.
    const offenders = [...packages]
      .filter(([, { integrity, resolved }]) => integrity !== undefined && resolved !== undefined)
      .map(([path, { resolved }]) => `${path}: ${resolved}`);
    assert.deepEqual(offenders, []);
  });
});

describe('packages in production', () => {
  it('are under allowed licences', () => {
    assert.ok(production.length > 50, `${production.length}`);
    const offenders = production
      .filter(([, { license = '' }]) => !ALLOWED.has(license))
      .map(([path, { license }]) => `${packageName(path)}: ${license}`);
    assert.deepEqual(offenders, []);
  });
  it('have no install scripts but those that are not needed', () => {
    const names = production.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => packageName(path));
    assert.deepEqual([...new Set(names)].sort(), WITH_INSTALL_SCRIPTS);
  });
});

describe(`on Node ${LEAST_NODE}`, () => {
  it('is the least that package.json asks for', () => {
    assert.equal(JSON.parse(readFileSync('package.json', 'utf8')).engines.node, '>=20.19');
  });
  it('every package runs', () => {
    const offenders = [...packages]
      .filter(([, { engines }]) => engines?.node !== undefined && !nodeSatisfies(LEAST_NODE, engines.node))
      .map(([path, { engines }]) => `${packageName(path)}: ${engines?.node}`);
    assert.deepEqual(offenders, []);
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
