/** The rooms of src and which may import which: the architecture test holds src to it, and docs/architecture.md shows it. */

/** Rooms that every other room may import and that import only each other. */
export const LEAVES = [
  'defined',
  'errors',
  'grouped-by',
  'log',
  'parse-url',
  'schema',
  'steps',
  'version',
  'scanner/ai-agents',
  'scanner/known-agents',
  'scanner/evenly-spaced',
  'scanner/pluralize',
  'scanner/without-end',
];
/**
 * Which room may import which, apart from the leaves and itself. A room is a folder of src, or of src/scanner. Each row
 * names only rows above it, so the table cannot hold a circle.
 */
export const MAY_IMPORT: Record<string, readonly string[]> = {
  store: [],
  auth: ['store'],
  'scanner/mcp/injection': [],
  'scanner/parse': ['scanner/mcp/injection'],
  'scanner/readers': [],
  'scanner/model': ['scanner/parse', 'scanner/readers'],
  'scanner/net': ['scanner/model', 'scanner/parse'],
  'scanner/actions': ['scanner/model', 'scanner/net', 'scanner/parse', 'scanner/readers'],
  http: ['auth', 'scanner/model', 'scanner/net', 'store'],
  library: [],
  'scanner/mcp': ['scanner/mcp/injection', 'scanner/model', 'scanner/net', 'scanner/parse'],
  'scanner/delivery/signs': ['scanner/model', 'scanner/parse'],
  'scanner/checks': [
    'scanner/actions',
    'scanner/delivery/signs',
    'scanner/mcp/injection',
    'scanner/mcp',
    'scanner/model',
    'scanner/net',
    'scanner/parse',
  ],
  'scanner/browser': ['scanner/actions', 'scanner/model', 'scanner/net', 'scanner/parse'],
  'scanner/mcp/grade': ['scanner/checks', 'scanner/mcp', 'scanner/model', 'scanner/net'],
  'scanner/delivery': ['scanner/checks', 'scanner/delivery/signs', 'scanner/model', 'scanner/parse', 'scanner/readers'],
  'scanner/workers': [
    'scanner/checks',
    'scanner/delivery',
    'scanner/delivery/signs',
    'scanner/mcp',
    'scanner/mcp/grade',
    'scanner/model',
    'scanner/parse',
  ],
  'scanner/crawl': ['scanner/delivery', 'scanner/model', 'scanner/net', 'scanner/parse', 'scanner/workers'],
  'scanner/gather': ['scanner/actions', 'scanner/crawl', 'scanner/model', 'scanner/net', 'scanner/parse'],
  'scanner/scoring': ['scanner/actions', 'scanner/checks', 'scanner/model', 'scanner/readers'],
  'scanner/engine': [
    'scanner/actions',
    'scanner/checks',
    'scanner/crawl',
    'scanner/delivery',
    'scanner/gather',
    'scanner/mcp/grade',
    'scanner/model',
    'scanner/net',
    'scanner/parse',
    'scanner/readers',
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
  'scanner/reporters': ['scanner/actions', 'scanner/checks', 'scanner/parse', 'scanner/scoring'],
  logs: ['scanner/checks', 'scanner/parse', 'scanner/reporters'],
  resources: ['library', 'scanner/checks', 'scanner/mcp/grade', 'scanner/reporters', 'scanner/scoring'],
  prompts: ['resources', 'scanner/checks', 'scanner/reporters'],
  tools: [
    'auth',
    'library',
    'logs',
    'payments',
    'scanner/checks',
    'scanner/mcp',
    'scanner/mcp/grade',
    'scanner/model',
    'scanner/net',
    'scanner/parse',
    'scanner/readers',
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
    'logs',
    'scanner/checks',
    'scanner/mcp/grade',
    'scanner/model',
    'scanner/parse',
    'scanner/readers',
    'scanner/reporters',
    'scanner/scoring',
    'scans',
    'tools',
  ],
  client: [],
  app: [
    'auth',
    'client',
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
  fix: ['scanner/checks', 'scanner/parse'],
  main: ['app'],
  cli: [
    'app',
    'auth',
    'client',
    'fix',
    'library',
    'logs',
    'main',
    'payments',
    'rest-facade',
    'scanner/browser',
    'scanner/checks',
    'scanner/mcp',
    'scanner/mcp/grade',
    'scanner/model',
    'scanner/net',
    'scanner/parse',
    'scanner/readers',
    'scanner/reporters',
    'scanner/scoring',
    'scans',
    'tools',
    'transport',
    'web',
  ],
  legible: ['cli', 'fix', 'scanner/checks', 'scanner/parse', 'scanner/reporters'],
};
/** Packages with one home. */
export const HOMES: Record<string, readonly string[]> = {
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
  'playwright-core': ['scanner/browser'],
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
  'smol-toml': ['cli'],
  'node-cron': ['app'],
  fflate: ['web'],
};

/**
 * The room of a file: its first folder; within the scanner the second. `mcp/injection`, which parsers use too, `mcp/grade`,
 * which builds on the checks, and `delivery/signs`, which the checks use, are rooms of their own.
 */
export function roomOf(file: string): string {
  const [first = '', second = '', third] = file.replace(/\.ts$/, '').split('/');
  if (first !== 'scanner') return first;
  const inner = `${second}/${third}`;
  return ['mcp/grade', 'mcp/injection', 'delivery/signs'].includes(inner) ? `scanner/${inner}` : `scanner/${second}`;
}

/** The arrows of the table that a path through other rooms does not imply: few enough for a drawing. */
export function drawnArrows(table: Readonly<Record<string, readonly string[]>> = MAY_IMPORT): [string, string][] {
  const reach = new Map<string, ReadonlySet<string>>();
  // Each row names only rows above it, so theirs are known.
  for (const [room, imports] of Object.entries(table)) {
    reach.set(room, new Set(imports.flatMap((each) => [each, ...(reach.get(each) ?? [])])));
  }
  return Object.entries(table).flatMap(([room, imports]) =>
    imports
      .filter((target) => !imports.some((other) => other !== target && reach.get(other)?.has(target) === true))
      .map((target): [string, string] => [room, target]),
  );
}
