import type { AccessibilityAudit } from './artifacts.ts';
import type { SampledPage } from './crawl/audit-sample.ts';
import type { AccessibilityPool } from './workers/accessibility-pool.ts';

/**
 * Audits the pages of the sample one after the other; answers by URL. Never rejects: what is not done when `signal` is
 * aborted is left out. So is the rest of a site of which one page was too much, so that a site made to hurt holds the
 * scan up once.
 */
export async function auditPages(
  pool: AccessibilityPool,
  sample: readonly SampledPage[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, AccessibilityAudit>> {
  const audits = new Map<string, AccessibilityAudit>();
  let isTooMuch = false;
  for (const { url, job } of sample) {
    if (job === undefined) {
      audits.set(url, { kind: 'left-out', why: 'size' });
      continue;
    }
    const audit: AccessibilityAudit = isTooMuch ? TOO_MUCH : await pool.audit(job, signal).catch(() => TOO_MUCH);
    isTooMuch ||= audit.kind === 'left-out' && audit.why === 'effort';
    audits.set(url, audit);
  }
  return audits;
}

const TOO_MUCH: AccessibilityAudit = { kind: 'left-out', why: 'effort' };
