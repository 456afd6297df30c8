import type { SiteArtifacts } from '../../model/artifacts.ts';
import { type LlmsLinksArtifact, type LlmsTxtArtifact, llmsTxtLinks } from '../../model/llms-txt.ts';
import type { PageDigest } from '../../model/page.ts';
import type { Target } from '../../model/site.ts';
import { parseLlmsTxt } from '../../parse/llms-txt/llms-txt.ts';
import { coverageKey, looksLikePage, normaliseUrl } from '../../parse/url/normalise-url.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { evidenceOf } from '../evidence.ts';
import { linkLine, pageNames } from '../site/drafts.ts';

const PASS_SHARE = 0.8;
const WARN_SHARE = 0.4;
const MIN_PAGES = 5;
/** A file of no more links is a selection, and measured by the parts of the site that it reaches. */
const MAX_CURATED_LINKS = 100;
const MAX_DRAFTED = 20;

export default defineCheck({
  id: 'L11',
  slug: 'coverage',
  series: 'llmsTxt',
  category: 'llmstxt-content',
  titles: {
    pass: 'llms.txt covers the main pages',
    fail: 'llms.txt misses main pages of the site',
    action: 'Add the missing main pages to llms.txt',
  },
  why: 'An agent that trusts the file does not look further. It never sees a part of the site that the file leaves out.',
  rule: "Counts the pages in the home page's navigation, and pages of the sitemap and crawl at most two path segments deep, without tag lists, author lists, further pages and legal texts. Passes when 80 % are listed, when a selection of at most 100 links covers 80 % of the first path segments in the navigation, or when a linked llms-full.txt has a heading for 80 % of the pages. Warns from 40 %. Fails below. Not applicable without a sitemap and with fewer than 5 pages.",
  sources: ['https://llmstxt.org/'],
  needs: ['llmsTxt', 'llmsLinks', 'target', 'home', 'crawl', 'sitemap'],
  evaluate({ llmsTxt: { file, full }, llmsLinks, target, home, crawl, sitemap }) {
    if (file === undefined) return notApplicable('There is no llms.txt.');
    if (sitemap.entries.length === 0 && crawl.pages.length < MIN_PAGES)
      return notApplicable(`There is no sitemap, and too few pages (${crawl.pages.length}) to measure a share of.`);
    const listed = listedPaths(file, llmsLinks, target);
    const wanted = wantedPages({ target, home, crawl, sitemap });
    const judged = [...wanted.pages].filter(([path]) => !listed.unread.some((section) => isBelow(path, section)));
    if (!judged.some(([path]) => path !== ''))
      return notApplicable('Apart from the home page, there are no main pages to compare llms.txt with.');

    // The heading of the file names the home page.
    const missing = judged.filter(([path]) => path !== '' && !listed.paths.has(path)).map(([, each]) => each);
    const share = (judged.length - missing.length) / judged.length;
    const evidence = {
      ...evidenceOf(file.probe),
      measured: Number(share.toFixed(3)),
      threshold: PASS_SHARE,
      examples: missing.map(({ url }) => url),
    };
    const message = `llms.txt lists ${judged.length - missing.length} of ${judged.length} main pages of the site.`;
    const { examples: _left, ...whole } = evidence;
    if (share >= PASS_SHARE) return pass(message, whole);
    if (leadsToFullText(file, full, PASS_SHARE * judged.length))
      return pass('llms.txt leads to llms-full.txt, which holds the text of the pages.', {
        ...whole,
        url: full.url,
        shows: 'status',
      });
    if (reachesAllParts(listed, wanted))
      return pass('llms.txt is a selection that reaches the parts of the site that its navigation leads to.', whole);

    const nameOf = pageNames(crawl.pages);
    const draft = missing
      .flatMap(({ page }) => (page === undefined ? [] : [linkLine(page, nameOf)]))
      .slice(0, MAX_DRAFTED);
    const finding = {
      howToFix:
        'Add the missing main pages, which the evidence lists, or at least one page of each part of the site that the navigation leads to; nested llms.txt files count.',
      evidence: draft.length === 0 ? evidence : { ...evidence, draft: `${draft.join('\n')}\n` },
    };
    return share >= WARN_SHARE ? warn(message, finding) : fail(message, finding);
  },
});

