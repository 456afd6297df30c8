/** Reads the pages of a site in waves, and notes the addresses that only lead home. */

import { createPageLog, faultsOf, type PageLog, type PageProblem } from '../delivery/page-log.ts';
import type { Answer } from '../model/http.ts';
import { isOverload } from '../model/http.ts';
import {
  type AddressesArtifact,
  type CrawlArtifact,
  NO_DEAD_LINKS,
  type PageArtifact,
  type PageDigest,
} from '../model/page.ts';
import type { CheckRecord, OnCheckBug } from '../model/result.ts';
import type { PageRecord, ScanSink } from '../model/scan.ts';
import type { PageTotals } from '../model/score.ts';
import { refusalsIn } from '../model/site.ts';
import type { Deadline } from '../net/deadline.ts';
import { type RequestLedger, traffic } from '../net/site-client.ts';
import {
  coverageKey,
  isSameWithFewerParameters,
  looksLikePage,
  mayHoldContent,
  normaliseUrl,
} from '../parse/url/normalise-url.ts';
import { createAddressBook } from './address-book.ts';
import { createAuditSample, type SampledPage } from './audit-sample.ts';
import type { Frontier } from './frontier.ts';
import { type PageReader, type ReadPage, readPage } from './read-page.ts';

export const CHUNK_PAGES = 50;
const FIRST_PAGES = 24;
const LOOKAHEAD = 32;
/** URLs tried at most: a site whose addresses lead to data instead of pages is not asked for all of them. */
const maxTries = (pageLimit: number) => 3 * pageLimit + 50;
/** A site that refuses more than half of this many requests is asked no further (S7 says the rest). */
const GIVE_UP_AFTER = 20;
const FIRST_ANSWERS = 3;
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
  const { reader, frontier, pageLimit, sink } = parts;
  const { signal: deadline } = parts.deadline;
  const startedMs = performance.now();
  const visited: PageDigest[] = [];
  const dead = new Set<string>();
  const fails = new Map<string, number>();
  let scanned = 0;
  const linked = new Set<string>();
  let chunk: { url: string; checks: readonly CheckRecord[] }[] = [];
  let chunkCount = 0;
  let position = 0;
  const unreadable = { wall: 0, shell: 0, both: 0 };
  let home: PageArtifact | undefined;
  let homeUrl: string | undefined;
  const firstAnswers: Answer[] = [];
  const auditSample = createAuditSample();
  const { scope } = reader.target;
  const { listings } = reader;
  const book = createAddressBook(scope, (url) => ({
    inSitemap: listings.isInSitemap(url),
    inLlmsTxt: listings.isInLlmsTxt(url),
  }));
  const sentHome = createSentHome();
  const pageLog = createPageLog((url) => url.startsWith(scope) && looksLikePage(url));

  const putOff = new Map<string, number>();
  const isForLater = ({ page }: ReadPage): boolean =>
    page.response.answered &&
    isOverload(page.response.answer.status) &&
    page.foundBy !== 'root' &&
    (putOff.get(page.url) ?? 0) < MAX_PUT_OFF;

  let firstPages: PageRecord[] | undefined = [];
  const tellFirstPages = () => {
    const pages = firstPages;
    firstPages = undefined;
    if (pages !== undefined) parts.onFirstPages(pages);
  };

  const flush = async () => {
    if (chunk.length === 0) return;
    await sink.pages(chunkCount, chunk);
    chunkCount += 1;
    chunk = [];
  };
  const take = async (read: ReadPage) => {
    const place = book.place(read);
    const { page, verdict, html } = read;
    if (place.kind === 'alias') {
      frontier.joins(page.url, place.page);
      if (place.page === homeUrl) sentHome.note(read, homeUrl);
      return;
    }
    // A dead address has no results, so only the links to it can be mended.
    pageLog.add(verdict.text, problemOf(page, verdict), {
      faults: place.kind === 'dead' ? [] : faultsOf(verdict.records),
      signpost: verdict.signpost,
    });
    if (place.kind === 'dead') {
      visited.push(verdict.digest);
      dead.add(page.url);
      frontier.isNoPage(page.url);
      return;
    }
    const { url } = place;
    frontier.joins(page.url, url);
    frontier.isPage(url);
    if (page.foundBy === 'root') {
      home = { ...page, facts: verdict.facts };
      homeUrl = url;
    }
    // A page that names its plain address is the page there.
    const isPlain = url !== page.url && isSameWithFewerParameters(url, verdict.digest.finalUrl);
    visited.push({ ...verdict.digest, url, ...(isPlain ? { finalUrl: url } : {}) });
    scanned += 1;
    const { response } = page;
    if (verdict.digest.readable === 'yes' && response.answered && firstAnswers.length < FIRST_ANSWERS)
      firstAnswers.push(response.answer);
    if (verdict.layout !== undefined && html !== undefined && response.answered) {
      const contentTypeHeader = response.answer.headers['content-type'];
      const isHome = page.foundBy === 'root';
      parts.onSampled(auditSample.offer({ url, isHome, ...verdict.layout, html, contentTypeHeader }));
    }
    for (const { checkId, thrown } of verdict.bugs) parts.onBug(checkId, thrown);
    for (const link of verdict.links) {
      const target = frontier.add(link, verdict.digest.finalUrl, 'link');
      if (target !== undefined) linked.add(target);
    }
    parts.onPage({ url, checks: verdict.records });
    firstPages?.push({ url, checks: verdict.records });
    for (const { id, status } of verdict.records) if (status === 'fail') fails.set(id, (fails.get(id) ?? 0) + 1);
    const wall = verdict.records.some(({ id, status }) => id === 'P4' && status === 'fail');
    const shell = verdict.records.some(({ id, status }) => id === 'P5' && status === 'fail');
    if (wall || shell) unreadable[wall && shell ? 'both' : wall ? 'wall' : 'shell'] += 1;
    chunk.push({ url, checks: verdict.records });
    if (chunk.length === CHUNK_PAGES) await flush();
    const { discovered } = frontier;
    const phase = { name: 'pages', done: scanned, of: Math.max(scanned, Math.min(discovered, pageLimit)) } as const;
    sink.progress({
      pagesDiscovered: discovered,
      pagesScanned: scanned,
      currentUrl: url,
      phase,
      fails: Object.fromEntries(fails),
    });
  };

  while (scanned < pageLimit && position < maxTries(pageLimit) && !deadline.aborted && !isRefused(parts.ledger)) {
    const wave = frontier.nextWave(Math.min(waveSize(pageLimit), pageLimit - scanned));
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
      if (read !== undefined && asked !== undefined && isForLater(read)) {
        putOff.set(asked.url, (putOff.get(asked.url) ?? 0) + 1);
        frontier.putBack(asked);
      } else if (read !== undefined) await take(read);
      else if (asked !== undefined) frontier.isNoPage(asked.url);
      if (isTooSlow(parts.patience, performance.now() - startedMs, scanned))
        parts.deadline.end(new Error('the site is too slow for more pages'));
      if (reader.client.limitOf(reader.target.finalUrl) !== undefined)
        parts.deadline.end(new Error('the site asks for a slower pace than a scan can keep'));
    }
    reader.plan.settle();
    if (scanned >= FIRST_PAGES) tellFirstPages();
  }
  tellFirstPages();
  await flush();
  for (const digest of sentHome.dead()) {
    book.isDead(digest);
    pageLog.add(undefined, undefined);
    visited.push(digest);
    dead.add(digest.url);
  }
  parts.onSampled(auditSample.close());
  const addressOf = (url: string): string => book.resolve(frontier.addressOf(url));
  for (const url of frontier.leftOut) book.isAlso(url, addressOf(url));
  const log = pageLog.value(addressOf);
  const { digests, addresses } = book.complete(visited, { ...log, linked: new Set([...linked].map(addressOf)) });
  return {
    crawl: {
      pages: digests.filter(({ url }) => !dead.has(url)),
      pagesDiscovered: Math.max(frontier.discovered, scanned),
      linked: log.urls,
    },
    addresses,
    visited: digests,
    home,
    firstAnswers,
    chunkCount,
    pageLog: log,
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

/** Why there is no text, where the status does not say it. */
function problemOf({ response }: ReadPage['page'], { text, digest }: ReadPage['verdict']): PageProblem | undefined {
  if (text !== undefined) return undefined;
  if (!response.answered) {
    if (response.failure.code !== 'too_many_redirects') return undefined;
    return response.failure.isCircle === true ? 'redirect-circle' : 'redirects';
  }
  if (response.challenge !== undefined) return 'challenge';
  return digest.status === 200 && digest.readable === 'no' ? 'signpost' : undefined;
}

/**
 * Runs `work` over items with at most `lookahead` of them begun and not yet handed on, and hands the results on in the
 * order of the items: memory stays bounded and the order does not depend on timing. The first rejection ends it.
 */
export async function* inOrder<Item, Result>(
  items: readonly Item[],
  lookahead: number,
  work: (item: Item, at: number) => Promise<Result>,
): AsyncGenerator<Result> {
  const begun: Promise<Result>[] = [];
  let next = 0;
  const begin = () => {
    const item = items[next];
    if (next >= items.length || item === undefined) return;
    const running = work(item, next);
    // Awaited in its turn; until then a rejection must not count as unhandled.
    running.catch(() => {});
    begun.push(running);
    next += 1;
  };
  while (begun.length < lookahead && next < items.length) begin();
  for (let head = begun.shift(); head !== undefined; head = begun.shift()) {
    const result = await head;
    begin();
    yield result;
  }
}

/** How long a slow site is read: a page may take long, or there may be many, but not both. */
export interface Patience {
  /** The crawl goes on for this long however slow the pages are. */
  readonly forMs: number;
  /** After that time, the crawl goes on only while each page took at most this many milliseconds on average. */
  readonly pageMs: number;
}

/**
 * A fast site answers 2,000 pages in a minute or two. One that needs more than a second for each, with eight requests
 * under way, would keep a worker for half an hour to say what a hundred pages say as well.
 */
export const PATIENCE: Patience = { forMs: 180_000, pageMs: 1000 };

/** Whether a crawl with this many pages in this time is too slow to go on. */
export const isTooSlow = ({ forMs, pageMs }: Patience, elapsedMs: number, pages: number): boolean =>
  elapsedMs > forMs && elapsedMs > pages * pageMs;

/** Fewer addresses that lead to the home page are other names of it, or pages that were withdrawn. */
const MIN_ADDRESSES = 3;
const NAMES_OF_HOME = /^(?:home|homepage|start|welcome|main|default|[a-z]{2}(?:[-_][a-z]{2,4})?)$/;

/**
 * Collects the addresses in place of which the site answers with its home page, by a redirect: a page that is not there,
 * or that only some visitors may see. One or two prove nothing; more are dead, as a 404 is.
 */
function createSentHome() {
  const found: PageDigest[] = [];
  return {
    /** @param home the page that the address turned out to be another name of */
    note({ page, verdict }: ReadPage, home: string): void {
      const { response, url, inSitemap, inLlmsTxt } = page;
      const status = response.answered ? response.answer.hops[0]?.status : undefined;
      const { digest } = verdict;
      if (status === undefined || normaliseUrl(digest.finalUrl) !== home || isNameOf(home, url)) return;
      found.push({
        ...digest,
        ...{ url, finalUrl: url, status, inSitemap, inLlmsTxt, readable: 'no', noindex: false },
        ...{ markdown: undefined, hints: [], apiDescriptions: [], controls: undefined, links: undefined },
        ...{ canonicals: [], hreflangs: [], contentHash: '', title: '', description: '', deadLinks: NO_DEAD_LINKS },
      });
    },
    /** In scan order; none where they are too few to prove anything. */
    dead: (): readonly PageDigest[] => (found.length < MIN_ADDRESSES ? [] : found),
  };
}

/** The same address but for its spelling, a folder that the home page is in, or a usual name of a home page. */
function isNameOf(home: string, url: string): boolean {
  if (!mayHoldContent(url) || coverageKey(url) === coverageKey(home)) return true;
  const [there, here] = [new URL(home).pathname, new URL(url).pathname.replace(/\/$/, '')];
  const name = here.split('/').at(-1)?.toLowerCase() ?? '';
  return there.startsWith(`${here}/`) || NAMES_OF_HOME.test(name.replace(/\.\w{2,5}$/, ''));
}
