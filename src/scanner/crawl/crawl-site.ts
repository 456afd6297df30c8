/** Reads the pages of a site in waves, and notes the addresses that only lead home. */

import type { PageLog } from '../delivery/page-log.ts';
import type { Answer } from '../model/http.ts';
import { isOverload } from '../model/http.ts';
import type { AddressesArtifact, CrawlArtifact, PageArtifact, PageDigest } from '../model/page.ts';
import type { OnCheckBug } from '../model/result.ts';
import type { PageRecord, ScanSink } from '../model/scan.ts';
import type { PageTotals } from '../model/score.ts';
import { refusalsIn } from '../model/site.ts';
import type { Deadline } from '../net/deadline.ts';
import { type RequestLedger, traffic } from '../net/site-client.ts';
import type { SampledPage } from './audit-sample.ts';
import type { Frontier } from './frontier.ts';
import { inOrder } from './in-order.ts';
import { createPageResults } from './page-results.ts';
import { isTooSlow, type Patience } from './patience.ts';
import { type PageReader, type ReadPage, readPage } from './read-page.ts';
import { createVisits } from './visits.ts';
import type { Candidate } from './waiting-pages.ts';

const FIRST_PAGES = 24;
const LOOKAHEAD = 32;
/** URLs tried at most: a site whose addresses lead to data instead of pages is not asked for all of them. */
const maxTries = (pageLimit: number) => 3 * pageLimit + 50;
/** A site that refuses more than half of this many requests is asked no further (S7 says the rest). */
const GIVE_UP_AFTER = 20;
/** How often a page that answers 429 or 503 is put back to the pages that wait. */
const MAX_PUT_OFF = 2;

interface CrawlParts {
  readonly reader: PageReader;
  readonly frontier: Frontier;
  readonly ledger: RequestLedger;
  readonly pageLimit: number;
  readonly sink: ScanSink;
  /** Ends the crawl early; pages read until then count. */
  readonly deadline: Pick<Deadline, 'signal' | 'end'>;
  readonly patience: Patience;
  /** Called with every page and its records, in scan order. */
  onPage(page: PageRecord): void;
  /** Called once, with the pages of the first whole waves that have at least `FIRST_PAGES`, or with all there are. */
  onFirstPages(pages: readonly PageRecord[]): void;
  /** Called with the chosen pages for the deep part of P19, and their bodies, as soon as they are chosen. */
  onSampled(pages: readonly SampledPage[]): void;
  readonly onBug: OnCheckBug;
}

export interface CrawlOutcome {
  readonly crawl: CrawlArtifact;
  readonly addresses: AddressesArtifact;
  /** The pages and the dead links among them, in scan order: what the delivered share is computed from, with the log. */
  readonly visited: readonly PageDigest[];
  /** Undefined when the root is no page. */
  readonly home: PageArtifact | undefined;
  /** Of the first readable pages: what single pages are probed with afterwards. */
  readonly firstAnswers: readonly Answer[];
  readonly chunkCount: number;
  /** In the order of `visited`. */
  readonly pageLog: PageLog;
  readonly unreadable: PageTotals['unreadable'];
  /** It ended before the pages did: by its deadline, or because the site is slow. */
  readonly cutShort: boolean;
}

/**
 * Reads the site in waves. Each wave is chosen from all that is known when it starts, so a slow answer changes when a
 * page is read but never which; pages come out in order, chunk by chunk.
 */
export async function crawlSite(parts: CrawlParts): Promise<CrawlOutcome> {
  const { reader, frontier, pageLimit } = parts;
  const { signal: deadline } = parts.deadline;
  const endIfTooSlow = watchPace(parts);
  const results = createPageResults(parts);
  const visits = createVisits({ ...parts, scope: reader.target.scope, listings: reader.listings });
  const putOff = createPutOff(frontier);
  let position = 0;

  while (
    results.scanned < pageLimit &&
    position < maxTries(pageLimit) &&
    !deadline.aborted &&
    !isRefused(parts.ledger)
  ) {
    const wave = frontier.nextWave(Math.min(waveSize(pageLimit), pageLimit - results.scanned));
    if (wave.length === 0) break;
    const first = position;
    let next = 0;
    position += wave.length;
    for await (const read of inOrder(wave, LOOKAHEAD, (candidate, at) => readPage(reader, candidate, first + at))) {
      reader.signal.throwIfAborted();
      // The deadline cut off later answers, so they must not count against the site.
      if (deadline.aborted) break;
      const asked = wave[next];
      next += 1;
      if (read === undefined) {
        if (asked !== undefined) frontier.isNoPage(asked.url);
      } else if (asked === undefined || !putOff(asked, read)) {
        const page = visits.take(read);
        if (page !== undefined) await results.add(page, () => frontier.discovered);
      }
      endIfTooSlow(results.scanned);
    }
    reader.plan.settle();
    if (results.scanned >= FIRST_PAGES) results.endFirstPages();
  }
  results.endFirstPages();
  await results.flush();
  const { pages, ...site } = visits.complete();
  const { scanned, chunkCount, unreadable } = results;
  return {
    ...site,
    crawl: { pages, pagesDiscovered: Math.max(frontier.discovered, scanned), linked: site.pageLog.urls },
    chunkCount,
    unreadable,
    cutShort: deadline.aborted,
  };
}

/** Small enough that links found early can still be chosen, large enough that the end of a wave costs little. */
const waveSize = (pageLimit: number) => Math.min(64, Math.max(8, Math.ceil(pageLimit / 8)));

function isRefused(ledger: RequestLedger): boolean {
  const seen = traffic(ledger);
  return seen.pageRequests >= GIVE_UP_AFTER && refusalsIn(seen).length > seen.pageRequests / 2;
}

/** Puts a page that answers 429 or 503 back to those that wait, a few times; answers whether it did. */
function createPutOff(frontier: Pick<Frontier, 'putBack'>): (asked: Candidate, read: ReadPage) => boolean {
  const times = new Map<string, number>();
  return (asked, { page }) => {
    const before = times.get(page.url) ?? 0;
    const { response } = page;
    const isForLater =
      response.answered && isOverload(response.answer.status) && page.foundBy !== 'root' && before < MAX_PUT_OFF;
    if (!isForLater) return false;
    times.set(asked.url, (times.get(asked.url) ?? 0) + 1);
    frontier.putBack(asked);
    return true;
  };
}

/** Ends the crawl of a site that is too slow, or that asks for a slower pace than a scan can keep. */
function watchPace({
  patience,
  deadline,
  reader,
}: Pick<CrawlParts, 'patience' | 'deadline' | 'reader'>): (scanned: number) => void {
  const startedMs = performance.now();
  return (scanned) => {
    if (isTooSlow(patience, performance.now() - startedMs, scanned))
      deadline.end(new Error('the site is too slow for more pages'));
    if (reader.client.limitOf(reader.target.finalUrl) !== undefined)
      deadline.end(new Error('the site asks for a slower pace than a scan can keep'));
  };
}
