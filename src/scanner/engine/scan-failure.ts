import { SCAN_FAILURE } from '../checks/define.ts';
import { cleanEvidence } from '../checks/evidence.ts';
import type { CheckRecord, Evidence } from '../model/result.ts';

import type { ScanReport } from '../model/scan.ts';

export function failureRecord(message: string, howToFix: string, evidence?: Evidence): CheckRecord {
  return {
    id: SCAN_FAILURE.id,
    status: 'error',
    message,
    howToFix,
    ...(evidence === undefined ? {} : { evidence: cleanEvidence(evidence) }),
  };
}

/** A scan without a grade: the reason, and any results from before it ended. */
export function failedReport(
  failure: CheckRecord,
  seen: { siteChecks?: readonly CheckRecord[]; pagesDiscovered?: number; pagesScanned?: number } = {},
): ScanReport {
  return {
    status: 'failed',
    pagesDiscovered: seen.pagesDiscovered ?? 0,
    pagesScanned: seen.pagesScanned ?? 0,
    siteChecks: [failure, ...(seen.siteChecks ?? [])],
    llmsTxtChecks: [],
    score: undefined,
    llmsTxtScore: 0,
    basis: undefined,
    host: '',
    entersCorpus: false,
  };
}
