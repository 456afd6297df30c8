/**
 * Of the site's own text, the share that reaches each reader, and what keeps the rest back. Pure; see docs/readers.md for
 * the readers.
 */

import type { PageDigest } from '../model/page.ts';
import { CAUSES, type Cause, type Delivery, FULL_WORDS, type MendedShares, type ReaderShare } from '../model/score.ts';
import { BLOCK } from '../parse/html/text-blocks.ts';
import { READERS, type Reader } from '../readers/readers.ts';
import { type Edge, edgeOf } from './access.ts';
import { missingBySign, OF_GONE, OF_LINKS } from './missing-by-sign.ts';
import { type LoggedPage, type Mends, NOTHING_MENDED, PAGE_MENDS } from './page-log.ts';
import { type Finder, finderOf, isUnlinked } from './reach.ts';
import type { Sign } from './signs/signs.ts';
import {
  type DeliveryInput,
  describeSite,
  isOffered,
  isText,
  linksTo,
  movedShare,
  ownWords,
  type Site,
  scriptedOnly,
} from './site.ts';
import { shareOfView, type View, viewOf } from './view-share.ts';

/** A root with fewer words of its own, alone, is no site of one page. */
const ONE_PAGE_WORDS = 150;
/** Pages that must link to a dead address before it counts as part of what the site offers. */
const MIN_LINKING_PAGES = 2;
const MAX_REDIRECTS_OF_OURS = 5;
/** Of what a limit of requests keeps back of a visit: agents find the answer on their first pages, or not at all. Assumed. */
const LIMITED_LOSS = 0.5;
/** Pages of a site of which only the root can be seen. */
const USUAL_PAGES = 25;

/** One page or dead address as one reader fares with it: a factor a cause; undefined where it is not this reader's. */
type Factors = { readonly weight: number; readonly factors: readonly number[] } | undefined;

/** What the readers' shares are computed from, for any set of fixed checks. */
interface Measured {
  readonly site: Site;
  readonly edge: Edge;
  readonly finder: Finder;
  /** Pages that only scripts lead to. */
  readonly hidden: number;
  /** By reader and page; undefined where the page is none to this reader. Measured once, because it does not depend on fixes. */
  readonly met: ReadonlyMap<Reader, readonly (View | 'missed' | undefined)[]>;
}

/** @param faulty checks of the whole scan that found a fault: what their fixes would give back is measured too */
export function deliveredShare(input: DeliveryInput, faulty: ReadonlySet<string>): Delivery {
  const site = describeSite(input);
  const finder = finderOf(site);
  const measured: Measured = {
    site,
    edge: edgeOf(input.uaParity),
    finder,
    hidden: hiddenBehindScripts(site),
    met: new Map(READERS.map((reader) => [reader, site.pages.map((_, at) => metAt(site, finder, reader, at))])),
  };
  const readers = readerShares(measured, NOTHING_MENDED);
  return {
    readers,
    share: meanShare(measured, NOTHING_MENDED, readers),
    rootOnly: rootOnlyFactor(site, NOTHING_MENDED),
    isRefused: measured.edge.refusesAll,
    measured: site.pages.filter((_, at) => isOffered(site, at)).length,
    missing: missingBySign(measured),
    mended: mendedShares(new Set([...faulty, ...lossChecks(measured)]), (mends) =>
      meanShare(measured, mends, readerShares(measured, mends)),
    ),
  };
}

/** Pages that only scripts lead to, by their addresses; where nothing leads anywhere, by the links of the root that have none. */
function hiddenBehindScripts(site: Site): number {
  const { pages, root } = site;
  const named = scriptedOnly(site).length;
  if (named > 0 || !isRootAlone(site)) return named;
  return Math.min(pages[root]?.links?.bad ?? 0, USUAL_PAGES);
}

/** Checks whose fix brings lost text, whether or not the check itself finds a fault. */
const lossChecks = ({ site, hidden }: Measured): string[] => [
  ...new Set(site.signs.flatMap((ofPage) => ofPage.map(({ check }) => check))),
  ...(site.ownAnswers.some((share) => share < 1) ? [OF_GONE] : []),
  ...(hidden > 0 || site.pages.some((_, at) => isUnlinked(site, at)) ? [OF_LINKS] : []),
];

