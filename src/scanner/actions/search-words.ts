/** Words to search a site for: of its own titles, each on one page alone, and one that exists nowhere. */

import { pathStratum } from '../parse/url/normalise-url.ts';
import type { ActionSite } from './define.ts';

export interface KnownWord {
  /** Lower-case. */
  readonly word: string;
  /** Final address of the page that has it, its path with the query, and its title. */
  readonly url: string;
  readonly path: string;
  readonly title: string;
}

/** No language has it; the same at every site, so that its owner can tell our requests from those of people. */
export const UNKNOWN_WORD = 'zqxjvkwy';

const MIN_LETTERS = 5;
const MAX_LETTERS = 20;
const MAX_WORDS = 8;
const WORD = /\p{L}{5,20}/gu;

const isBelow = (pathname: string, folder: string): boolean => folder !== '/' && pathname.startsWith(folder);

/** Lists of posts by month, author, category or tag: content systems search the posts, not the lists. */
const ARCHIVE = /^\/\d{4}\/\d{1,2}\/?(?:\d{1,2}\/?)?$|^\/(?:author|category|tag)\/[^/]*\/?$/;
/** Parameters that choose entries of a list. */
const CHOICE = /^(?:search)?(?:tags?|labels?|topics?|categor(?:y|ies)|cat|authors?)$/i;
function isArchive(url: string): boolean {
  const { pathname, searchParams } = new URL(url);
  return ARCHIVE.test(pathname) || [...searchParams.keys()].some((name) => CHOICE.test(name));
}

/**
 * Some words of pages of the parts of the site that have most pages: a shop searches its products, not its imprint. Each
 * is in the title of one page only.
 * @param address of the search: where pages lie below it, it is one of that part alone
 */
export function knownWords({ pages, target }: Pick<ActionSite, 'pages' | 'target'>, address: string): KnownWord[] {
  const folder = `${new URL(address).pathname.replace(/\/$/, '')}/`;
  const host = new URL(target.finalUrl).hostname;
  const inPart = new Map<string, number>();
  const owners = new Map<string, number>();
  const read = pages.map(({ page }) => {
    const words = [...new Set([...page.title.toLowerCase().slice(0, 200).matchAll(WORD)].map(([word]) => word))];
    for (const word of words) owners.set(word, (owners.get(word) ?? 0) + 1);
    const part = pathStratum(page.finalUrl);
    inPart.set(part, (inPart.get(part) ?? 0) + 1);
    return { page, words, part };
  });
  return read
    .filter(
      ({ page }) =>
        page.foundBy !== 'root' && page.finalUrl !== target.finalUrl && !page.noindex && !isArchive(page.finalUrl),
    )
    .flatMap(({ page, words, part }) => {
      const own = words.filter(
        (word) =>
          owners.get(word) === 1 && !host.includes(word) && word.length >= MIN_LETTERS && word.length <= MAX_LETTERS,
      );
      const [word] = own.sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
      if (word === undefined) return [];
      const { pathname, search } = new URL(page.finalUrl);
      // What separates a title from the name of the site is in no list of results.
      const [title = ''] = page.title.split(/ [|–—·:-] /, 1);
      return [
        {
          word,
          url: page.finalUrl,
          path: pathname + search,
          title: title.trim(),
          rank: (inPart.get(part) ?? 0) + (isBelow(pathname, folder) ? pages.length : 0),
        },
      ];
    })
    .sort((a, b) => b.rank - a.rank || (a.url < b.url ? -1 : 1))
    .slice(0, MAX_WORDS)
    .map(({ rank: _, ...known }) => known);
}
