/** No tool result is larger than agents can take, for any scan. */

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createLibrary } from '../../../src/library/answer.ts';
import { createLog } from '../../../src/log.ts';
import { CATALOGUE, MCP_CHECKS, PAGE_CHECKS } from '../../../src/scanner/checks/catalogue.ts';
import { cleanEvidence } from '../../../src/scanner/checks/evidence.ts';
import type { CheckRecord } from '../../../src/scanner/model/result.ts';
import type { PageRecord } from '../../../src/scanner/model/scan.ts';
import type { Tally } from '../../../src/scanner/model/score.ts';
import { scoreSite } from '../../../src/scanner/scoring/score.ts';
import { tally } from '../../../src/scanner/scoring/tally.ts';
import { summarizePages } from '../../../src/scans/page-store.ts';
import type { ScanChecks, ScanRecord } from '../../../src/scans/scan-record.ts';
import { AgentScan } from '../../../src/schema/agent-forms.ts';
import { allArticles } from '../../../src/tools/check-articles.ts';
import type { ToolServices } from '../../../src/tools/define-tool.ts';
import { createGate } from '../../../src/tools/gate.ts';
import { TOOLS } from '../../../src/tools/registry.ts';
import { createToolSurface, type SurfaceToolResult, type ToolSurface } from '../../../src/transport/features/tools.ts';
import { runsOf, someOf } from '../../support/exhaustive.ts';

const MAX_CHARACTERS = 100_000;
const MAX_LEAN_CHARACTERS = 16_000;
/** Their URLs alone are many times an answer. */
const PAGES = runsOf(400, 3);
const LONG = 'x"\\'.repeat(600);
const ROOT = `https://many.example/${'r'.repeat(1900)}/`;

/** As much as evidence can hold, of what JSON writes longest. */
const evidenceOf = (at: number) =>
  cleanEvidence({
    url: `https://many.example/${at}/${'u'.repeat(1900)}`,
    snippet: LONG,
    measured: LONG,
    draft: '"\n'.repeat(10_000),
    examples: Array.from({ length: 10 }, () => LONG),
    findings: Array.from({ length: 20 }, () => ({ at: LONG, found: LONG })),
  });
const recordOf = (id: string, at: number): CheckRecord => ({
  id,
  status: 'fail',
  message: 'What was found, in our own words. '.repeat(8),
  howToFix: 'What to change, in our own words. '.repeat(8),
  // One page in fifty is full of it: all of them would be gigabytes.
  ...(at % 50 === 0 ? { evidence: evidenceOf(at) } : {}),
});
const failing = Array.from(
  { length: PAGES },
  (_, at): PageRecord => ({
    url: `https://many.example/${at}/${'p'.repeat(1900)}`,
    checks: PAGE_CHECKS.map(({ id }) => recordOf(id, at)),
  }),
);
const PASSES = PAGE_CHECKS.map(({ id }): CheckRecord => ({ id, status: 'pass', message: '' }));
const passing = failing.map(({ url }): PageRecord => ({ url, checks: PASSES }));
const ofSite = (series: string) =>
  CATALOGUE.filter((check) => check.series === series).map(({ id }) => recordOf(id, 0));

const tallies = new Map<string, Tally>();
tally(tallies, ofSite('site'));
for (const { checks } of failing) tally(tallies, checks);
const pagesOfBasis = {
  discovered: PAGES,
  scanned: PAGES,
  not200: 0,
  unreadable: { wall: 0, shell: 0, both: 0 },
  homepageStatus: 200,
  cutShort: false,
};
const CHECKS: ScanChecks = {
  site: ofSite('site'),
  llmsTxt: ofSite('llmsTxt'),
  basis: { tallies: Object.fromEntries(tallies), pages: pagesOfBasis, llmsTxt: undefined },
};
const scanOf = (id: string): ScanRecord => ({
  id,
  shareToken: `token_of_${id}`,
  accountId: 'acc_1',
  tier: 'keyed',
  queueOwner: 'acc_1',
  rootUrl: ROOT,
  pageLimit: PAGES,
  status: 'completed',
  createdAt: id === 'old' ? '2026-01-01T00:00:00.000Z' : '2026-01-02T00:00:00.000Z',
  completedAt: '2026-01-01T00:10:00.000Z',
  pagesDiscovered: PAGES,
  pagesScanned: PAGES,
  score: scoreSite({ tallies: Object.fromEntries(tallies), pages: pagesOfBasis, llmsTxt: undefined }),
  llmsTxtScore: 0,
  percentile: null,
  corpusTotal: null,
  rubricVersion: '1',
  run: 1,
  chunkCount: 1,
  revision: 1,
});

const ARTICLES = allArticles();

const pagesIn = ({ id }: ScanRecord) => (id === 'old' ? passing : failing);

const summaries = new Map<string, ReturnType<typeof summarizePages>>();
function summaryOf(scan: ScanRecord): ReturnType<typeof summarizePages> {
  const summary = summaries.get(scan.id) ?? summarizePages([pagesIn(scan)]);
  summaries.set(scan.id, summary);
  return summary;
}