function metAt(site: Site, finder: Finder, reader: Reader, at: number): View | 'missed' | undefined {
  const digest = site.pages[at];
  const logged = site.log.pages[at];
  const worth = site.worths[at];
  if (digest === undefined || logged === undefined || site.isShortList[at] === true) return undefined;
  if (logged.text !== undefined && worth !== undefined) return viewOf(logged.text, worth, reader);
  return isMissed(site, finder, reader, digest, logged) ? 'missed' : undefined;
}

/** Mean over the readers, 0 to 1. */
const meanShare = ({ site }: Measured, mends: Mends, readers: readonly ReaderShare[]): number =>
  rootOnlyFactor(site, mends) * (readers.reduce((sum, { delivered }) => sum + delivered, 0) / readers.length);

function readerShares(measured: Measured, made: Mends): ReaderShare[] {
  const { site, edge } = measured;
  return READERS.map((reader) => {
    // As if the server rendered the pages, which for this reader it does.
    const mends = edge.prepares(reader) ? new Set([...made, ...RENDERED]) : made;
    const ofPages = site.log.pages.map((page, at) => ofPage(mends, page, site.signs[at] ?? []));
    const past = (mends.has('S6') ? 1 : edge.share(reader)) * (mends.has('S7') ? 1 : 1 - LIMITED_LOSS * site.limited);
    const letIn = site.letIn.pages(reader, mends);
    const rows = site.pages.map((_, at) =>
      factorsOf(measured, reader, at, [letIn[at] === false ? 0 : 1, past], ofPages[at] ?? mends, mends),
    );
    const isListed =
      (mends.has('S10') && reader.ways.includes('search')) || (mends.has('S13') && reader.ways.includes('llms-txt'));
    const foundHidden = mends.has('P17') || isListed ? 1 : 0;
    const unseen = Array.from({ length: hiddenPages(measured, mends) }, () => ({
      weight: 1,
      factors: [1, past, foundHidden, 1, 1, 1],
    }));
    return shareOf(reader, site.letIn.share(reader, mends), [...rows, ...unseen]);
  });
}

/**
 * @param before what robots.txt and the edge leave
 * @param mends the fixed checks among those that find a fault on this page
 */
function factorsOf(
  { site, finder, met }: Measured,
  reader: Reader,
  at: number,
  before: readonly [letIn: number, edge: number],
  mends: Mends,
  all: Mends,
): Factors {
  const view = met.get(reader)?.[at];
  if (view === undefined) return undefined;
  if (view === 'missed') {
    if (isLeftOut(site, reader, at, all)) return undefined;
    return {
      weight: movedShare(site, site.pages[at], all.has(OF_LINKS)) || 1,
      factors: [...before, 1, MENDS_ANSWER.some((id) => mends.has(id)) ? 1 : 0, 1, 1],
    };
  }
  const { answered, ownText, beforeTheCut } = shareOfView(view, mends);
  const own = site.ownAnswers[at] ?? 1;
  // A page that is gone answers 404 once that is fixed, and is no page.
  if (own < 1 && all.has(OF_GONE)) return undefined;
  return {
    weight: own < 1 ? goneWeight(site, at) : view.weight,
    factors: [...before, finder.found(reader, at, all), answered * own, ownText, beforeTheCut],
  };
}

/** A text of two words on many addresses may be what each has to say, such as "No events". */
function goneWeight({ pages, log }: Site, at: number): number {
  if (pages[at]?.saysGone === true) return 1;
  const blocks = log.pages[at]?.text?.blocks;
  if (blocks === undefined) return 1;
  const worth = Array.from(blocks.places, (place) => ((place & BLOCK.chrome) === 0 ? 1 : 0));
  return Math.min(1, ownWords(blocks, worth) / FULL_WORDS);
}

/** The checks that server-side rendering fixes. */
const RENDERED = ['P5', 'P11', 'P12', 'P17'];

/** Any of them lets an address answer with a page. */
const MENDS_ANSWER = ['P1', 'P2', 'P4'];

