import type { PageDigest } from '../model/page.ts';
import type { Target } from '../model/site.ts';

import { coverageKey, isPublishedAt } from '../parse/url/normalise-url.ts';
import { NOTHING_MENDED } from './mends.ts';

/** What the words of a search result are worth: a page whose title or description does not tell it is seldom chosen. */
const TITLE_WORTH = 0.15;
const DESCRIPTION_WORTH = 0.1;

/** How well an index can show each page: 0 where it must leave the page out, at least .75 where it may keep it. */
export function indexShares(pages: readonly PageDigest[], target: Target, mends = NOTHING_MENDED): number[] {
  const readable = pages.filter(({ readable }) => readable === 'yes');
  const titles = countOf(readable.map(({ title }) => title));
  const descriptions = countOf(readable.map(({ description }) => description));
  const hashes = new Map(pages.map(({ finalUrl, contentHash }) => [coverageKey(finalUrl), contentHash]));
  const few = readable.length < 2;
  const tells = (counts: ReadonlyMap<string, number>, text: string) =>
    mends.has('P11') || (text !== '' && (few || counts.get(text) === 1));
  return pages.map((page) => {
    if (page.noindex && !mends.has('P3')) return 0;
    if (!mends.has('P12') && isCanonicalElsewhere(page, target, hashes)) return 0;
    return (
      1 -
      (tells(titles, page.title) ? 0 : TITLE_WORTH) -
      (tells(descriptions, page.description) ? 0 : DESCRIPTION_WORTH)
    );
  });
}

function isCanonicalElsewhere(page: PageDigest, target: Target, hashes: ReadonlyMap<string, string>): boolean {
  const url = page.canonicals.find((canonical) => canonical.url !== undefined)?.url;
  if (url === undefined || isSameWithFewerParameters(url, page.finalUrl)) return false;
  // A build that is tried elsewhere names its public address; a copy names its original.
  if (target.isPrivateHost && isPublishedAt(url, page.finalUrl)) return false;
  return hashes.get(coverageKey(url)) !== page.contentHash;
}

/** A page under a session or a tracking address names the plain one: an index keeps it there. */
function isSameWithFewerParameters(canonical: string, pageUrl: string): boolean {
  const [there, here] = [new URL(coverageKey(canonical)), new URL(coverageKey(pageUrl))];
  if (there.origin !== here.origin || there.pathname !== here.pathname) return false;
  return [...there.searchParams].every(([name, value]) => here.searchParams.getAll(name).includes(value));
}

function countOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
