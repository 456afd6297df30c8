/**
 * Of the site's own text, the share that reaches each reader, and what keeps the rest back. Pure; see docs/readers.md for
 * the readers.
 */

import { CAUSES, type Cause, type Delivery, type ReaderShare } from '../model/delivery.ts';
import type { PageDigest } from '../model/page.ts';
import type { RobotsArtifact, Target, UaParityArtifact } from '../model/site.ts';
import { normaliseUrl } from '../parse/url/normalise-url.ts';
import type { Reader } from '../readers/reader.ts';
import { READERS } from '../readers/readers.ts';
import { edgeOf } from './edge.ts';
import { indexShares } from './indexing.ts';
import { type LetIn, letInBy } from './let-in.ts';
import { type BlockWorth, ownText } from './own-text.ts';
import type { LoggedPage, PageLog } from './page-log.ts';
import { reach } from './reach.ts';
import { ownWords, viewShare } from './view-share.ts';

export interface DeliveryInput {
  readonly target: Target;
  /** Pages in scan order, and what was logged of each. */
  readonly pages: readonly PageDigest[];
  readonly log: PageLog;
  readonly robotsTxt: RobotsArtifact | undefined;
  readonly uaParity: UaParityArtifact | undefined;
  /** Pages of this scan that the sitemap lists, normalised. */
  readonly listed: readonly string[];
}

/** A root with fewer words of its own, alone, is no site of one page. */
const ONE_PAGE_WORDS = 150;
/** Pages that must link to a dead address before it counts as part of what the site offers. */
const MIN_LINKING_PAGES = 2;
const MAX_REDIRECTS_OF_OURS = 5;
/** Where links lead on, what scripts lead to are extras as often as pages: so many count, as a share of the pages. */
const MAX_HIDDEN_SHARE = 0.25;

/** One page or dead address as one reader fares with it: a factor a cause; undefined where it is not this reader's. */
type Factors = readonly number[] | undefined;

export function deliveredShare(input: DeliveryInput): Delivery {
  const site = describe(input);
  const edge = edgeOf(input.uaParity);
  const hidden = scriptedOnly(site);
  const readers = READERS.map((reader) => {
    const share = edge.share(reader);
    const rows = input.pages.map((_, at) => factorsOf(site, reader, share, at));
    return shareOf(reader, site.letIn.share(reader), [...rows, ...hidden.map(() => [1, share, 0, 1, 1, 1])]);
  });
  const rootOnly = rootOnlyFactor(site);
  return {
    readers,
    share: rootOnly * (readers.reduce((sum, { delivered }) => sum + delivered, 0) / readers.length),
    rootOnly,
    isRefused: edge.refusesAll,
    measured: input.pages.filter((_, at) => site.isOffered(at)).length,
  };
}

interface Site extends DeliveryInput {
  readonly letIn: LetIn;
  readonly worths: readonly (BlockWorth | undefined)[];
  readonly indexShares: readonly number[];
  readonly idOf: ReadonlyMap<string, number>;
  readonly pageAt: Int32Array;
  readonly root: number;
  /** Distinct pages that link to each address. */
  readonly linkingPages: Uint32Array;
  /** A page to read, or an address that ought to be one. */
  isOffered(at: number): boolean;
  readonly ways: { readonly links: boolean; readonly sitemap: boolean };
  /** By reader's view and budget. */
  readonly reached: Map<string, { readonly found: readonly number[]; readonly linked: Uint8Array }>;
}

