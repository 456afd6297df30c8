/**
 * Runs before and after `npm pack`. Before, it puts the bundle, the client's types and the licences of bundled packages
 * into dist, and writes the package's manifest, which names only what the bundle needs; `--restore` puts the clone's back.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundle, UNBUNDLED } from './bundle.ts';
import { licenceTexts } from './licences.ts';

const ROOT = resolve(import.meta.dirname, '..');
const MANIFEST = join(ROOT, 'package.json');
const KEPT = join(ROOT, 'node_modules/.package.json.kept');
const DIST = join(ROOT, 'dist');

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}
// It is the manifest of this repository.
const readManifest = () => JSON.parse(readFileSync(MANIFEST, 'utf8')) as Manifest;

if (process.argv[2] === '--restore') restore();
else await prepare();

async function prepare(): Promise<void> {
  // A pack that was killed has left its manifest.
  if (readManifest().devDependencies === undefined) restore();
  rmSync(DIST, { recursive: true, force: true });
  const { outputs } = await bundle(DIST);
  writeFileSync(
    join(DIST, 'LICENCES.txt'),
    licenceTexts(Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs))),
  );
  const types = ['-p', join(ROOT, 'tsconfig.types.json'), '--outDir', join(DIST, 'types')];
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), types, { stdio: 'inherit' });

  const { devDependencies, ...manifest } = readManifest();
  const dependencies = Object.fromEntries(
    Object.entries(manifest.dependencies).filter(([name]) => UNBUNDLED.includes(name)),
  );
  writeFileSync(KEPT, readFileSync(MANIFEST));
  writeFileSync(MANIFEST, `${JSON.stringify({ ...manifest, dependencies }, null, 2)}\n`);
}

function restore(): void {
  if (existsSync(KEPT)) renameSync(KEPT, MANIFEST);
}
