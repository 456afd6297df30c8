/**
 * `npm run validate-set -- DIR [--browser] [--json FILE] [--port N] [--only TEXT]`: scans a set of variants that others wrote
 * with the engine in this process, and prints how far the score follows what their agents achieve. DIR holds `serve.mjs` and
 * `truth.json`, as served-set.ts says. `--only` keeps the variants whose id holds the text. With `--browser` the score is the
 * browser score, from up to ten pages of each variant; BROWSER, BROWSER_SANDBOX and BROWSER_CONCURRENCY hold as for the service.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type CallTool, withLocalEngine } from '../../src/cli/local-engine.ts';
import { followScan, whyFailed } from '../../src/cli/product.ts';
import { Scan } from '../../src/schema/scan.ts';
import { pagesWithWords } from './plain-crawl.ts';
import { type KnownVariant, startSet } from './served-set.ts';
import { type SetRow, setReport } from './set-report.ts';

const PAGE_LIMIT = 40;
const SCANS_AT_ONCE = 2;
const FIRST_PORT = 9600;
/** Between two looks for the result of a browser. */
const LOOKED_MS = 500;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    browser: { type: 'boolean', default: false },
    json: { type: 'string' },
    port: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const [folder] = positionals;
if (folder === undefined)
  throw new Error('usage: npm run validate-set -- DIR [--browser] [--json FILE] [--port N] [--only TEXT]');

const set = await startSet(resolve(folder), Number(values.port ?? FIRST_PORT));
try {
  const variants = set.variants.filter(({ id }) => id.includes(values.only));
  const rows = await withLocalEngine((call) => rowsOf(call, variants), {
    data: 'none',
    allowPrivate: variants.map(({ port }) => `127.0.0.1:${port}`),
    scansAtOnce: SCANS_AT_ONCE,
    pageLimit: PAGE_LIMIT,
  });
  if (values.json !== undefined) writeFileSync(resolve(values.json), `${JSON.stringify(rows, null, 2)}\n`);
  console.log(setReport(rows));
} finally {
  set.stop();
}

/** In the order of the variants, whichever scan ends first. */
async function rowsOf(call: CallTool, variants: readonly KnownVariant[]): Promise<SetRow[]> {
  const rows = new Map<string, SetRow>();
  const waiting = [...variants];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const row = await rowOf(call, next);
      rows.set(row.id, row);
      console.error(`${rows.size}/${variants.length} ${row.id}: ${row.failure ?? row.score}`);
    }
  };
  await Promise.all(Array.from({ length: SCANS_AT_ONCE }, lane));
  return variants.flatMap(({ id }) => rows.get(id) ?? []);
}

async function rowOf(call: CallTool, { port, ...variant }: KnownVariant): Promise<SetRow> {
  const origin = `http://127.0.0.1:${port}`;
  const pages = await pagesWithWords(origin);
  const scan = await followScan(call, { url: `${origin}/`, pageLimit: PAGE_LIMIT, browser: values.browser });
  const { id, site, variant: name, kind, read, act, browser } = variant;
  const known = { id, site, variant: name, kind, read, act, browser, pages };
  if (scan.siteScore === null) return { ...known, score: 0, failure: whyFailed(scan) };
  if (!values.browser) return { ...known, score: scan.siteScore };
  const { browserScore, reason, checks } = await looked(call, scan.id);
  return {
    ...known,
    score: browserScore ?? 0,
    failure: browserScore === null ? (reason ?? 'no score') : undefined,
    checks,
  };
}

/** What a browser made of a scan that has ended. */
async function looked(call: CallTool, id: string) {
  for (;;) {
    const { browser } = Scan.parse(await call('get_scan', { id, pages: 'none' }));
    // A site of which no page was read has none to look at.
    if (browser === undefined) return { browserScore: null, reason: 'no browser looked', checks: [] };
    const { status, browserScore, reason, findings } = browser;
    const checks = findings.map(({ checkId, gain }) => `${checkId} ${gain}`);
    if (status === 'done') return { browserScore, reason, checks };
    await new Promise((resolve) => setTimeout(resolve, LOOKED_MS));
  }
}