function describe(input: DeliveryInput): Site {
  const { pages, log, target, listed } = input;
  const idOf = new Map(log.urls.map((url, id) => [url, id]));
  const pageAt = new Int32Array(log.urls.length).fill(-1);
  for (const [at, { url, finalUrl }] of pages.entries()) {
    for (const address of [normaliseUrl(finalUrl), url]) {
      const id = address === undefined ? undefined : idOf.get(address);
      if (id !== undefined && (pageAt[id] === -1 || address === url)) pageAt[id] = at;
    }
  }
  const linkingPages = new Uint32Array(log.urls.length);
  for (const { links } of log.pages)
    for (const id of new Set(links.targets)) linkingPages[id] = (linkingPages[id] ?? 0) + 1;
  const root = pages.findIndex(({ foundBy }) => foundBy === 'root');
  const isAlive = (page: PageDigest, at: number) => page.readable === 'yes' && at !== root;
  return {
    ...input,
    letIn: letInBy(input.robotsTxt, [...new Set([target.finalUrl, ...log.urls, ...listed])]),
    worths: ownText(pages.map((digest, at) => ({ digest, blocks: log.pages[at]?.text?.blocks }))),
    indexShares: indexShares(pages, target),
    idOf,
    pageAt,
    root,
    linkingPages,
    isOffered: (at) => isText(log.pages[at]) || pages[at]?.readable === 'no',
    ways: {
      links: pages.some((page, at) => isAlive(page, at) && linksTo(page, idOf, linkingPages) > 0),
      sitemap: pages.some((page, at) => isAlive(page, at) && page.inSitemap),
    },
    reached: new Map(),
  };
}

const isText = (page: LoggedPage | undefined): boolean => page?.text !== undefined;

function linksTo({ url, finalUrl }: PageDigest, idOf: Site['idOf'], linkingPages: Uint32Array): number {
  const of = (address: string) => linkingPages[idOf.get(address) ?? -1] ?? 0;
  return Math.max(of(url), of(normaliseUrl(finalUrl) ?? url));
}

function factorsOf(site: Site, reader: Reader, edge: number, at: number): Factors {
  const digest = site.pages[at];
  const logged = site.log.pages[at];
  if (digest === undefined || logged === undefined) return undefined;
  const letIn = site.letIn.mayRead(reader, digest.finalUrl) ? 1 : 0;
  const worth = site.worths[at];
  if (logged.text === undefined || worth === undefined)
    return isMissed(site, reader, digest, logged) ? [letIn, edge, 1, 0, 1, 1] : undefined;
  const { answered, ownText: own, beforeTheCut } = viewShare(logged.text, worth, reader);
  return [letIn, edge, foundShare(site, reader, at), answered, own, beforeTheCut];
}

/**
 * Whether an address that brings no text is a loss to this reader. Two ways that disagree mean that one of them is out of
 * date: a reader who follows links meets the dead ones, an index shows neither kind.
 */
function isMissed(site: Site, reader: Reader, digest: PageDigest, { problem }: LoggedPage): boolean {
  if (digest.readable !== 'no' || problem === 'signpost') return false;
  if (digest.foundBy === 'root') return true;
  // We gave up before this reader would have: what it gets is not known.
  if (problem === 'redirects' && reader.maxRedirects > MAX_REDIRECTS_OF_OURS) return false;
  const linking = linksTo(digest, site.idOf, site.linkingPages);
  const isLinked = linking >= Math.min(MIN_LINKING_PAGES, site.log.pages.filter(isText).length);
  const { linked } = reachedBy(site, reader);
  const isOnTheWay = isLinked && linked[site.idOf.get(digest.url) ?? -1] === 1;
  if (!reader.ways.includes('search')) return isOnTheWay;
  const { ways } = site;
  return (isLinked || !ways.links) && (digest.inSitemap || !ways.sitemap) && (isLinked || digest.inSitemap);
}

function foundShare(site: Site, reader: Reader, at: number): number {
  const digest = site.pages[at];
  if (digest === undefined) return 0;
  const ways = reader.ways.map((way) => {
    if (way === 'links') return reachedBy(site, reader).found[at] ?? 0;
    if (way === 'llms-txt') return digest.inLlmsTxt ? 1 : 0;
    const crawled = digest.inSitemap ? 1 : (reachedBy(site, CRAWLER).found[at] ?? 0);
    return Math.sign(crawled) * (site.indexShares[at] ?? 0);
  });
  return Math.max(...ways);
}

/** A crawler of an index follows every link of a page, whatever it says and wherever it stands. */
const CRAWLER: Pick<Reader, 'view' | 'pageChars'> = { view: 'page', pageChars: Number.POSITIVE_INFINITY };

