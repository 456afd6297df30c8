import type { PageDigest } from '../../model/page.ts';
import type { Target } from '../../model/site.ts';
import { coverageKey, isPublishedAt, registrableDomain } from '../../parse/url/normalise-url.ts';
import { defineCheck, fail, pass, warn } from '../define.ts';
import { addressOf, canonicalOf, crawlIndex } from './crawl-index.ts';
import { unreadableDigest } from './readable.ts';

export default defineCheck({
  id: 'P12',
  slug: 'canonical',
  series: 'page',
  category: 'metadata',
  name: 'The page names its own address as canonical',
  why: 'Agents and search merge copies by rel=canonical. A wrong one makes them drop the page, or cite another in its place.',
  rule: 'One absolute rel=canonical on the same site that leads to this page. A missing one, or one that is no http(s) address, is a warning of a quarter credit; a relative or repeated one, or one to another path, host or scheme, is a warning. It fails when it contradicts itself, or leads to an unrelated host, to a scanned page that is not 200, or from every page to the home page.',
  sources: ['https://www.rfc-editor.org/rfc/rfc6596'],
  needs: ['digest', 'crawl', 'target'],
  evaluate({ digest, crawl, target }) {
    const unreadable = unreadableDigest(digest);
    if (unreadable !== undefined) return unreadable;
    const { finalUrl, canonicals } = digest;
    const url = canonicalOf(digest);
    const evidence = {
      url: finalUrl,
      measured: canonicals.length,
      threshold: 1,
      examples: canonicals.map(({ href }) => href),
    };
    const howToFix =
      'Put one <link rel="canonical"> into the head, with the absolute address under which this page answers 200.';
    if (url === undefined) {
      const message =
        canonicals.length === 0
          ? 'The page names no canonical address.'
          : 'What the page names as its canonical is no address on the web.';
      return warn(message, { howToFix, evidence, credit: 0.25 });
    }

    const index = crawlIndex(crawl);
    const found = index.find(url);
    const broken = [
      canonicals.some((other) => other.url !== undefined && other.url !== url) && 'names several canonical addresses',
      leavesSite(url, finalUrl, target) && 'names an unrelated host as its canonical',
      isHomeFromEverywhere(digest, url, index.canonicalOfAll) &&
        'names the home page as its canonical, as all pages do',
      found !== undefined &&
        found.status !== 0 &&
        found.status !== 200 &&
        `names a canonical address that answers ${found.status}`,
    ].find((fault) => fault !== false);
    if (broken !== undefined) return fail(`The page ${broken}.`, { howToFix, evidence });

    const faults = [
      canonicals.length > 1 && `repeats its canonical ${canonicals.length} times`,
      !canonicals.some(({ href }) => isAbsolute(href)) && 'names it by a relative URL',
      ...differences(url, finalUrl, target),
      found?.url === url && found.status === 200 && found.finalUrl !== url && 'names an address that redirects',
    ].filter((fault) => fault !== false);
    if (faults.length === 0) return pass('The page names its own address as canonical.', evidence);
    const listed = digest.inSitemap ? ' (and is itself in the sitemap)' : '';
    return warn(`The page ${faults.join(', ')}${listed}.`, { howToFix, evidence });
  },
});

const isAbsolute = (href: string): boolean => /^https?:\/\//i.test(href.trim());

/** A build of a public site that is tried on a private host names its public address, and is right to. */
const judgesHosts = (url: URL, page: URL, target: Target): boolean => !target.isPrivateHost || url.host === page.host;

function leavesSite(url: string, finalUrl: string, target: Target): boolean {
  const [canonical, page] = [new URL(url), new URL(finalUrl)];
  if (!judgesHosts(canonical, page, target)) return false;
  return registrableDomain(canonical.hostname) !== registrableDomain(page.hostname);
}

function isHomeFromEverywhere(page: PageDigest, canonical: string, home: string | undefined): boolean {
  return home !== undefined && addressOf(canonical) === home && addressOf(page.finalUrl) !== home;
}

/** How the canonical's address differs from the page's; a query that it leaves out, `.html` and a final slash do not count. */
function differences(canonical: string, finalUrl: string, target: Target): (string | false)[] {
  const [url, page] = [new URL(canonical), new URL(finalUrl)];
  const isOtherQuery = url.search !== '' && url.search !== page.search;
  if (!judgesHosts(url, page, target)) {
    const isSamePath = isPublishedAt(withoutQuery(url), withoutQuery(page));
    return [(!isSamePath || isOtherQuery) && 'names another page'];
  }
  return [
    url.host !== page.host && 'names another host of the site',
    url.protocol !== page.protocol && 'names another scheme',
    (pathKey(url) !== pathKey(page) || isOtherQuery) && 'names another page',
  ];
}

const withoutQuery = ({ origin, pathname }: URL): string => origin + pathname;

const pathKey = (url: URL): string => new URL(coverageKey(withoutQuery(url))).pathname;
