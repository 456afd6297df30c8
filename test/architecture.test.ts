import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, it } from 'node:test';

/** What anybody may import. */
const LEAVES = ['accept', 'errors', 'log', 'schema', 'http-body', 'if-none-match', 'version'];
/** Who may import whom, beside the leaves and itself. The arrows point inwards; Biome refuses cycles. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  accept: [],
  errors: [],
  log: [],
  schema: [],
  version: [],
  'failure-bodies': [],
  'http-body': [],
  'if-none-match': [],
  config: ['x402-settings'],
  'x402-settings': [],
  store: ['config'],
  scanner: [],
  library: [],
  client: [],
  auth: ['store'],
  scans: ['auth', 'scanner', 'store'],
  payments: ['scanner', 'scans', 'store', 'x402-settings'],
  'open-payments': ['config', 'payments', 'rest-facade', 'scans', 'store', 'tools'],
  tools: ['auth', 'library', 'scanner', 'scans', 'store'],
  web: ['auth', 'library', 'scanner', 'scans', 'tools'],
  'request-windows': ['auth'],
  resources: ['library', 'scanner'],
  prompts: ['resources', 'scanner'],
  transport: [
    'auth',
    'failure-bodies',
    'library',
    'prompts',
    'request-windows',
    'resources',
    'scans',
    'store',
    'tools',
  ],
  'mcp-surface': ['engine', 'prompts', 'resources', 'tools', 'transport'],
  'rest-facade': ['auth', 'failure-bodies', 'library', 'payments', 'request-windows', 'scans', 'store', 'tools', 'web'],
  'directory-client': ['auth', 'scanner'],
  compress: [],
  'http-server': ['auth', 'compress', 'config', 'ignore-upgrade', 'refuse-malformed', 'request-windows', 'rest-facade'],
  'ignore-upgrade': [],
  'refuse-malformed': [],
  'turn-away': [],
  schedule: ['auth', 'payments', 'scans', 'store'],
  books: ['auth', 'config', 'store'],
  engine: ['auth', 'books', 'config', 'library', 'scanner', 'scans', 'store', 'tools'],
  'first-start': ['auth', 'books', 'store'],
  app: ['*'],
  metrics: ['scanner', 'store'],
  operations: ['metrics', 'store'],
  worker: ['books', 'config', 'engine', 'http-server', 'metrics', 'operations'],
  main: ['app', 'config', 'first-start', 'worker'],
  cli: [
    'auth',
    'books',
    'client',
    'config',
    'engine',
    'main',
    'library',
    'mcp-surface',
    'payments',
    'rest-facade',
    'scanner',
    'tools',
    'transport',
  ],
};
/** Packages with one home. */
const HOMES: Record<string, readonly string[]> = {
  '@modelcontextprotocol/sdk': ['transport'],
  '@modelcontextprotocol/server': ['transport'],
  ws: ['transport'],
  h3: ['app', 'http-server', 'operations', 'rest-facade', 'transport', 'web'],
  keyv: ['store'],
  lmdb: ['store'],
  '@keyv/redis': ['store'],
  bullmq: ['store'],
  'prom-client': ['metrics'],
  undici: ['scanner'],
  'ipaddr.js': ['auth', 'scanner'],
  srvx: ['compress', 'http-server', 'metrics', 'rest-facade', 'turn-away'],
  jsdom: ['scanner'],
  'axe-core': ['scanner'],
  parse5: ['scanner'],
  piscina: ['scanner'],
  saxes: ['scanner'],
  ajv: ['scanner'],
  elasticlunr: ['library'],
  marked: ['library', 'web'],
  tldts: ['auth', 'scanner'],
  '@noble/ed25519': ['auth'],
  '@x402/core': ['payments', 'rest-facade'],
  'zod-to-json-schema': ['rest-facade'],
  'structured-headers': ['auth'],
  pino: ['log'],
  commander: ['cli'],
  'node-cron': ['schedule'],
};

/** Of Node's network modules, what opens no connection and asks for no name. */
const STAYS_INSIDE = new Set(['isIP', 'createServer', 'Server', 'STATUS_CODES']);

const root = resolve(import.meta.dirname, '../src');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const layerOf = (file: string) => (file.split('/')[0] ?? '').replace(/\.ts$/, '');
const sources = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
const edges = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map(([, to = '']) => ({ file, to })),
);

describe('architecture', () => {
  it('every folder has its row', () => {
    assert.deepEqual(
      [...new Set(files.map(layerOf))].filter((layer) => !(layer in MAY_IMPORT)),
      [],
    );
  });

  it('imports point inwards', () => {
    const wrong = edges
      .filter(({ to }) => to.startsWith('.') && to.endsWith('.ts'))
      .filter(({ file, to }) => {
        const from = layerOf(file);
        const target = layerOf(relative(root, resolve(root, dirname(file), to)));
        const allowed = MAY_IMPORT[from] ?? [];
        return from !== target && !LEAVES.includes(target) && !allowed.includes(target) && !allowed.includes('*');
      });
    assert.deepEqual(
      wrong.map(({ file, to }) => `${file} -> ${to}`),
      [],
    );
  });

  it('packages stay at home', () => {
    const wrong = edges.filter(({ file, to }) =>
      Object.entries(HOMES).some(
        ([name, layers]) => (to === name || to.startsWith(`${name}/`)) && !layers.includes(layerOf(file)),
      ),
    );
    assert.deepEqual(
      wrong.map(({ file, to }) => `${file} -> ${to}`),
      [],
    );
  });

  it('only config and the entries read the environment', () => {
    const readers = sources.filter(({ text }) => /process\.env/.test(text)).map(({ file }) => file);
    assert.deepEqual(readers.sort(), [
      'cli.ts',
      'cli/account-commands.ts',
      'cli/local-engine.ts',
      'cli/product.ts',
      'main.ts',
    ]);
  });

  it('whatever goes out to the network goes through the guard', () => {
    const out = sources.flatMap(({ file, text }) => {
      const imported = [
        ...text.matchAll(/^import (?!type)([^;]+) from '(node:(?:net|tls|dns|http|https|http2|dgram)[/\w]*)'/gm),
      ];
      const named = imported.flatMap(([, names = '', from]) =>
        names
          .replace(/[{}]/g, '')
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type ') && !STAYS_INSIDE.has(name))
          .map((name) => `${file}: ${name} of ${from}`),
      );
      const opened = text.match(/(?:[=(,:?]|await|return) ?fetch\(|globalThis\.fetch|new (?:WebSocket|EventSource)\(/);
      return opened === null ? named : [...named, `${file}: ${opened[0]}`];
    });
    assert.deepEqual(out.sort(), [
      'scanner/net/connector.ts: connect as connectTcp of node:net',
      'scanner/net/connector.ts: connect as connectTls of node:tls',
      'scanner/net/system-resolve.ts: Resolver of node:dns/promises',
      'scanner/net/system-resolve.ts: lookup of node:dns/promises',
      // A client's: to the server that whoever runs it names.
      'transport/hear-progress.ts: new WebSocket(',
    ]);
  });

  it('no file is long', () => {
    const long = sources.filter(({ text }) => text.split('\n').length > 300).map(({ file }) => file);
    assert.deepEqual(long, []);
  });
});
