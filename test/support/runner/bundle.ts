/**
 * Bundles test files with what they load of src. Loading hundreds of TypeScript files through a loader took a fifth of
 * the processor time of a run, because each goes to the thread of the loader and back, in every process again.
 */
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Below node_modules, so that a bundle finds the packages, which stay outside. */
const CACHE = join(ROOT, 'node_modules/.cache/legible-tests');

/** It reads a file that only a bundle of the programs has. */
const KEPT_DATA = join(ROOT, 'src/library/kept-search-data.ts');

/**
 * Where a module of the bundle was before, for the data that it reads next to itself.
 * @param programs the folder of their bundle, if there is one
 */
const keepPlaces = (programs: string | undefined): Plugin => ({
  name: 'keep places',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!/import\.meta\.(?:dirname|url)/.test(text)) return undefined;
      // In front of the first line, so that the numbers of the lines stay.
      const url = JSON.stringify(pathToFileURL(path).href);
      const folder = path === KEPT_DATA ? (programs ?? dirname(path)) : dirname(path);
      const place = `const HERE_URL = ${url}, HERE_FOLDER = ${JSON.stringify(folder)};`;
      return { contents: `${place} ${text}`, loader: 'ts' };
    });
  },
});

/**
 * Answers the folder of the bundle, which is removed when this process ends.
 * @param programs the folder of the bundle of the programs, if there is one
 */
export async function bundleTests(files: readonly string[], programs: string | undefined): Promise<string> {
  const outdir = join(CACHE, `run-${process.pid}`);
  process.once('exit', () => rmSync(outdir, { recursive: true, force: true }));
  await build({
    absWorkingDir: ROOT,
    entryPoints: [...files, 'test/support/runner/test-process.ts', 'test/support/runner/reporter.ts'],
    outdir,
    outbase: ROOT,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[hash]',
    bundle: true,
    // Test files of one process share what they load, as they do without a bundle.
    splitting: true,
    packages: 'external',
    define: { 'import.meta.url': 'HERE_URL', 'import.meta.dirname': 'HERE_FOLDER' },
    plugins: [keepPlaces(programs)],
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: 'external',
    sourcesContent: false,
    logLevel: 'warning',
  });
  return outdir;
}

/** The module that a bundle has of a TypeScript file. */
export const bundledFile = (bundle: string, file: string): string => join(bundle, file.replace(/\.ts$/, '.mjs'));
