import { createPageLog, faultsOf, type PageLog, type PageProblem } from '../delivery/page-log.ts';
import type { Answer } from '../model/http.ts';
import type { Listings } from '../model/llms-txt.ts';
import type { AddressesArtifact, PageArtifact, PageDigest } from '../model/page.ts';
import type { OnCheckBug } from '../model/result.ts';
import type { PageRecord } from '../model/scan.ts';
import { isSameWithFewerParameters, looksLikePage } from '../parse/url/normalise-url.ts';
import { createAddressBook, type Place } from './address-book.ts';
import { createAuditSample, type SampledPage } from './audit-sample.ts';
import type { Frontier } from './frontier.ts';
import type { ReadPage } from './read-page.ts';
import { createSentHome } from './sent-home.ts';

const FIRST_ANSWERS = 3;

interface VisitParts {
  /** Prefix every page URL starts with. */
  readonly scope: string;
  readonly listings: Listings;
  readonly frontier: Frontier;
  /** Called with the chosen pages for the deep part of P19, and their bodies, as soon as they are chosen. */
  onSampled(pages: readonly SampledPage[]): void;
  readonly onBug: OnCheckBug;
}

/** What the visits of a crawl add up to. */
interface VisitedSite {
  /** The pages without the dead links among them, in scan order. */
  readonly pages: readonly PageDigest[];
  /** The pages and the dead links among them, in scan order: what the delivered share is computed from, with the log. */
  readonly visited: readonly PageDigest[];
  readonly addresses: AddressesArtifact;
  /** In the order of `visited`. */
  readonly pageLog: PageLog;
  /** Undefined when the root is no page. */
  readonly home: PageArtifact | undefined;
  /** Of the first readable pages: what single pages are probed with afterwards. */
  readonly firstAnswers: readonly Answer[];
}

/** What a crawl knows of the addresses that it visited. */
interface Visits {
  /** Takes every answer, in scan order; undefined for one that is no page of its own. */
  take(read: ReadPage): PageRecord | undefined;
  /** To be called once, after the last answer. */
  complete(): VisitedSite;
}

/** Notes what each address turned out to be: a page, another address of one, or dead. */
export function createVisits({ scope, listings, frontier, onSampled, onBug }: VisitParts): Visits {
  const visited: PageDigest[] = [];
  const dead = new Set<string>();
  const linked = new Set<string>();
  const firstAnswers: Answer[] = [];
  let home: PageArtifact | undefined;
  let homeUrl: string | undefined;
  const auditSample = createAuditSample();
  const book = createAddressBook(scope, (url) => ({
    inSitemap: listings.isInSitemap(url),
    inLlmsTxt: listings.isInLlmsTxt(url),
  }));
  const sentHome = createSentHome();
  const pageLog = createPageLog((url) => url.startsWith(scope) && looksLikePage(url));

  function takeDead({ page, verdict }: ReadPage): void {
    visited.push(verdict.digest);
    dead.add(page.url);
    frontier.isNoPage(page.url);
  }

  function takePage({ page, verdict, html }: ReadPage, url: string): PageRecord {
    frontier.joins(page.url, url);
    frontier.isPage(url);
    const isHome = page.foundBy === 'root';
    if (isHome) {
      home = { ...page, facts: verdict.facts };
      homeUrl = url;
    }
    // A page that names its plain address is the page there.
    const isPlain = url !== page.url && isSameWithFewerParameters(url, verdict.digest.finalUrl);
    visited.push({ ...verdict.digest, url, ...(isPlain ? { finalUrl: url } : {}) });
    const { response } = page;
    if (verdict.digest.readable === 'yes' && response.answered && firstAnswers.length < FIRST_ANSWERS)
      firstAnswers.push(response.answer);
    if (verdict.layout !== undefined && html !== undefined && response.answered) {
      const contentTypeHeader = response.answer.headers['content-type'];
      onSampled(auditSample.offer({ url, isHome, ...verdict.layout, html, contentTypeHeader }));
    }
    for (const { checkId, thrown } of verdict.bugs) onBug(checkId, thrown);
    for (const link of verdict.links) {
      const target = frontier.add(link, verdict.digest.finalUrl, 'link');
      if (target !== undefined) linked.add(target);
    }
    return { url, checks: verdict.records };
  }

  function log({ page, verdict }: ReadPage, kind: Place['kind']): void {
    // A dead address has no results, so only the links to it can be fixed.
    pageLog.add(verdict.text, problemOf(page, verdict), {
      faults: kind === 'dead' ? [] : faultsOf(verdict.records),
      signpost: verdict.signpost,
    });
  }

  return {
    take(read) {
      const place = book.place(read);
      if (place.kind === 'alias') {
        frontier.joins(read.page.url, place.page);
        if (place.page === homeUrl) sentHome.note(read, homeUrl);
        return undefined;
      }
      log(read, place.kind);
      if (place.kind === 'page') return takePage(read, place.url);
      takeDead(read);
      return undefined;
    },
    complete() {
      for (const digest of sentHome.dead()) {
        book.isDead(digest);
        pageLog.add(undefined, undefined);
        visited.push(digest);
        dead.add(digest.url);
      }
      onSampled(auditSample.close());
      const addressOf = (url: string): string => book.resolve(frontier.addressOf(url));
      for (const url of frontier.leftOut) book.isAlso(url, addressOf(url));
      const log = pageLog.value(addressOf);
      const { digests, addresses } = book.complete(visited, { ...log, linked: new Set([...linked].map(addressOf)) });
      return {
        pages: digests.filter(({ url }) => !dead.has(url)),
        visited: digests,
        addresses,
        pageLog: log,
        home,
        firstAnswers,
      };
    },
  };
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
