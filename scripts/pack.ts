/**
 * Runs before and after `npm pack`. Before, it puts the bundle, the client's types and the licences of bundled packages
 * into dist, and writes the package's manifest, which names only what the bundle needs; `--restore` puts the clone's back.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { bundle, PACKAGE_FILES, UNBUNDLED } from './bundle.ts';
import { licenceTexts } from './licences.ts';

const ROOT = resolve(import.meta.dirname, '..');
const MANIFEST = join(ROOT, 'package.json');
const KEPT = join(ROOT, 'node_modules/.package.json.kept');
const DIST = join(ROOT, 'dist');

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
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
  // What is made of them is in the bundle. A clone's bundle holds them for a Node that cannot read what another has written.
  rmSync(join(DIST, 'asked'), { recursive: true });
  writeFileSync(
    join(DIST, 'LICENCES.txt'),
    licenceTexts([...Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs)), ...PACKAGE_FILES]),
  );
  const { devDependencies, ...manifest } = readManifest();
  writeTypes(Object.values(manifest.exports).flatMap((entry) => (typeof entry === 'string' ? [] : entry.types)));

  // `npm run prepack` makes dist alone: nothing would put the manifest back.
  if (process.env.npm_command?.startsWith('run') === true) return;
  const dependencies = Object.fromEntries(
    Object.entries(manifest.dependencies).filter(([name]) => UNBUNDLED.includes(name)),
  );
  writeFileSync(KEPT, readFileSync(MANIFEST));
  writeFileSync(MANIFEST, `${JSON.stringify({ ...manifest, dependencies }, null, 2)}\n`);
}

/** Declarations of what the package exports. The compiler writes those of the whole program; the others go. */
function writeTypes(entries: readonly string[]): void {
  const all = join(DIST, 'types');
  const compiler = join(ROOT, 'node_modules/.bin/tsc');
  if (!existsSync(compiler))
    throw new Error(
      'TypeScript, which writes the types, is not installed. Run npm ci without --omit=dev, then npm pack.',
    );
  execFileSync(compiler, ['-p', join(ROOT, 'tsconfig.types.json'), '--outDir', all], { stdio: 'inherit' });
  const needed = new Set<string>();
  const follow = (file: string): void => {
    if (needed.has(file)) return;
    needed.add(file);
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()["'](\.[^"']+)\.[jt]s["']/g)) {
      follow(resolve(dirname(file), `${path}.d.ts`));
    }
  };
  for (const entry of entries) follow(resolve(ROOT, entry));
  for (const entry of readdirSync(all, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && !needed.has(file)) rmSync(file);
  }
}

function restore(): void {
  if (existsSync(KEPT)) renameSync(KEPT, MANIFEST);
}
