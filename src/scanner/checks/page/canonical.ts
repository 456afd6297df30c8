import { groupedBy } from '../../../basics/grouped-by.ts';
import type { AddressesArtifact, PageAlias, PageDigest } from '../../model/page.ts';
import { addressOf, canonicalOf } from '../../model/pages-alike.ts';
import type { Target } from '../../model/site.ts';
import { coverageKey, isPublishedAt, normaliseUrl } from '../../parse/url/normalise-url.ts';
import { registrableDomain } from '../../parse/url/registrable-domain.ts';
import { defineCheck, fail, pass, warn } from '../define.ts';
import { crawlIndex } from './crawl-index.ts';
import { unreadableDigest } from './readable.ts';

export default defineCheck({
  id: 'P12',
  slug: 'canonical',
  series: 'page',
  category: 'metadata',
  titles: {
    pass: 'Canonical URLs are correct',
    fail: 'Canonical URLs are missing or wrong',
    action: 'Set the canonical URL of each page',
  },
  why: 'Agents and search engines merge copies by rel=canonical. A wrong one makes them drop the page or cite another.',
  rule: 'Passes with one absolute rel=canonical on the same site that leads to this page. Warns when it is missing, relative, repeated, not http or https, redirects, or names another path, host or scheme (a final slash, .html or a left-out query is no other path), and when a page answers under a second URL without a canonical. Fails when it contradicts itself, or leads to an unrelated host, to a scanned page that is not 200, or from every page to the home page.',
  sources: ['https://www.rfc-editor.org/rfc/rfc6596'],
  needs: ['digest', 'crawl', 'addresses', 'target'],
  evaluate({ digest, crawl, addresses, target }) {
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
    const copies = copiesOf(digest, addresses);
    if (copies.length > 0) {
      return warn(
        `The page has duplicate addresses: it answers at ${copies.length + 1}, and no canonical joins them.`,
        {
          howToFix:
            'Let one of the addresses answer, and redirect the others to it with 301 or 308; or name the one in a <link rel="canonical"> of all.',
          evidence: { ...evidence, measured: copies.length + 1, examples: [finalUrl, ...copies], others: copies },
          credit: 0.25,
        },
      );
    }
    if (url === undefined) {
      const message =
        canonicals.length === 0
          ? 'The page names no canonical address.'
          : 'The canonical that the page names is not a web address.';
      return warn(message, { howToFix, evidence, credit: 0.25 });
    }

    const index = crawlIndex(crawl);
    const found = index.find(url);
    const known = knownAddresses(addresses);
    const gone = known.dead.get(normaliseUrl(url) ?? url);
    const broken = [
      canonicals.some((other) => other.url !== undefined && other.url !== url) && 'names several canonical addresses',
      leavesSite(url, finalUrl, target) && 'names an unrelated host as its canonical',
      isHomeFromEverywhere(digest, url, index.canonicalOfAll) &&
        'names the home page as its canonical, as all pages do',
      found !== undefined &&
        found.status !== 0 &&
        found.status !== 200 &&
        `names a canonical address that answers ${found.status}`,
      gone !== undefined && `names a canonical address that answers ${gone}`,
    ].find((fault) => fault !== false);
    // What the canonical address answers is part of the finding.
    const both = { ...evidence, ...(addressOf(url) === addressOf(finalUrl) ? {} : { others: [url] }) };
    if (broken !== undefined) return fail(`The page ${broken}.`, { howToFix, evidence: both });

    const faults = [
      canonicals.length > 1 && `repeats its canonical ${canonicals.length} times`,
      !canonicals.some(({ href }) => isAbsolute(href)) && 'names it by a relative URL',
      ...differences(url, finalUrl, target),
      known.redirects.has(normaliseUrl(url) ?? url) && 'names as canonical an address that redirects',
    ].filter((fault) => fault !== false);
    if (faults.length === 0) {
      const isVariant = new URL(url).search !== new URL(finalUrl).search;
      return pass(
        isVariant
          ? 'The page names the address that it is a variant of as canonical.'
          : 'The page names its own address as canonical.',
        evidence,
      );
    }
    return warn(`The page ${faults.join(', ')}.`, { howToFix, evidence: both });
  },
});

/** Other addresses that answer with this page, where no canonical says which of them counts. */
function copiesOf(digest: PageDigest, addresses: AddressesArtifact): string[] {
  const own = canonicalOf(digest);
  const copies = knownAddresses(addresses).copies.get(digest.url) ?? [];
  const isJoined = (canonical: string | undefined): boolean =>
    new Set([own, canonical].filter((each) => each !== undefined)).size === 1;
  return copies.filter(({ canonical }) => !isJoined(canonical)).map(({ url }) => url);
}

interface KnownAddresses {
  /** Status by address. */
  readonly dead: ReadonlyMap<string, number>;
  readonly redirects: ReadonlySet<string>;
  /** By address of the page. */
  readonly copies: ReadonlyMap<string, readonly PageAlias[]>;
}

const knownBy = new WeakMap<AddressesArtifact, KnownAddresses>();

/** Made once a crawl: every page asks. */
function knownAddresses(addresses: AddressesArtifact): KnownAddresses {
  const known = knownBy.get(addresses);
  if (known !== undefined) return known;
  const made: KnownAddresses = {
    dead: new Map(addresses.deadLinks.map(({ url, status }) => [url, status])),
    redirects: new Set(addresses.aliases.flatMap(({ url, kind }) => (kind === 'redirect' ? [url] : []))),
    copies: groupedBy(
      addresses.aliases.filter(({ kind }) => kind === 'copy'),
      ({ page }) => page,
    ),
  };
  knownBy.set(addresses, made);
  return made;
}

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
  const [url, page] = [inNormalForm(canonical), inNormalForm(finalUrl)];
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

const inNormalForm = (address: string): URL => new URL(normaliseUrl(address) ?? address);

const withoutQuery = ({ origin, pathname }: URL): string => origin + pathname;

const pathKey = (url: URL): string => new URL(coverageKey(withoutQuery(url))).pathname;
