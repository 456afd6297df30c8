import { defined } from '../../../basics/defined.ts';
import { isW3cDatetime, type SitemapEntry } from '../../parse/sitemap/sitemap.ts';
import { defineCheck, fail, pass, warn } from '../define.ts';
import { withoutLocations } from './sitemap-live.ts';

const PASS_SHARE = 0.9;
const WARN_SHARE = 0.5;
/** So few pages may well have been changed at one time. */
const MIN_TO_COMPARE = 5;
/** A date without a time begins up to this much earlier east of Greenwich. */
const ZONE_SLACK_MS = 24 * 3600 * 1000;

export default defineCheck({
  id: 'S11',
  slug: 'sitemap-lastmod',
  series: 'site',
  category: 'discovery',
  titles: {
    pass: 'The sitemap has dates of last change',
    fail: 'The sitemap has no reliable dates of last change',
    action: 'Add lastmod to each URL in the sitemap',
  },
  why: 'An agent that knows a site comes back for changes. Without dates it has to read everything again.',
  rule: 'Passes when at least 90 % of the URLs have a lastmod in W3C format, none is in the future, and not all are identical (from 5 URLs). Warns from 50 %, and about future or identical dates. Fails below 50 %. Without a sitemap it is not applicable and earns nothing (see S10).',
  sources: ['https://www.sitemaps.org/protocol.html#lastmoddef', 'https://www.w3.org/TR/NOTE-datetime'],
  needs: ['sitemap', 'target'],
  evaluate({ sitemap, target }) {
    const early = withoutLocations(sitemap);
    if (early !== undefined) return early;

    const { entries, files } = sitemap;
    const dated = entries.filter(isDated);
    const latestMs = Date.parse(target.startedAt) + ZONE_SLACK_MS;
    const future = dated.filter(({ lastmod = '' }) => Date.parse(lastmod) > latestMs);
    const isOneDate = dated.length >= MIN_TO_COMPARE && new Set(dated.map(({ lastmod }) => lastmod)).size === 1;
    const share = dated.length / entries.length;

    const url = (files.find(({ kind }) => kind !== 'sitemapindex') ?? files[0])?.finalUrl;
    const bad = share < PASS_SHARE ? entries.filter((entry) => !isDated(entry)) : future;
    const evidence = {
      ...defined({ url }),
      measured: `${(share * 100).toFixed(1)} %`,
      threshold: `${PASS_SHARE * 100} %`,
      examples: bad.slice(0, 10).map(({ url: location, lastmod = 'none' }) => `${lastmod} ${location}`),
    };
    const counted = `${dated.length} of ${entries.length} locations have a valid lastmod`;
    const few = dated.length === 0 ? `None of the ${entries.length} locations has a valid lastmod` : `Only ${counted}`;
    const howToFix =
      'Write <lastmod> for every <url> from the date at which the text of that page really changed, as 2026-03-31 or 2026-03-31T09:30:00Z; neither the time of the build nor a date to come.';
    if (share < WARN_SHARE) return fail(`${few}.`, { howToFix, evidence });
    if (share < PASS_SHARE) return warn(`${few}.`, { howToFix, evidence });
    if (future.length > 0)
      return warn(`${future.length} of ${dated.length} dates lie in the future.`, { howToFix, evidence });
    if (isOneDate)
      return warn(`All ${dated.length} locations have the same lastmod, so it says nothing.`, { howToFix, evidence });
    return pass(`${counted}.`, evidence);
  },
});

const isDated = ({ lastmod }: SitemapEntry): boolean => lastmod !== undefined && isW3cDatetime(lastmod);