function reachedBy(site: Site, reader: Pick<Reader, 'view' | 'pageChars'>) {
  const key = `${reader.view} ${reader.pageChars}`;
  const known = site.reached.get(key);
  if (known !== undefined) return known;
  const { chance, linked } = reach({ pages: site.log.pages, pageAt: site.pageAt, root: site.root }, reader);
  const unread = unreadShare(site, linked);
  const found = site.pages.map(({ url, finalUrl }, at) => {
    if (at === site.root) return 1;
    const of = (address: string) => chance[site.idOf.get(address) ?? -1] ?? 0;
    return Math.max(unread, of(url), of(normaliseUrl(finalUrl) ?? url));
  });
  const result = { found, linked };
  site.reached.set(key, result);
  return result;
}

/**
 * Pages that were not read may link to those that nothing read links to: where most addresses on the way were not read, a
 * missing link proves nothing. 0 to 1.
 */
function unreadShare(site: Site, linked: Uint8Array): number {
  let met = 0;
  let unread = 0;
  for (let id = 0; id < linked.length; id += 1) {
    if (linked[id] !== 1) continue;
    met += 1;
    if (site.pageAt[id] === -1) unread += 1;
  }
  return met === 0 ? 0 : Math.min(1, (2 * unread) / met);
}

/** Alone at its address and with few words, a root is a signpost to nothing; as a form it asks and tells nothing. */
function rootOnlyFactor({ log, pages, root, worths }: Site): number {
  if (
    log.pages.some((page, at) => at !== root && isText(page)) ||
    pages.some((page, at) => at !== root && page.readable !== 'no')
  )
    return 1;
  const text = log.pages[root]?.text;
  const worth = worths[root];
  if (text === undefined || worth === undefined || text.isSignIn) return 0;
  return Math.min(1, ownWords(text.blocks, worth, () => true) / ONE_PAGE_WORDS);
}

/** Pages that only scripts lead to: nothing lists or links them, so no reader has a way to them. */
function scriptedOnly({ log, pages, listed, idOf, ways }: Site): string[] {
  const known = new Set([...listed, ...pages.flatMap(({ url, finalUrl }) => [url, finalUrl])]);
  const hidden = log.scripted.filter((url) => !known.has(url) && !idOf.has(url));
  return ways.links ? hidden.slice(0, Math.floor(MAX_HIDDEN_SHARE * pages.length)) : hidden;
}

function shareOf(reader: Reader, robots: number, factors: readonly Factors[]): ReaderShare {
  const all = factors.filter((each) => each !== undefined);
  // Of the pages we may read ourselves; where all are closed to the reader, those stand for what it would get.
  const open = all.filter(([first]) => first === 1);
  const rows = open.length > 0 ? open : all;
  const mean = (value: (rest: readonly number[]) => number) =>
    rows.length === 0 ? 0 : rows.reduce((sum, [, ...rest]) => sum + value(rest), 0) / rows.length;
  const product = (rest: readonly number[]) => rest.reduce((all, each) => all * each, 1);
  const lost: Partial<Record<Cause, number>> = { robots: 1 - robots };
  const without: Partial<Record<Cause, number>> = { robots: mean(product) };
  for (const [at, cause] of CAUSES.slice(1).entries()) {
    lost[cause] = robots * mean((rest) => product(rest.slice(0, at)) * (1 - (rest[at] ?? 1)));
    without[cause] = robots * mean((rest) => product(rest.toSpliced(at, 1)));
  }
  return {
    reader: reader.id,
    delivered: robots * mean(product),
    lost: complete(lost),
    without: complete(without),
  };
}

const complete = (by: Partial<Record<Cause, number>>): Record<Cause, number> => ({
  robots: by.robots ?? 0,
  edge: by.edge ?? 0,
  'no-way': by['no-way'] ?? 0,
  'no-answer': by['no-answer'] ?? 0,
  'no-text': by['no-text'] ?? 0,
  'cut-off': by['cut-off'] ?? 0,
});
