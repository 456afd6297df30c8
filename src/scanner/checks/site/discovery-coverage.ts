import { parseUrl } from '../../../basics/parse-url.ts';
import type { LlmsTxtArtifact } from '../../model/llms-txt.ts';
import type { PageDigest } from '../../model/page.ts';
import type { Evidence } from '../../model/result.ts';
import { ownUrl, type SitemapArtifact, type Target } from '../../model/site.ts';
import { coverageKey, isPublishedAt } from '../../parse/url/normalise-url.ts';
import { defineCheck, fail, notApplicable, pass, unmeasured, warn } from '../define.ts';

const PASS_SHARE = 0.95;
const WARN_SHARE = 0.8;
const MIN_PAGES = 3;
/** Files of the sitemap that one line reads. */
const MAX_LISTS = 5;
/** Limits of the sitemap artifact: above them, a page that it does not contain may still be listed. */
const MAX_ENTRIES = 50_000;

export default defineCheck({
  id: 'S16',
  slug: 'discovery-coverage',
  series: 'site',
  category: 'discovery',
  titles: {
    pass: 'Linked pages are in the sitemap or llms.txt',
    fail: 'Linked pages are missing from the sitemap and llms.txt',
    action: 'Add the linked pages to the sitemap',
  },
  why: 'An agent that plans from the sitemap or llms.txt never sees a page that only links lead to.',
  rule: 'Counts linked pages that answer 2xx, have no noindex and are their own canonical. Passes when 95 % are in the sitemap, llms.txt or sitemap.md. Warns from 80 %, and when two pages with different content share one canonical. Fails below 80 %. Not applicable with fewer than 3 such pages. Where no list exists it is not applicable and earns nothing (see S10).',
  sources: ['https://www.sitemaps.org/protocol.html', 'https://www.rfc-editor.org/rfc/rfc6596'],
  needs: ['target', 'crawl', 'addresses', 'sitemap', 'llmsTxt'],
  evaluate({ target, crawl, addresses, sitemap, llmsTxt }) {
    const pages = crawl.pages
      .filter(({ status }) => status >= 200 && status <= 299)
      .map((page) => withKeys(page, target));
    const linked = [
      ...new Map(pages.filter((page) => countsAsLinked(page, target)).map((page) => [page.key, page])).values(),
    ];
    const listed = listedKeys(sitemap, llmsTxt, target);
    const listedByAlias = new Set(
      addresses.aliases.flatMap(({ url, page }) => (listed.has(coverageKey(url)) ? [page] : [])),
    );
    const orphans = linked.filter(
      ({ key, page }) => !listed.has(key) && !listed.has(coverageKey(page.url)) && !listedByAlias.has(page.url),
    );
    const twin = sharedCanonical(pages);
    if (linked.length < MIN_PAGES && twin === undefined)
      return notApplicable(`Too few pages were found by links (${linked.length}) for a share to say anything.`);

    const share = linked.length < MIN_PAGES ? 1 : (linked.length - orphans.length) / linked.length;
    if (share < PASS_SHARE) {
      if (!isWhole(sitemap))
        return unmeasured('The sitemap was not wholly read, so it is not known which pages it leaves out.');
      // One fault, one row: S10 reports the missing list.
      if (listed.size === 0) return notApplicable('There is no sitemap and no llms.txt to look into (see S10).');
      const message = `${orphans.length} of ${linked.length} pages that links lead to are in no sitemap and no llms.txt.`;
      const finding = {
        howToFix:
          'Generate the sitemap from the same list of pages as the site, so that it has the pages that the evidence lists. Give noindex to pages that should not be found.',
        evidence: {
          ...whereListed(sitemap, orphans[0]?.page.finalUrl),
          measured: `${(share * 100).toFixed(1)} %`,
          threshold: `${PASS_SHARE * 100} %`,
          examples: orphans.map(({ page }) => page.finalUrl),
        },
      };
      return share < WARN_SHARE ? fail(message, finding) : warn(message, finding);
    }
    if (twin !== undefined) {
      return warn('Two pages with different content name the same canonical address, so one of them is hidden.', {
        howToFix: 'Give each page a rel=canonical with its own address; only copies of one text share one.',
        evidence: { url: twin[0].finalUrl, others: [twin[1].finalUrl], examples: twin.map(({ finalUrl }) => finalUrl) },
      });
    }
    const inFirst = linked.find(({ page }) => page.inSitemap);
    return pass(`${linked.length - orphans.length} of ${linked.length} pages that links lead to are listed.`, {
      ...whereListed(sitemap, inFirst?.page.finalUrl),
      ...(inFirst === undefined ? {} : { examples: [inFirst.page.finalUrl] }),
    });
  },
});

