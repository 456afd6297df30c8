import { cleanEvidence } from './clean-evidence.ts';
import type { Evidence } from './define-check.ts';
import type { CheckRecord } from './run-checks.ts';
import type { ScanReport } from './scan-types.ts';

/** Not a check of the catalogue: what a failed scan says under `error` in siteChecks instead of a grade. */
export const SCAN_FAILURE = {
  id: 'S0',
  name: 'The site could be scanned',
  sources: ['https://www.rfc-editor.org/rfc/rfc9309'],
} as const;

export function failureRecord(message: string, howToFix: string, evidence?: Evidence): CheckRecord {
  return {
    id: SCAN_FAILURE.id,
    status: 'error',
    message,
    howToFix,
    ...(evidence === undefined ? {} : { evidence: cleanEvidence(evidence) }),
  };
}

/** A scan without a grade: why, and whatever was seen before it ended. */
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
