import type { AccessibilityAudit } from './artifacts.ts';
import type { SampledPage } from './crawl/audit-sample.ts';
import type { AccessibilityPool } from './workers/accessibility-pool.ts';

export interface AuditQueue {
  /** Audits pages after those added before, one at a time. */
  add(pages: readonly SampledPage[]): void;
  /**
   * What became of all pages added so far, by URL. Never rejects: what was not done when the signal was aborted is left
   * out. So is the rest of a site of which one page was too much, so that a site made to hurt holds the scan up once.
   */
  results(): Promise<ReadonlyMap<string, AccessibilityAudit>>;
}

/** The audits of one scan, which go on beside the crawl. */
export function createAuditQueue(pool: AccessibilityPool, signal: AbortSignal): AuditQueue {
  const audits = new Map<string, AccessibilityAudit>();
  let isTooMuch = false;
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
      for (const page of pages) last = last.then(() => audit(page));
    },
    async results() {
      await last;
      return audits;
    },
  };
}

const TOO_MUCH: AccessibilityAudit = { kind: 'left-out', why: 'effort' };