/** The list that holds the page or should hold it; the page itself where more than a few files make up the list. */
function whereListed({ files, tried }: SitemapArtifact, pageUrl: string | undefined): Evidence {
  const lists = files
    .filter(({ kind }) => kind !== 'sitemapindex' && kind !== 'unreadable')
    .map(({ finalUrl }) => finalUrl);
  const [first, ...others] = lists.length <= MAX_LISTS ? lists : [];
  if (first !== undefined) return { url: first, others };
  const missing = tried.find((probe) => probe.answered);
  if (missing !== undefined) return { url: missing.url, shows: 'status' };
  return pageUrl === undefined ? {} : { url: pageUrl, shows: 'status' };
}

interface Keyed {
  readonly page: PageDigest;
  readonly key: string;
  /** Key of the first usable rel=canonical. */
  readonly canonicalKey: string | undefined;
}

function withKeys(page: PageDigest, target: Target): Keyed {
  const canonical = page.canonicals.find(({ url }) => url !== undefined)?.url;
  return {
    page,
    key: coverageKey(page.finalUrl),
    canonicalKey: canonical === undefined ? undefined : coverageKey(ownUrl(canonical, target)),
  };
}

const countsAsLinked = (keyed: Keyed, target: Target): boolean =>
  keyed.page.isLinked && keyed.page.foundBy !== 'root' && !keyed.page.noindex && isOwnVersion(keyed, target);

/** A build of a public site that is tried on a private host names its public addresses, and is right to. */
function isOwnVersion({ key, canonicalKey }: Keyed, { isPrivateHost }: Target): boolean {
  if (canonicalKey === undefined || canonicalKey === key) return true;
  return isPrivateHost && new URL(canonicalKey).host !== new URL(key).host && isPublishedAt(canonicalKey, key);
}

function listedKeys(sitemap: SitemapArtifact, { file }: LlmsTxtArtifact, target: Target): Set<string> {
  const urls = [...sitemap.entries.map(({ url }) => url), ...sitemap.markdownUrls];
  if (file !== undefined) {
    const { preambleLinks, sections } = file.parsed;
    for (const { url } of [...preambleLinks, ...sections.flatMap(({ links }) => links)]) {
      const href = parseUrl(url, file.probe.finalUrl)?.href;
      if (href !== undefined) urls.push(href);
    }
  }
  return new Set(urls.map((url) => coverageKey(ownUrl(url, target))));
}

/** Nothing that the sitemap names was left unread; where there is none, nothing is. */
const isWhole = ({ foundBy, entries, files, unreadCount, tried }: SitemapArtifact): boolean =>
  foundBy === undefined
    ? tried.every((probe) => probe.answered || probe.failure.code === 'robots')
    : files.length > 0 &&
      unreadCount === 0 &&
      entries.length < MAX_ENTRIES &&
      files.every(({ status }) => status !== undefined);

/** Two different pages with different content and one canonical, or undefined. */
function sharedCanonical(pages: readonly Keyed[]): readonly [PageDigest, PageDigest] | undefined {
  const first = new Map<string, Keyed>();
  for (const candidate of pages) {
    if (candidate.canonicalKey === undefined) continue;
    const other = first.get(candidate.canonicalKey);
    if (other === undefined) first.set(candidate.canonicalKey, candidate);
    else if (other.key !== candidate.key && other.page.contentHash !== candidate.page.contentHash)
      return [other.page, candidate.page];
  }
  return undefined;
}