function reachesAllParts({ paths, linkCount }: Listed, { navigation }: Wanted): boolean {
  if (linkCount > MAX_CURATED_LINKS || navigation.size === 0) return false;
  const reached = new Set([...paths].map((path) => segmentsOf(path)[0]));
  const count = [...navigation].filter((segment) => reached.has(segment)).length;
  return count >= PASS_SHARE * navigation.size;
}

/** Generators of documentation sets link to the whole text as one file, with a heading a page, in place of the pages. */
function leadsToFullText(
  { parsed, probe }: NonNullable<LlmsTxtArtifact['file']>,
  full: LlmsTxtArtifact['full'],
  minHeadings: number,
): boolean {
  if (!full.answered || full.status !== 200 || full.isHtml || full.isControl) return false;
  const { h1s, sections } = parseLlmsTxt(full.text);
  if (h1s.length + sections.length < minHeadings) return false;
  const { pathname } = new URL(full.url);
  return llmsTxtLinks(parsed).some(({ url }) => {
    const link = normaliseUrl(url, probe.finalUrl);
    return link !== undefined && new URL(link).pathname === pathname;
  });
}

const isBelow = (path: string, section: string): boolean =>
  section === '' || path === section || path.startsWith(`${section}/`);

const MAX_DEPTH = 2;
/** One for a slash at the end, or before `index.html`. */
const SPARE_SLASHES = 1;

/** Pages by their path below the scope. */
type Pages = ReadonlyMap<string, { readonly url: string; readonly page: PageDigest | undefined }>;

interface Wanted {
  /** What an index of the site should name: the targets of its navigation, and its pages at most two segments deep. */
  readonly pages: Pages;
  /** First segments of the paths that the navigation of the home page leads to. */
  readonly navigation: ReadonlySet<string>;
}

/** The pages that an llms.txt is measured by (L11), without lists by tag or author, further pages and legal texts. */
function wantedPages({
  target,
  home,
  crawl,
  sitemap,
}: Pick<SiteArtifacts, 'target' | 'home' | 'crawl' | 'sitemap'>): Wanted {
  const pathOf = pathReader(target.scope);
  const crawled = new Map(
    crawl.pages.flatMap((page) => [page.finalUrl, page.url].map((url) => [coverageKey(url), page])),
  );
  const pages = new Map<string, { url: string; page: PageDigest | undefined }>();
  const navigation = new Set<string>();

  const add = (listed: string, maxDepth: number): string | undefined => {
    const page = crawled.get(coverageKey(listed));
    if (page !== undefined && !isPage(page)) return undefined;
    const url = page?.finalUrl ?? listed;
    const path = pathOf(url);
    if (path === undefined || segmentsOf(path).length > maxDepth || isNoise(path)) return undefined;
    if (!pages.has(path)) pages.set(path, { url, page });
    return path;
  };

  for (const { url, inNavigation } of home.facts?.anchors ?? []) {
    if (!inNavigation || url === undefined || !looksLikePage(url)) continue;
    const path = add(url, Number.POSITIVE_INFINITY);
    const [first] = segmentsOf(path ?? '');
    if (first !== undefined) navigation.add(first);
  }
  for (const { url } of crawl.pages) add(url, MAX_DEPTH);
  const maxSlashes = slashesIn(target.scope) + MAX_DEPTH + SPARE_SLASHES;
  for (const { url } of sitemap.entries) if (slashesIn(url) <= maxSlashes && looksLikePage(url)) add(url, MAX_DEPTH);
  return { pages, navigation };
}

/** Quick to count, so that of 50,000 deep entries hardly any is looked at more closely. */
const slashesIn = (url: string): number => url.split('/').length;

/** A page that an index should list: a missing, noindexed or duplicate page is no loss. */
function isPage({ status, noindex, readable, canonicals, finalUrl }: PageDigest): boolean {
  const canonical = canonicals.find(({ url }) => url !== undefined)?.url;
  const isCopy = canonical !== undefined && pathKey(canonical) !== pathKey(finalUrl);
  return status === 200 && readable !== 'no' && !noindex && !isCopy;
}

