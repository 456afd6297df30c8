/**
 * Builds the recorded sites again: `npx tsx test/corpus/make.ts [name ...]`. Each generator comes from npm at a pinned
 * version, into a temporary folder, or from Debian; nothing of it becomes a dependency of this repository.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join, relative } from 'node:path';
import { BUILDS, type Build } from './builds.ts';

const HERE = import.meta.dirname;
const WORK = process.env.CORPUS_WORK ?? join(tmpdir(), 'legible-corpus');

/** What a check reads. Scripts, styles, fonts and pictures are left out. */
const KEPT = new Set(['.html', '.md', '.txt', '.xml', '.json', '.xsl']);
/** Indexes for the search in the browser, records of the bundler and of npm, and licences of fonts. */
const DROPPED =
  /(^|\/)(search(_index|-index)?|objects|hashmap|manifest|asset-manifest|package|package-lock)\.json$|^(_astro|assets|_next|pagefind|_sources|search|static\.files)\//;

for (const build of BUILDS) {
  const asked = process.argv.slice(2);
  if (asked.length === 0 || asked.includes(build.name)) await make(build);
}

async function make(build: Build): Promise<void> {
  const folder = join(WORK, build.name);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    if (name !== 'node_modules' && name !== 'package.json' && name !== 'package-lock.json') {
      rmSync(join(folder, name), { recursive: true });
    }
  }
  cpSync(join(HERE, 'projects', build.project ?? build.name), folder, { recursive: true });
  build.prepare?.(folder, join(HERE, 'content'));
  if (build.packages !== undefined) install(folder, build.packages);
  const recorded = join(HERE, 'sites', build.name);
  rmSync(recorded, { recursive: true, force: true });
  const output = await build.run(folder);
  const files = keep(output, recorded);
  process.stdout.write(`${build.name}: ${files} files\n`);
}

function install(folder: string, packages: readonly string[]): void {
  if (!existsSync(join(folder, 'package.json'))) {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  }
  execFileSync('npm', ['install', '--save-exact', '--no-audit', '--no-fund', '--loglevel=error', ...packages], {
    cwd: folder,
    stdio: 'inherit',
  });
}

function keep(output: string, recorded: string): number {
  let files = 0;
  for (const entry of readdirSync(output, { recursive: true, encoding: 'utf8' }).sort()) {
    const file = join(output, entry);
    if (!statSync(file).isFile() || !KEPT.has(extname(entry)) || DROPPED.test(relative(output, file))) continue;
    mkdirSync(dirname(join(recorded, entry)), { recursive: true });
    writeFileSync(join(recorded, entry), readFileSync(file));
    files += 1;
  }
  return files;
}