/** A page that is gone is no loss once nothing that the reader goes by names it: no link (P17), or no sitemap (S12). */
function isLeftOut(site: Site, reader: Reader, at: number, mends: Mends): boolean {
  const digest = site.pages[at];
  if (digest === undefined || isAsked(digest) || !GONE.includes(digest.status)) return false;
  if (movedShare(site, digest, mends.has(OF_LINKS)) > 0) return mends.has('S12');
  const { links, sitemap } = site.ways;
  if (!reader.ways.includes('search')) return mends.has('P17');
  const byLinks = mends.has('P17') && (links || !digest.inSitemap);
  const bySitemap = mends.has('S12') && (sitemap || linksTo(site, digest) === 0);
  return byLinks || bySitemap || (mends.has('P17') && mends.has('S12'));
}

/** The caller asked for this page, so it is no dead link where it is gone. */
const isAsked = ({ foundBy }: PageDigest): boolean => foundBy === 'root' || foundBy === 'given';

/** Answers by which P17 and S12 call an address dead; a redirect that is no page's leads to the home page. */
const GONE: readonly number[] = [404, 410, 301, 302, 303, 307, 308];

/** Pages that no way leads to: those that scripts name, else those that a root without links lets expect. */
const hiddenPages = ({ site, hidden }: Measured, mends: Mends): number =>
  hidden > 0 || !opensRoot(site, mends) ? hidden : USUAL_PAGES - 1;

/** The checks whose fix a page needs. */
function ofPage(mends: Mends, { faults }: LoggedPage, signs: readonly Sign[]): Mends {
  if (mends.size === 0) return mends;
  return new Set([...faults, ...signs.map(({ check }) => check)].filter((id) => mends.has(id)));
}

/**
 * Whether an address that brings no text is a loss to this reader. Two ways that disagree mean that one of them is out of
 * date: a reader who follows links meets the dead ones, an index shows neither kind.
 */
function isMissed(site: Site, finder: Finder, reader: Reader, digest: PageDigest, { problem }: LoggedPage): boolean {
  if (digest.readable !== 'no' || problem === 'signpost') return false;
  if (isAsked(digest) || movedShare(site, digest) > 0) return true;
  // We gave up before this reader would have: what it gets is not known.
  if (problem === 'redirects' && reader.maxRedirects > MAX_REDIRECTS_OF_OURS) return false;
  // The sitemap is a second witness, and an error of the server is no forgotten link.
  const isSure = digest.inSitemap || digest.status >= 500;
  const witnesses = isSure ? 1 : Math.min(MIN_LINKING_PAGES, site.textPages);
  const isLinked = linksTo(site, digest) >= witnesses && !isStrayLink(site);
  const { linked } = finder.reachedBy(reader, NOTHING_MENDED);
  const isOnTheWay = isLinked && linked[site.idOf.get(digest.url) ?? -1] === 1;
  if (!reader.ways.includes('search')) return isOnTheWay;
  const { ways } = site;
  return (isLinked || !ways.links) && (digest.inSitemap || !ways.sitemap) && (isLinked || digest.inSitemap);
}

/** The one dead link of a site of one page is a fault of that page, and no page that the site lacks. */
const isStrayLink = ({ textPages, pages }: Site): boolean =>
  textPages === 1 && pages.filter(({ readable }) => readable === 'no').length === 1;

/** Alone at its address and with few words, a root is a signpost to nothing; as a form it asks and tells nothing. */
function rootOnlyFactor(site: Site, mends: Mends): number {
  const { log, root, worths } = site;
  if (!isRootAlone(site)) return 1;
  const faults = log.pages[root]?.faults ?? [];
  if (['P4', 'P5', 'P17'].some((id) => mends.has(id) && faults.includes(id)) || mends.has('S10')) return 1;
  const text = log.pages[root]?.text;
  const worth = worths[root];
  if (text === undefined || worth === undefined || text.isSignIn) return 0;
  return Math.min(1, ownWords(text.blocks, worth) / ONE_PAGE_WORDS);
}

