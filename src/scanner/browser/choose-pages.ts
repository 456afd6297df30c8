/** Which pages of a scanned site a browser looks at, and the word that it searches for. */

import { groupedBy } from '../../basics/grouped-by.ts';
import { parseUrl } from '../../basics/parse-url.ts';
import type { ScannedPage } from '../model/browser.ts';
import type { PageRecord } from '../model/scan.ts';
import { pathStratum } from '../parse/url/normalise-url.ts';

/** The check of pages that does not apply to one without a form. */
const OF_FORMS = 'P20';

export const scannedPage = ({ url, checks }: PageRecord): ScannedPage => ({
  url,
  hasForm: checks.some(({ id, status }) => id === OF_FORMS && status !== 'na'),
});

/**
 * At most `most` pages: the first one, then one of each section (first part of the path) in turn, the largest section first. In
 * its section a page with a form comes before the others.
 */
export function choosePages(pages: readonly ScannedPage[], most: number): string[] {
  const [first, ...others] = pages;
  if (first === undefined) return [];
  const sections = [...groupedBy(others, ({ url }) => pathStratum(url)).values()]
    .map((section) => [...section.filter(({ hasForm }) => hasForm), ...section.filter(({ hasForm }) => !hasForm)])
    .sort((a, b) => b.length - a.length);
  const chosen = [first.url];
  for (let round = 0; chosen.length < Math.min(most, pages.length); round += 1) {
    for (const section of sections) {
      const page = section[round];
      if (page !== undefined && chosen.length < most) chosen.push(page.url);
    }
  }
  return chosen;
}

const WORD = /\p{L}{5,20}/gu;
const MAX_PATH = 300;

/**
 * A word of the last part of an address, which no other address has: most likely it is in the title of its page. Of the largest
 * section of the site, for a shop searches its products; undefined where addresses have no words.
 */
export function wordToSearch(urls: readonly string[]): string | undefined {
  const words = urls.map((url) => ({ section: pathStratum(url), words: wordsOf(url) }));
  const owners = new Map<string, number>();
  for (const { words: own } of words) for (const word of own) owners.set(word, (owners.get(word) ?? 0) + 1);
  const sections = [...groupedBy(words, ({ section }) => section).values()].sort((a, b) => b.length - a.length);
  for (const section of sections) {
    for (const { words: own } of section) {
      const [longest] = own.filter((word) => owners.get(word) === 1).sort((a, b) => b.length - a.length);
      if (longest !== undefined) return longest;
    }
  }
  return undefined;
}

function wordsOf(url: string): string[] {
  const { pathname = '' } = parseUrl(url) ?? {};
  const last = pathname.slice(0, MAX_PATH).replace(/\/$/, '').split('/').at(-1) ?? '';
  const name = decoded(last)
    .toLowerCase()
    .replace(/\.\w{1,5}$/, '');
  return [...new Set([...name.matchAll(WORD)].map(([word]) => word))];
}

/** As it was where a percent sign begins no byte of UTF-8. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
