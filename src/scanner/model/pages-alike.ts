/** Which pages look the same in a list of results, because they share their title or description. Pure. */

import type { PageDigest } from './page.ts';

/** A URL as far as it tells pages apart: a slash at the end does not. */
export const addressOf = (url: string): string => (url.endsWith('/') ? url.slice(0, -1) : url);

export const canonicalOf = ({ canonicals }: PageDigest): string | undefined =>
  canonicals.find(({ url }) => url !== undefined)?.url;

/** Pages with one canonical are copies of one page, and a copy may repeat its title. */
const identityOf = (page: PageDigest): string => addressOf(canonicalOf(page) ?? page.finalUrl);

const groupKey = ({ lang }: PageDigest, text: string): string =>
  `${lang?.split('-', 1)[0]?.toLowerCase() ?? ''} ${text.toLowerCase()}`;

/** The pages of one language that share a text, by what tells their identities apart, with an address of each. */
export interface PagesAlike {
  /** Other pages with the text of this one; 0 where it has none. */
  count(page: PageDigest): number;
  /** Addresses of the first ten of them. */
  examples(page: PageDigest): string[];
}

const MAX_EXAMPLES = 10;

/**
 * @param pages those that may be shown in results
 * @param textOf the title, or the description; empty where a page has none
 */
export function pagesAlike(pages: readonly PageDigest[], textOf: (page: PageDigest) => string): PagesAlike {
  const byText = new Map<string, Map<string, string>>();
  for (const page of pages) {
    if (textOf(page) === '') continue;
    const key = groupKey(page, textOf(page));
    const group = byText.get(key) ?? new Map<string, string>();
    byText.set(key, group);
    const identity = identityOf(page);
    if (!group.has(identity)) group.set(identity, page.finalUrl);
  }
  const groupOf = (page: PageDigest) => byText.get(groupKey(page, textOf(page)));
  return {
    count(page) {
      const group = groupOf(page);
      return group === undefined ? 0 : group.size - (group.has(identityOf(page)) ? 1 : 0);
    },
    examples(page) {
      const self = identityOf(page);
      const addresses: string[] = [];
      for (const [identity, url] of groupOf(page) ?? []) {
        if (addresses.length === MAX_EXAMPLES) break;
        if (identity !== self) addresses.push(url);
      }
      return addresses;
    },
  };
}
