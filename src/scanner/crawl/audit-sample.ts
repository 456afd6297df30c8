import type { AccessibilityJob } from '../workers/page-job.ts';

/** In addition to the home page. */
const MAX_PAGES = 4;
/** Bodies kept while the crawl runs. */
const MAX_CANDIDATES = 16;
const MAX_HOME_BYTES = 1_000_000;
const MAX_PAGE_BYTES = 256_000;
/** In addition to the home page, whose megabyte makes it 2 MB. */
const MAX_KEPT_BYTES = 1_000_000;
/** Pages looked at, the home page among them: the crawl reads evenly, so the first ones show what there is. */
const SAMPLED_PAGES = 40;
/** Pages with more elements are left to the static rules (catalogue, P19). */
export const MAX_ELEMENTS = 6000;

export interface OfferedPage extends AccessibilityJob {
  readonly url: string;
  readonly isHome: boolean;
  /** Pages of one template are built alike. */
  readonly template: string;
  readonly elementCount: number;
}

/** A page to be audited; the home page without a job when it is too large. */
export interface SampledPage {
  readonly url: string;
  readonly job: AccessibilityJob | undefined;
}

export interface AuditSample {
  /**
   * Takes every readable page, in scan order, so that the choice depends on the site alone. Answers the pages to audit
   * now: the home page at once, so that its audit overlaps with the crawl.
   */
  offer(page: OfferedPage): readonly SampledPage[];
  /** No more pages will come: answers those that are still to be audited. */
  close(): readonly SampledPage[];
}

/**
 * Chooses pages for the deep part of P19 while the crawl runs, so that none is fetched again: the home page, then one of
 * each of the four templates that most of the first pages have. Keeps 2 MB at most, and nothing once it has chosen.
 */
export function createAuditSample(): AuditSample {
  const pageCounts = new Map<string, number>();
  const candidates = new Map<string, SampledPage>();
  let homeTemplate: string | undefined;
  let keptBytes = 0;
  let offered = 0;
  let isClosed = false;

  function close(): readonly SampledPage[] {
    if (isClosed) return [];
    isClosed = true;
    const count = (template: string) => pageCounts.get(template) ?? 0;
    const chosen = [...candidates]
      .sort(([a], [b]) => count(b) - count(a) || (a < b ? -1 : 1))
      .slice(0, MAX_PAGES)
      .map(([, page]) => page);
    candidates.clear();
    return chosen;
  }
  return {
    close,
    offer({ url, isHome, template, elementCount, html, contentTypeHeader }) {
      if (isClosed) return [];
      offered += 1;
      const page: SampledPage = { url, job: { html, contentTypeHeader } };
      if (isHome) {
        homeTemplate = template;
        const fits = elementCount <= MAX_ELEMENTS && html.length <= MAX_HOME_BYTES;
        return [fits ? page : { url, job: undefined }];
      }
      pageCounts.set(template, (pageCounts.get(template) ?? 0) + 1);
      const isWanted = template !== homeTemplate && !candidates.has(template) && candidates.size < MAX_CANDIDATES;
      const fits = elementCount <= MAX_ELEMENTS && html.length <= MAX_PAGE_BYTES;
      if (isWanted && fits && keptBytes + html.length <= MAX_KEPT_BYTES) {
        candidates.set(template, page);
        keptBytes += html.length;
      }
      return offered < SAMPLED_PAGES ? [] : close();
    },
  };
}
