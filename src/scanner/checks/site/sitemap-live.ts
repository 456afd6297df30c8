import { defined } from '../../../basics/defined.ts';
import type { Outcome } from '../../model/result.ts';
import { ownUrl, type SitemapArtifact, type SitemapLocation, type Target } from '../../model/site.ts';
import { coverageKey, isPublishedAt } from '../../parse/url/normalise-url.ts';
import { defineCheck, fail, notApplicable, pass, unmeasured, warn } from '../define.ts';

const PASS_SHARE = 0.95;
const WARN_SHARE = 0.8;
/** Of fewer locations than this, one that is bad is no trend. */
const SMALL_SAMPLE = 10;

export default defineCheck({
  id: 'S12',
  slug: 'sitemap-live',
  series: 'site',
  category: 'discovery',
  titles: {
    pass: 'Sitemap URLs are readable and citable',
    fail: 'The sitemap lists URLs that agents cannot read or cite',
    action: 'Remove broken, redirected and noindex URLs from the sitemap',
  },
  why: 'An agent that plans from the sitemap spends a request on each URL. Dead, moved and noindex pages waste it.',
  rule: 'Checks up to 20 evenly spaced URLs, and those that the scan reads anyway. A URL is good when it answers 200 without a redirect or noindex and its canonical, if any, is itself. Passes from 95 %. Warns from 80 %, and about a single bad URL among fewer than 10. Fails below. Without a sitemap it is not applicable and earns nothing (see S10).',
  sources: [
    'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
    'https://www.sitemaps.org/protocol.html',
  ],
  needs: ['sitemap', 'sitemapLive', 'target'],
  evaluate({ sitemap, sitemapLive, target }) {
    const early = withoutLocations(sitemap);
    if (early !== undefined) return early;

    const known = sitemapLive.sample.filter(({ status }) => status !== undefined);
    if (known.length === 0) return unmeasured('None of the sitemap URLs that were tried gave a usable answer.');
    const faulty = known.flatMap((location) => {
      const fault = faultOf(location, target);
      return fault === undefined ? [] : [{ fault, location }];
    });
    const share = (known.length - faulty.length) / known.length;
    const [first] = faulty;
    const evidence = {
      ...defined({ url: (first?.location ?? known[0])?.url }),
      ...(first?.location.status ? { status: first.location.status } : {}),
      measured: `${(share * 100).toFixed(1)} %`,
      threshold: `${PASS_SHARE * 100} %`,
      examples: faulty.map(({ location }) => location.url),
    };
    if (share >= PASS_SHARE)
      return pass(`${known.length - faulty.length} of ${known.length} locations tried are live pages.`, evidence);

    const message = `${faulty.length} of ${known.length} locations tried are no live page of their own: ${count(faulty.map(({ fault }) => fault))}.`;
    const howToFix =
      'Leave out of the sitemap what redirects, is gone, carries noindex or names another page as its canonical; list the address that answers 200 instead.';
    const isOneOfFew = faulty.length === 1 && known.length < SMALL_SAMPLE;
    return share >= WARN_SHARE || isOneOfFew
      ? warn(message, { howToFix, evidence })
      : fail(message, { howToFix, evidence });
  },
});

/** Why a location should not be listed, in trusted text. */
function faultOf({ status, isRedirected, finalUrl, noindex, canonical }: SitemapLocation, target: Target) {
  if (status !== 200) return status === 0 ? 'no readable answer' : `answers ${status}`;
  if (isRedirected) return 'redirects';
  if (noindex) return 'noindex';
  return canonical === undefined || isSamePage(canonical, finalUrl, target) ? undefined : 'canonical elsewhere';
}

/** A build of a public site that is tried on a private host names its public address, and is right to. */
function isSamePage(canonical: string, finalUrl: string, target: Target): boolean {
  const keyOf = (url: string): URL => new URL(coverageKey(ownUrl(url, target)));
  const [ours, theirs] = [keyOf(finalUrl), keyOf(canonical)];
  if (ours.host !== theirs.host) return target.isPrivateHost && isPublishedAt(canonical, finalUrl);
  return ours.pathname + ours.search === theirs.pathname + theirs.search;
}

/** "answers 404 (2), redirects (1)", the most frequent first. */
function count(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .map(([word, times]) => `${word} (${times})`)
    .join(', ');
}

/** The outcome of a check of the sitemap's locations where there is none to look at; undefined when there is one. */
export function withoutLocations({ foundBy, files, entries, tried }: SitemapArtifact): Outcome | undefined {
  if (entries.length > 0) return undefined;
  const lost = tried.find((probe) => !probe.answered && probe.failure.code !== 'robots');
  if (foundBy === undefined && lost !== undefined)
    return unmeasured('Whether there is a sitemap could not be measured.', { url: lost.url });
  if (foundBy !== undefined && files.every(({ status }) => status === undefined))
    return unmeasured('No file of the sitemap could be fetched.');
  // One fault, one row: S10 reports it, and what depends on it earns nothing meanwhile.
  return notApplicable(
    foundBy === undefined
      ? 'There is no sitemap to look into (see S10).'
      : 'No location of the sitemap can be read (see S10).',
  );
}
