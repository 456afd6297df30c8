import type { SampledPage } from '../crawl/audit-sample.ts';
import type { AccessibilityAudit } from '../model/page.ts';
import type { AccessibilityPool } from '../workers/accessibility-pool.ts';

export interface AuditQueue {
  /** Audits pages after those added before, one at a time. */
  add(pages: readonly SampledPage[]): void;
  /** How many pages were added. */
  size(): number;
  /**
   * The audits of all pages added so far, by URL. Never rejects: audits that were not done before the abort are left
   * out. After one page exceeds the limits, the rest of the site is left out, so that a hostile site delays the scan
   * only once.
   */
  results(): Promise<ReadonlyMap<string, AccessibilityAudit>>;
}

/** The audits of one scan, which run in parallel with the crawl. */
export function createAuditQueue(pool: AccessibilityPool, signal: AbortSignal): AuditQueue {
  const audits = new Map<string, AccessibilityAudit>();
  let isTooMuch = false;
  let added = 0;
  let last = Promise.resolve();

  async function audit({ url, job }: SampledPage): Promise<void> {
    if (job === undefined) {
      audits.set(url, { kind: 'left-out', why: 'size' });
      return;
    }
    const found: AccessibilityAudit = isTooMuch ? TOO_MUCH : await pool.audit(job, signal).catch(() => TOO_MUCH);
    isTooMuch ||= found.kind === 'left-out' && found.why === 'effort';
    audits.set(url, found);
  }
  return {
    add(pages) {
      added += pages.length;
      for (const page of pages) last = last.then(() => audit(page));
    },
    size: () => added,
    async results() {
      await last;
      return audits;
    },
  };
}

const TOO_MUCH: AccessibilityAudit = { kind: 'left-out', why: 'effort' };
