/** Finished scans: one of many pages, written as a worker writes it, which a report has to cope with; and of MCP servers. */

import { PAGE_CHECKS, SITE_CHECKS } from '../../src/scanner/checks/catalogue.ts';
import { CHUNK_PAGES } from '../../src/scanner/crawl/page-results.ts';
import type { CheckRecord } from '../../src/scanner/model/result.ts';
import type { PageRecord } from '../../src/scanner/model/scan.ts';
import type { ScoreBasis, Tally } from '../../src/scanner/model/score.ts';

import { scoreSite } from '../../src/scanner/scoring/score.ts';
import { tally } from '../../src/scanner/scoring/tally.ts';
import type { NewMcpScan } from '../../src/scans/mcp-scans.ts';
import { createScans } from '../../src/scans/scans.ts';
import { openStore } from '../../src/store/open.ts';

const ROOT = 'https://many.example/';
const STATUSES = ['pass', 'fail', 'warn', 'pass', 'na', 'error'] as const;

/** Every status in turn, so that no two pages are alike. */
const recordOf = (id: string, at: number): CheckRecord => ({
  id,
  status: STATUSES[at % STATUSES.length] ?? 'pass',
  message: `What was found at place ${at % 7}.`,
  howToFix: 'Change what is told here.',
  evidence: { url: `${ROOT}page-${at}`, snippet: `<script>alert(${at})</script>`, examples: ['one', 'two'] },
});

/**
 * Writes the scan into a store that no service has open yet.
 * @returns the share token of its report
 */
export async function storeScan(dataDir: string, pageCount: number): Promise<string> {
  const store = await openStore({ dataDir });
  const scans = createScans(store);
  const { id, shareToken } = await scans.start({ accountId: 'acc_of_nobody', rootUrl: ROOT, pageLimit: pageCount });
  await store.jobs.remove(id);
  const scan = await scans.beginRun(id, 1);
  if (scan === undefined) throw new Error('the scan has ended before it began');
  const pages = Array.from(
    { length: pageCount },
    (_, page): PageRecord => ({
      url: `${ROOT}section-${page % 10}/page-${page}`,
      checks: PAGE_CHECKS.map((check, at) => recordOf(check.id, page * 7 + at)),
    }),
  );
  const siteChecks = SITE_CHECKS.map((check, at) => recordOf(check.id, at));
  const tallies = new Map<string, Tally>();
  tally(tallies, siteChecks);
  for (const [chunk, start] of Array.from(
    { length: Math.ceil(pageCount / CHUNK_PAGES) },
    (_, at) => at * CHUNK_PAGES,
  ).entries()) {
    const part = pages.slice(start, start + CHUNK_PAGES);
    for (const { checks } of part) tally(tallies, checks);
    await scans.writePages(scan, 'early', chunk, part);
    await scans.writePages(
      scan,
      'late',
      chunk,
      part.map(({ url }) => ({ url, checks: [] })),
    );
  }
  const basis: ScoreBasis = {
    tallies: Object.fromEntries(tallies),
    pages: {
      discovered: pageCount,
      scanned: pageCount,
      not200: 0,
      unreadable: { wall: 0, shell: 0, both: 0 },
      homepageStatus: 200,
      cutShort: false,
    },
    llmsTxt: undefined,
  };
  await scans.end(id, 1, {
    status: 'completed',
    pagesDiscovered: pageCount,
    pagesScanned: pageCount,
    siteChecks,
    llmsTxtChecks: [],
    score: scoreSite(basis),
    llmsTxtScore: 0,
    host: new URL(ROOT).host,
    entersCorpus: false,
    basis,
  });
  await store.close();
  return shareToken;
}

/** The grade of an MCP server, as it is handed over to be kept. */
export const mcpScanOf = (host: string): NewMcpScan['scan'] => ({
  endpoint: `https://${host}/mcp`,
  host,
  status: 'completed',
  mcpScore: 80,
  mcpRating: 'good',
  serverName: null,
  serverVersion: null,
  toolCount: 1,
  resourceCount: 0,
  promptCount: 0,
  checks: [],
});