/** Without the host: the canonical of a preview names the published site. */
const pathKey = (url: string): string => coverageKey(url).slice(new URL(url).origin.length);

interface Listed {
  /** Paths below the scope that llms.txt links to, directly or through the llms.txt of a section. */
  readonly paths: ReadonlySet<string>;
  /** Paths of sections whose own llms.txt is linked, but was not read. */
  readonly unread: readonly string[];
  /** Links of the file itself. */
  readonly linkCount: number;
}

/** What an llms.txt names of a site. */
function listedPaths(
  { parsed, probe }: NonNullable<LlmsTxtArtifact['file']>,
  { nested, sample }: LlmsLinksArtifact,
  target: Target,
): Listed {
  const links = llmsTxtLinks(parsed).flatMap(({ url }) => normaliseUrl(url, probe.finalUrl) ?? []);
  const all = [...links, ...nested.flatMap(({ file }) => file?.links ?? [])];
  const pathOf = pathReader(target.scope);
  const move = mover(all, target.origin);
  const pathsOf = (urls: readonly string[]) => urls.flatMap((url) => pathOf(move(url)) ?? []);
  const dead = new Set(sample.filter(({ state }) => state === 'dead').map(({ url }) => url));
  const unread = nested.filter(({ url, file }) => file === undefined && !dead.has(url));
  return {
    paths: new Set(pathsOf(all)),
    unread: pathsOf(unread.map(({ url }) => new URL('./', url).href)),
    linkCount: links.length,
  };
}

/**
 * Reads links to the origin that most of a file's links lead to as links to the scanned one: the llms.txt of a preview,
 * or under the other spelling of a host, names the published site, which holds the same paths.
 */
function mover(links: readonly string[], origin: string): (url: string) => string {
  const counts = new Map<string, number>();
  for (const url of links) {
    const { origin: each } = new URL(url);
    counts.set(each, (counts.get(each) ?? 0) + 1);
  }
  const published = [...counts].find(([, count]) => count > links.length / 2)?.[0];
  if (published === undefined) return (url) => url;
  return (url) => (url.startsWith(`${published}/`) ? origin + url.slice(published.length) : url);
}

const LISTS = new Set(['tag', 'tags', 'tagged', 'author', 'authors']);
const LIST_PARAMETERS = new Set(['tag', 'author', 'page', 'paged']);
const LEGAL = new Set(
  (
    'legal privacy privacy-policy privacy-notice terms terms-and-conditions terms-of-service terms-of-use tos cookies ' +
    'cookie-policy gdpr dpa eula disclaimer imprint impressum datenschutz agb mentions-legales aviso-legal ' +
    'politique-de-confidentialite acceptable-use acceptable-use-policy'
  ).split(' '),
);

/**
 * Reads the path of a page below the scope of a scan in the form in which listings cover pages (S16): '' for the scope
 * itself, undefined for what lies outside.
 */
export function pathReader(scope: string): (url: string) => string | undefined {
  const root = coverageKey(scope);
  return (url) => {
    const key = coverageKey(url);
    if (key === root) return '';
    return key.startsWith(`${root}/`) ? key.slice(root.length + 1) : undefined;
  };
}

/** Segments of such a path, lower-case; none for the scope itself. */
export function segmentsOf(path: string): string[] {
  const [steps = ''] = path.toLowerCase().split('?', 1);
  return steps === '' ? [] : steps.split('/');
}

/** A list by tag or author, a further page of a list, or a legal text: an index for agents need not name them. */
export function isNoise(path: string): boolean {
  const segments = segmentsOf(path);
  const isFurtherPage = segments.at(-2) === 'page' && /^\d{1,6}$/.test(segments.at(-1) ?? '');
  const parameters = new URLSearchParams(path.split('?')[1] ?? '');
  return (
    isFurtherPage ||
    segments.some((segment) => LISTS.has(segment) || LEGAL.has(segment)) ||
    [...parameters.keys()].some((name) => LIST_PARAMETERS.has(name))
  );
}
