import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, it } from 'node:test';

/** Rooms that every other room may import and that import only each other. */
const LEAVES = [
  'errors',
  'log',
  'parse-url',
  'schema',
  'version',
  'scanner/ai-agents',
  'scanner/evenly-spaced',
  'scanner/pluralize',
];
/**
 * Which room may import which, apart from the leaves and itself. A room is a folder of src, or of src/scanner. Each row
 * names only rows above it, so the table cannot hold a circle.
 */
const MAY_IMPORT: Record<string, readonly string[]> = {
  store: [],
  auth: ['store'],
  'scanner/mcp/injection': [],
  'scanner/parse': ['scanner/mcp/injection'],
  'scanner/readers': [],
  'scanner/model': ['scanner/parse', 'scanner/readers'],
  'scanner/net': ['scanner/model', 'scanner/parse'],
  http: ['auth', 'scanner/model', 'scanner/net', 'store'],
  library: [],
  'scanner/mcp': ['scanner/mcp/injection', 'scanner/model', 'scanner/net', 'scanner/parse'],
  'scanner/checks': ['scanner/mcp/injection', 'scanner/mcp', 'scanner/model', 'scanner/net', 'scanner/parse'],
  'scanner/mcp/grade': ['scanner/checks', 'scanner/mcp', 'scanner/model', 'scanner/net'],
  'scanner/delivery': ['scanner/checks', 'scanner/model', 'scanner/parse', 'scanner/readers'],
  'scanner/workers': [
    'scanner/checks',
    'scanner/delivery',
    'scanner/mcp',
    'scanner/mcp/grade',
    'scanner/model',
    'scanner/parse',
  ],
  'scanner/crawl': ['scanner/delivery', 'scanner/model', 'scanner/net', 'scanner/parse', 'scanner/workers'],
  'scanner/gather': ['scanner/crawl', 'scanner/model', 'scanner/net', 'scanner/parse'],
  'scanner/scoring': ['scanner/checks', 'scanner/model', 'scanner/readers'],
  'scanner/engine': [
    'scanner/checks',
    'scanner/crawl',
    'scanner/delivery',
    'scanner/gather',
    'scanner/mcp/grade',
    'scanner/model',
    'scanner/net',
    'scanner/parse',
    'scanner/scoring',
    'scanner/workers',
  ],
  scans: [
    'auth',
    'scanner/checks',
    'scanner/crawl',
    'scanner/engine',
    'scanner/model',
    'scanner/net',
    'scanner/scoring',
    'store',
  ],
  payments: ['scanner/engine', 'scanner/model', 'scanner/net', 'scanner/parse', 'scans', 'store'],
  'scanner/reporters': ['scanner/checks', 'scanner/scoring'],
  resources: ['library', 'scanner/checks', 'scanner/mcp/grade', 'scanner/reporters'],
  prompts: ['resources', 'scanner/checks', 'scanner/reporters'],
  tools: [
    'auth',
    'library',
    'scanner/checks',
    'scanner/mcp',
    'scanner/mcp/grade',
    'scanner/model',
    'scanner/net',
    'scanner/reporters',
    'scanner/scoring',
    'scans',
  ],
  'rest-facade': ['auth', 'http', 'library', 'payments', 'scans', 'tools'],
  transport: ['auth', 'http', 'library', 'prompts', 'resources', 'scans', 'store', 'tools'],
  web: [
    'auth',
    'http',
    'library',
    'scanner/checks',
    'scanner/mcp/grade',
    'scanner/model',
    'scanner/parse',
    'scanner/reporters',
    'scanner/scoring',
    'scans',
    'tools',
  ],
  app: [
    'auth',
    'http',
    'library',
    'payments',
    'prompts',
    'resources',
    'rest-facade',
    'scanner/engine',
    'scanner/model',
    'scanner/net',
    'scans',
    'store',
    'tools',
    'transport',
    'web',
  ],
  client: [],
  main: ['app'],
  cli: [
    'app',
    'auth',
    'client',
    'library',
    'main',
    'payments',
    'rest-facade',
    'scanner/checks',
    'scanner/mcp',
    'scanner/mcp/grade',
    'scanner/model',
    'scanner/parse',
    'scanner/reporters',
    'tools',
    'transport',
  ],
};
/** Packages with one home. */
const HOMES: Record<string, readonly string[]> = {
  '@modelcontextprotocol/sdk': ['transport'],
  '@modelcontextprotocol/server': ['transport'],
  ws: ['transport'],
  h3: ['app', 'http', 'rest-facade', 'transport', 'web'],
  keyv: ['store'],
  lmdb: ['store'],
  '@keyv/redis': ['store'],
  bullmq: ['store'],
  'prom-client': ['http'],
  undici: ['scanner/net'],
  'ipaddr.js': ['auth', 'scanner/net'],
  srvx: ['http', 'rest-facade'],
  jsdom: ['scanner/workers'],
  'axe-core': ['scanner/workers'],
  parse5: ['scanner/parse'],
  piscina: ['scanner/workers'],
  saxes: ['scanner/parse'],
  ajv: ['scanner/mcp'],
  elasticlunr: ['library'],
  marked: ['library', 'web'],
  tldts: ['auth', 'scanner/parse'],
  '@noble/ed25519': ['auth'],
  '@x402/core': ['payments', 'rest-facade'],
  'zod-to-json-schema': ['rest-facade'],
  'structured-headers': ['auth'],
  pino: ['log'],
  commander: ['cli'],
  'node-cron': ['app'],
};

