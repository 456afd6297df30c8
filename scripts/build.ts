/**
 * `tsx scripts/build.ts [folder]`: compiles src into dist before packing, or into a folder to start from there. The
 * repository itself runs without a build.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const out = resolve(process.argv[2] ?? join(root, 'dist'));
/** What others compile against: the client, the shapes of what it answers, and the adapters for builds. */
const TYPED = ['src/client/', 'src/schema/', 'src/fix/adapters.'];

rmSync(out, { recursive: true, force: true });
execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', join(root, 'tsconfig.build.json'), '--outDir', out], {
  stdio: 'inherit',
});

// The sources read their version from it; all else of the manifest counts at the root of the package only.
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
writeFileSync(join(out, 'package.json'), `${JSON.stringify({ type: 'module', version })}\n`);

for (const file of filesIn(out)) {
  if (file.endsWith('.d.ts') && !TYPED.some((folder) => file.startsWith(folder))) rmSync(join(out, file));
}
// Compiled files are there already; the rest (articles, style sheets, scripts of pages) is read as it is.
for (const file of filesIn(join(root, 'src'))) {
  if (/\.(?:ts|mjs)$/.test(file)) continue;
  cpSync(join(root, 'src', file), join(out, 'src', file));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}