/** The site has no other page: none that was read, and none that it names and that was not read. */
const isRootAlone = ({ log, pages, root, listed, idOf, pageAt }: Site): boolean =>
  !log.pages.some((page, at) => at !== root && isText(page)) &&
  !pages.some((page, at) => at !== root && page.readable !== 'no') &&
  !pageAt.includes(-1) &&
  listed.every((url) => idOf.has(url) || pages.some((page) => page.url === url || page.finalUrl === url));

/** A root that is alone and says little leads to a site once it has links (P17) or there is a sitemap (S10). */
const opensRoot = (site: Site, mends: Mends): boolean =>
  isRootAlone(site) &&
  rootOnlyFactor(site, NOTHING_MENDED) < 1 &&
  (mends.has('S10') || (mends.has('P17') && site.log.pages[site.root]?.faults.includes('P17') === true));

function shareOf(reader: Reader, robots: number, factors: readonly Factors[]): ReaderShare {
  const all = factors.filter((each) => each !== undefined);
  // Of the pages we may read ourselves; where all are closed to the reader, those stand for what it would get.
  const open = all.filter(({ factors: [first] }) => first === 1);
  const rows = open.length > 0 ? open : all;
  const sum = rows.reduce((all, { weight }) => all + weight, 0);
  // A site without a word has nothing to weigh by.
  const weightOf = ({ weight }: { readonly weight: number }) => (sum > 0 ? weight : 1);
  const total = sum > 0 ? sum : Math.max(1, rows.length);
  const mean = (value: (rest: readonly number[]) => number) =>
    rows.reduce((all, row) => all + weightOf(row) * value(row.factors.slice(1)), 0) / total;
  const product = (rest: readonly number[]) => rest.reduce((all, each) => all * each, 1);
  const lost: Partial<Record<Cause, number>> = { robots: 1 - robots };
  for (const [at, cause] of CAUSES.slice(1).entries()) {
    lost[cause] = robots * mean((rest) => product(rest.slice(0, at)) * (1 - (rest[at] ?? 1)));
  }
  return { reader: reader.id, delivered: robots * mean(product), lost: complete(lost) };
}

const complete = (by: Partial<Record<Cause, number>>): Record<Cause, number> => ({
  robots: by.robots ?? 0,
  edge: by.edge ?? 0,
  'no-way': by['no-way'] ?? 0,
  'no-answer': by['no-answer'] ?? 0,
  'no-text': by['no-text'] ?? 0,
  'cut-off': by['cut-off'] ?? 0,
});

/** The same of checks that are asked once, or once all pages are read. */
const SITE_MENDS: ReadonlySet<string> = new Set([
  'S1',
  'S2',
  'S3',
  'S6',
  'S7',
  'S9',
  'S10',
  'S12',
  'S13',
  'P11',
  'P12',
]);

/** More together would be 2^n shares to measure and keep. */
const MAX_TOGETHER = 6;
/** A share that moves by less moves no score. */
const MIN_EFFECT = 0.0005;

/**
 * The delivered share under every combination of the fixes that move it most: of those that do so alone, and of those that do
 * once the others are made.
 * @param shareUnder measures the share with some fixes made
 */
function mendedShares(faulty: ReadonlySet<string>, shareUnder: (mends: Mends) => number): MendedShares {
  const candidates = [...faulty].filter((id) => PAGE_MENDS.has(id) || SITE_MENDS.has(id)).sort();
  const now = shareUnder(NOTHING_MENDED);
  const best = candidates.length === 0 ? now : shareUnder(new Set(candidates));
  const checks = candidates
    .map((id) => ({
      id,
      effect: Math.max(
        shareUnder(new Set([id])) - now,
        best - shareUnder(new Set(candidates.filter((other) => other !== id))),
      ),
    }))
    .filter(({ effect }) => effect > MIN_EFFECT)
    .sort((a, b) => b.effect - a.effect || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_TOGETHER)
    .map(({ id }) => id);
  const shares = Array.from({ length: 2 ** checks.length }, (_, made) => {
    const share = shareUnder(new Set(checks.filter((_check, at) => (made & (1 << at)) !== 0)));
    return Math.round(share * 1e6) / 1e6;
  });
  // A share that no fix moves is the measured one, to its last digit.
  return { checks, shares: [now, ...shares.slice(1)] };
}