/** Of Node's network modules, what opens no connection and asks for no name. */
const STAYS_INSIDE = new Set(['isIP', 'createServer', 'Server', 'STATUS_CODES']);

const root = resolve(import.meta.dirname, '../../src');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
/**
 * The room of a file: its first folder; within the scanner the second. `mcp/injection`, which parsers use too, and
 * `mcp/grade`, which builds on the checks, are rooms of their own.
 */
function layerOf(file: string): string {
  const [first = '', second = '', third] = file.replace(/\.ts$/, '').split('/');
  if (first !== 'scanner') return first;
  return second === 'mcp' && (third === 'grade' || third === 'injection')
    ? `scanner/mcp/${third}`
    : `scanner/${second}`;
}
const sources = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
const edges = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map(([, to = '']) => ({ file, to })),
);

describe('architecture', () => {
  it('every room has a row', () => {
    assert.deepEqual(
      [...new Set(files.map(layerOf))].filter((layer) => !(layer in MAY_IMPORT) && !LEAVES.includes(layer)),
      [],
    );
  });

  it('a row of the table names only rows above it', () => {
    const rooms = Object.keys(MAY_IMPORT);
    const upward = Object.entries(MAY_IMPORT).flatMap(([room, imports], at) =>
      imports.filter((each) => !rooms.slice(0, at).includes(each)).map((each) => `${room} -> ${each}`),
    );
    assert.deepEqual(upward, []);
  });

  it('no file imports itself through others, type imports included', () => {
    const targets = new Map(files.map((file): [string, string[]] => [file, []]));
    for (const { file, to } of edges) {
      const target = relative(root, resolve(root, dirname(file), to));
      if (targets.has(target)) targets.get(file)?.push(target);
    }
    // Files without imports are taken away until none is left: what remains lies on a circle or leads to one.
    for (let before = -1; before !== targets.size; ) {
      before = targets.size;
      for (const [file, imports] of targets) if (!imports.some((each) => targets.has(each))) targets.delete(file);
    }
    assert.deepEqual([...targets.keys()], []);
  });

  it('imports point inwards', () => {
    const wrong = edges
      .filter(({ to }) => to.startsWith('.') && to.endsWith('.ts'))
      .filter(({ file, to }) => {
        const from = layerOf(file);
        const target = layerOf(relative(root, resolve(root, dirname(file), to)));
        const allowed = MAY_IMPORT[from] ?? [];
        return from !== target && !LEAVES.includes(target) && !allowed.includes(target);
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
      'cli/commands/account.ts',
      'cli/local-engine.ts',
      'cli/product.ts',
      'cli/stdio-server.ts',
      'main.ts',
    ]);
  });

  it('every request to the network goes through the guard', () => {
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
      'scanner/net/resolve-host.ts: Resolver of node:dns/promises',
      'scanner/net/resolve-host.ts: lookup of node:dns/promises',
      // A client's request: to the server that its user names.
      'transport/progress-client.ts: new WebSocket(',
    ]);
  });

  it('no file has more than 500 lines', () => {
    const long = sources.filter(({ text }) => text.split('\n').length > 500).map(({ file }) => file);
    assert.deepEqual(long, []);
  });
});
