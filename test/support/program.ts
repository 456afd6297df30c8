/**
 * Starts a script of src as a child process. The suite starts hundreds, and most of the time of each is loading hundreds
 * of files. A run of the whole suite therefore builds and bundles src once; a partial run starts the sources.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const ROOT = resolve(import.meta.dirname, '../..');
/** The folder of the build, passed to the processes of the test files. */
const BUILD = 'LEGIBLE_BUILD';

type Script = 'src/main.ts' | 'src/cli.ts';

/** The program and its parameters that start the script, from any folder; `flags` are for Node. */
export function programOf(script: Script, flags: readonly string[] = []): [program: string, ...parameters: string[]] {
  const build = process.env[BUILD];
  return build === undefined
    ? [process.execPath, '--import', import.meta.resolve('tsx'), ...flags, join(ROOT, script)]
    : [process.execPath, ...flags, join(build, script.replace(/\.ts$/, '.js'))];
}

/** Builds src for every test file that is started from here on, and takes it away when this process ends. */
export function buildPrograms(): void {
  // Below node_modules, so that the build finds the packages.
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'build-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts', folder], { cwd: ROOT, stdio: 'inherit' });
  bundle(folder);
  process.env[BUILD] = folder;
}

/** What starts: the programs, and the modules that the worker threads load. */
const ENTRIES = ['main', 'cli', ...['page', 'mcp', 'accessibility'].map((name) => `scanner/workers/${name}-worker`)];

/** Puts the entries of a build into a few files each: one that is started has less to find and to read. */
function bundle(folder: string): void {
  const src = join(folder, 'src');
  for (const name of readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))) {
    const file = join(src, name);
    const text = readFileSync(file, 'utf8');
    // A bundle is elsewhere, so each module keeps its own address for the files next to it.
    const fixed = text
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(file)))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href));
    if (fixed !== text) writeFileSync(file, fixed);
  }
  buildSync({
    entryPoints: ENTRIES.map((entry) => join(src, `${entry}.js`)),
    outdir: src,
    outbase: src,
    allowOverwrite: true,
    bundle: true,
    splitting: true,
    // They find files or native code next to themselves.
    external: ['axe-core', 'bullmq', 'elasticlunr', 'jsdom', 'lmdb', 'pino', 'piscina', 'tsx'],
    // Packages that are CommonJS ask for Node's modules.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'warning',
  });
}
