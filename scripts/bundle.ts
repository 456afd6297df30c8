/**
 * Bundles the programs of src and what their worker threads load into a few files each: a process that starts has fewer
 * files to find and compile. The data of the search, which take seconds to make, are put next to them. scripts/start.mjs
 * keeps such a bundle for clones, scripts/pack.ts puts one into the package.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { inSlices } from '../src/basics/steps.ts';
import { sortedByPath } from '../src/library/articles.ts';
import { loadAsked } from '../src/library/asked.ts';
import { keepSearchData } from '../src/library/kept-search-data.ts';
import { makeSearchData } from '../src/library/search-data.ts';
import { allArticles } from '../src/tools/check-articles.ts';

const ROOT = resolve(import.meta.dirname, '..');

/** Packages that stay outside: lmdb has native code. */
export const UNBUNDLED = ['lmdb'];
/** Files of packages that modules read next to themselves. */
export const PACKAGE_FILES = ['node_modules/axe-core/axe.min.js'];
/** Native helpers that packages try to load and do without, and the driver of a browser, which its user installs. */
const OPTIONAL = ['@napi-rs/nice', 'bufferutil', 'canvas', 'msgpackr-extract', 'playwright-core', 'utf-8-validate'];

const ENTRIES = {
  main: 'src/main.ts',
  cli: 'src/cli.ts',
  legible: 'src/legible.ts',
  client: 'src/client/client.ts',
  build: 'src/fix/adapters.ts',
  'page-worker': 'src/scanner/workers/page-worker.ts',
  'mcp-worker': 'src/scanner/workers/mcp-worker.ts',
  'accessibility-worker': 'src/scanner/workers/accessibility-worker.ts',
  'thread-pool-worker': 'node_modules/piscina/dist/worker.js',
};

/** What sites import. It runs on more than Node, so it has a bundle of its own that knows nothing of the programs. */
const MIDDLEWARE = {
  middleware: 'src/middleware/agent-ready.ts',
  'middleware-node': 'src/middleware/node-listener.ts',
};

/** What Piscina loads in a thread, which imports the worker next to it. */
const THREAD_ENTRIES = ['page', 'mcp', 'accessibility'].map((of) => `src/scanner/workers/${of}-worker.cjs`);

/** Folders of files that modules read next to themselves; every module of a bundle is in one folder. */
const READ_FOLDERS = [
  'src/web/public',
  'src/web/sample/recorded',
  'src/library/articles',
  'src/library/asked',
  'src/library/meaning',
  'src/resources/scan-app',
];

interface Rewrite {
  readonly file: string;
  readonly pattern: RegExp;
  /** @param groups of the pattern @param folder of the file */
  replacement(groups: readonly string[], folder: string): string;
}

/** The lines of packages that do not work within a bundle, most because they look for a file next to themselves. */
const REWRITES: readonly Rewrite[] = [
  {
    file: 'piscina/dist/index.js',
    pattern: /'worker\.js'/,
    replacement: () => `'thread-pool-worker.mjs'`,
  },
  {
    // It writes to a variable that it never declares, which an ES module may not.
    file: 'elasticlunr/elasticlunr.js',
    pattern: /\nlunr = elasticlunr;/,
    replacement: () => '\nvar lunr = elasticlunr;',
  },
  {
    // For synchronous requests of a page's scripts; none of them runs.
    file: 'jsdom/lib/jsdom/living/xhr/XMLHttpRequest-impl.js',
    pattern: /require\.resolve\("\.\/xhr-sync-worker\.js"\)/,
    replacement: () => 'undefined',
  },
  {
    file: 'jsdom/lib/jsdom/living/css/helpers/computed-style.js',
    pattern: /fs\.readFileSync\(\s*path\.resolve\(__dirname, "([^"]+)"\),\s*\{ encoding: "utf-8" \}\s*\)/,
    replacement: ([path = ''], folder) => JSON.stringify(readFileSync(join(folder, path), 'utf8')),
  },
];

const rewriteLines: Plugin = {
  name: 'rewrite lines',
  setup({ onLoad }) {
    const filter = new RegExp(`node_modules/(?:${REWRITES.map(({ file }) => file.replaceAll('.', '\\.')).join('|')})$`);
    onLoad({ filter }, ({ path }) => {
      const rewrite = REWRITES.find(({ file }) => path.endsWith(file));
      const text = readFileSync(path, 'utf8');
      const found = rewrite?.pattern.exec(text);
      if (rewrite === undefined || found === null || found === undefined) {
        throw new Error(`${path}: the text that bundling replaces is not in this version`);
      }
      return { contents: text.replace(found[0], () => rewrite.replacement(found.slice(1), dirname(path))) };
    });
  },
};

/** Packages that are CommonJS expect these three. */
const BANNER = `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url), __dirname = import.meta.dirname, __filename = import.meta.filename;`;

/** Bundles src into the folder, which must be below the folder of node_modules. Answers what went into each file. */
export async function bundle(folder: string): Promise<Metafile> {
  mkdirSync(folder, { recursive: true });
  const articles = sortedByPath(allArticles());
  const programs = build({
    ...settings(folder),
    entryPoints: ENTRIES,
    external: [...UNBUNDLED, ...OPTIONAL],
    // Its modules read their data through a `require` that bundlers do not see; this is the same in one file.
    alias: { 'css-tree': 'css-tree/dist/csstree.esm' },
    plugins: [rewriteLines],
    banner: { js: BANNER },
  });
  const middleware = bundleMiddleware(folder);
  // In slices, because the bundler, a process of its own, asks for rewritten files meanwhile.
  const [built, sites, data] = await Promise.all([
    programs,
    middleware,
    inSlices(makeSearchData(articles, loadAsked())),
  ]);
  keepSearchData(folder, articles, data);
  for (const entry of THREAD_ENTRIES) {
    const text = readFileSync(join(ROOT, entry), 'utf8');
    writeFileSync(join(folder, basename(entry)), text.replaceAll('-worker.ts', '-worker.mjs'));
  }
  for (const file of PACKAGE_FILES) cpSync(join(ROOT, file), join(folder, basename(file)));
  for (const read of READ_FOLDERS)
    cpSync(join(ROOT, read), join(folder, read.slice(read.lastIndexOf('/') + 1)), { recursive: true });
  return {
    inputs: { ...built.metafile.inputs, ...sites.metafile.inputs },
    outputs: { ...built.metafile.outputs, ...sites.metafile.outputs },
  };
}

/** What sites import, into the folder. */
export const bundleMiddleware = (folder: string) =>
  build({
    ...settings(folder),
    entryPoints: MIDDLEWARE,
    // Of packages that have both, the modules from which unused parts can be left out.
    mainFields: ['module', 'main'],
    // Edge servers limit the size of a program.
    minifyIdentifiers: true,
  });

const settings = (folder: string) =>
  ({
    absWorkingDir: ROOT,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunk-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    // Names and short lines stay, for the stacks in logs.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 160,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  }) as const;