/** Only what the tools below ask for; a call of anything else fails the test. */
const services = {
  scans: {
    byShareToken: async () => undefined,
    find: async (_: string, id: string) => scanOf(id),
    list: async () =>
      Array.from({ length: 100 }, (_, at) => {
        const createdAt = new Date(Date.UTC(2026, 0, 2) - at).toISOString();
        return { ...scanOf(`scn_${at}`), createdAt, shareToken: 't'.repeat(22) };
      }),
    checks: async () => CHECKS,
    async *pages(scan: ScanRecord) {
      yield pagesIn(scan);
    },
    browserLook: async () => undefined,
    pageSummary: (scan: ScanRecord) => summaryOf(scan),
  },
  scanWaits: { wait: async () => {} },
  runMcpScan: async () => ({
    reached: true,
    status: 'completed',
    score: 1,
    raw: 1,
    caps: [],
    coverage: 1,
    serverName: LONG.slice(0, 200),
    serverVersion: LONG.slice(0, 200),
    toolCount: 1,
    resourceCount: 1,
    promptCount: 1,
    limitsHit: [],
    records: MCP_CHECKS.map(({ id }) => recordOf(id, 0)),
  }),
  mcpScans: {
    add: async ({ scan }: { scan: object }) => ({ scan: { id: 'mcp_1', shareToken: 'tok', ...scan } }),
    byShareToken: async () => undefined,
    list: async () => [],
  },
  library: createLibrary(ARTICLES, `https://${'a'.repeat(63)}.example`),
} as unknown as ToolServices;

const CALLS: readonly (readonly [tool: string, input: Record<string, unknown>, says: RegExp])[] = [
  ['compare_scans', { id: 'new', with: 'old' }, /Call get_scan with either id/],
  [
    'scan_mcp',
    { endpoint: 'https://many.example/mcp' },
    /report for people: \/m\/tok.*There is more: call get_scan with \{"id":"mcp_1","cursor":"\d+"\}/s,
  ],
  ['list_scans', { limit: 100 }, /More: call list_scans with cursor/],
];

describe('a result has at most 25,000 tokens, and says where the rest is', () => {
  let surface: ToolSurface;
  before(() => {
    surface = createToolSurface({
      gate: createGate({
        tools: TOOLS,
        quotas: { draw: async () => [], peek: async () => [] },
        idempotency: { once: () => Promise.reject(new Error('not asked')) },
        targets: { accept: async (url) => ({ url }) },
        services,
      }),
      tools: TOOLS,
      websiteUrl: 'https://legible.example',
      log: createLog('error'),
    });
  });
  const call = (name: string, input: unknown): Promise<SurfaceToolResult> =>
    surface.callTool(name, input, {
      caller: { kind: 'operator', accountId: 'acc_1' },
      requestId: 'test',
      signal: new AbortController().signal,
    });

  for (const [name, input, says] of CALLS) {
    it(`${name} ${JSON.stringify(input)}`, async () => {
      const result = await call(name, input);
      const [{ text } = { text: '' }] = result.content;
      assert.equal(result.isError, undefined, text);
      const characters = JSON.stringify(result).length;
      assert.ok(characters <= MAX_CHARACTERS, `${characters} characters`);
      assert.match(text, says);
    });
  }

  const LOOKS: readonly (readonly [input: Record<string, unknown>, list: string])[] = [
    [{}, 'fixes'],
    [{ pages: 'all' }, 'fixes'],
    [{ detail: 'checks' }, 'checks'],
    [{ detail: 'pages' }, 'pages'],
    [{ detail: 'results' }, 'results'],
    [{ checkId: 'p5' }, 'results'],
    [{ page: failing[100]?.url }, 'results'],
    [{ page: failing[100]?.url, checkId: 'P5' }, 'results'],
  ];
  for (const tool of ['get_scan', 'explain_scan']) {
    for (const [look, list] of tool === 'get_scan' ? LOOKS : LOOKS.slice(0, 1)) {
      it(`${tool} ${JSON.stringify(look).slice(0, 60)}: at most 4,000 tokens, and a cursor to all the rest`, async () => {
        let seen = 0;
        let cursor: string | undefined;
        for (let answers = 0; answers < 4; answers += 1) {
          const result = await call(tool, { id: 'new', ...look, ...(cursor === undefined ? {} : { cursor }) });
          const [{ text } = { text: '' }] = result.content;
          assert.equal(result.isError, undefined, text);
          const characters = JSON.stringify(result).length;
          assert.ok(characters <= MAX_LEAN_CHARACTERS, `${characters} characters`);
          const scan = AgentScan.parse(result.structuredContent);
          const items = Object(scan)[list];
          assert.ok(items.length > 0, 'there is something in each answer');
          for (const { checkId, page, howToFix, message } of items) {
            for (const words of [checkId, page, howToFix, message]) assert.ok(text.includes(words ?? ''), words);
          }
          seen += items.length;
          cursor = scan.nextCursor;
          if (cursor === undefined) break;
          assert.equal(cursor, String(seen));
          assert.ok(characters > MAX_LEAN_CHARACTERS * 0.7, `${characters} characters: what room there is is used`);
        }
        if (list === 'fixes') assert.ok(cursor === undefined && seen > 40, `${seen} fixes are all`);
      });
    }
  }

  it('ask about any article, with a query as long as can be that JSON writes longest', async () => {
    let most = 0;
    for (const { title, description } of someOf(ARTICLES, 24)) {
      const words = `${title} ${description}`.slice(0, 1000);
      // Within, because white space around a query is cut off.
      const query = words.replace(' ', `${'\u0001'.repeat(1998 - words.length)} `);
      const given = { query, decontextualized_query: query, mode: 'summarize', query_id: 'q'.repeat(128) };
      const result = await call('ask', given);
      const [{ text } = { text: '' }] = result.content;
      assert.equal(result.isError, undefined, text);
      assert.ok(Object(result.structuredContent).summary.length > 0, title);
      assert.ok(text.length <= 10_000, `${text.length} characters of text`);
      most = Math.max(most, JSON.stringify(result).length);
    }
    assert.ok(most <= MAX_CHARACTERS, `${most} characters`);
    assert.ok(most > 15_000, `${most} characters: the query comes back`);
  });
});
