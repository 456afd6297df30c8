/** Reports of scans that a test ends by itself. */
import { failedReport, failureRecord } from '../../src/scanner/engine/scan-failure.ts';
import type { ScanReport } from '../../src/scanner/model/scan.ts';
import type { ScoreBasis, Tally } from '../../src/scanner/model/score.ts';

const tally = (fails: number): Tally => ({ applicable: 1, credit: 1 - fails, fails, warns: 0, errors: 0 });

/** @param failing ids of checks that fail */
const basisOf = (failing: readonly string[]): ScoreBasis => ({
  tallies: Object.fromEntries(['S1', 'S2', ...failing].map((id) => [id, tally(failing.includes(id) ? 1 : 0)])),
  pages: {
    discovered: 1,
    scanned: 1,
    not200: 0,
    unreadable: { wall: 0, shell: 0, both: 0 },
    homepageStatus: 200,
    cutShort: false,
  },
  llmsTxt: undefined,
});

/** A scan with a score. */
export const completedReport = (score: number, failing: readonly string[] = []): ScanReport => ({
  status: 'completed',
  pagesDiscovered: 1,
  pagesScanned: 1,
  siteChecks: failing.map((id) => ({ id, status: 'fail', message: 'Not found.' })),
  llmsTxtChecks: [],
  score: { score, raw: score, cap: undefined, coverage: 1, lowConfidence: false },
  llmsTxtScore: 0,
  host: 'example.com',
  entersCorpus: true,
  basis: basisOf(failing),
});

export const unreachableReport = failedReport(failureRecord('No connection could be made.', 'Start the server.'));
