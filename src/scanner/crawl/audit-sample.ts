import type { AccessibilityJob } from '../workers/accessibility-job.ts';

/** Beside the home page. */
const MAX_PAGES = 4;
/** Bodies kept while the crawl runs. */
const MAX_CANDIDATES = 16;
const MAX_HOME_BYTES = 1_000_000;
const MAX_PAGE_BYTES = 256_000;
const MAX_KEPT_BYTES = 2_000_000;
/** Pages with more elements are left to the static rules (catalogue, P19). */
const MAX_ELEMENTS = 6000;

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
  /** Every readable page, in scan order: what is kept then depends on the site alone. */
  offer(page: OfferedPage): void;
  /** The home page, then one page of each of the four templates that most pages have. */
  chosen(): SampledPage[];
}

/** Chooses the pages for the deep part of P19 while the crawl runs, so that none is fetched again. Keeps 2 MB at most. */
export function createAuditSample(): AuditSample {
  const pageCounts = new Map<string, number>();
  const candidates = new Map<string, SampledPage>();
  let home: { readonly page: SampledPage; readonly template: string } | undefined;
  let keptBytes = 0;

  const keep = ({ url, html, contentTypeHeader }: OfferedPage): SampledPage => {
    keptBytes += html.length;
    return { url, job: { html, contentTypeHeader } };
  };
  return {
    offer(page) {
      const { url, isHome, template, elementCount, html } = page;
      const fits = elementCount <= MAX_ELEMENTS && keptBytes + html.length <= MAX_KEPT_BYTES;
      if (isHome) {
        home = { page: fits && html.length <= MAX_HOME_BYTES ? keep(page) : { url, job: undefined }, template };
        return;
      }
      pageCounts.set(template, (pageCounts.get(template) ?? 0) + 1);
      const isWanted = !candidates.has(template) && candidates.size < MAX_CANDIDATES && template !== home?.template;
      if (isWanted && fits && html.length <= MAX_PAGE_BYTES) candidates.set(template, keep(page));
    },
    chosen() {
      const count = (template: string) => pageCounts.get(template) ?? 0;
      const others = [...candidates]
        .sort(([a], [b]) => count(b) - count(a) || (a < b ? -1 : 1))
        .slice(0, MAX_PAGES)
        .map(([, page]) => page);
      return home === undefined ? others : [home.page, ...others];
    },
  };
}
