import type { Reader } from '../readers/reader.ts';
import { LINK, type LoggedPage } from './page-log.ts';

/** Links without words that a reader tries one after the other before it gives up. */
const TRIALS = 10;
/** Links that are followed one after the other at most. */
const MAX_ROUNDS = 200;

/** How sure a reader is to come to each address over links, from the root: 0 to 1, by id of the address. */
export interface Reach {
  readonly chance: Float64Array;
  /** Addresses that a reached page links to, whether or not they answer. */
  readonly linked: Uint8Array;
}

export interface LinkGraph {
  readonly pages: readonly LoggedPage[];
  /** Page at each address, by id of the address; -1 for none. */
  readonly pageAt: Int32Array;
  /** Position of the root among the pages; -1 for none. */
  readonly root: number;
}

/**
 * Follows links breadth-first. A link past the cut of the page is not seen, one outside the content not by a reader of the
 * content. A link that says nothing is found by trial: among few such links often, among many seldom.
 */
export function reach(
  { pages, pageAt, root }: LinkGraph,
  reader: Pick<Reader, 'view' | 'pageChars'>,
  everyLinkTells = false,
): Reach {
  const chance = new Float64Array(pageAt.length);
  const linked = new Uint8Array(pageAt.length);
  const pageChance = new Float64Array(pages.length);
  if (root < 0) return { chance, linked };
  pageChance[root] = 1;
  let open = [root];
  for (let round = 0; round < MAX_ROUNDS && open.length > 0; round += 1) {
    const next = new Set<number>();
    for (const from of open) {
      const page = pages[from];
      if (page === undefined || isUnseen(page, reader)) continue;
      const { targets, ats, kinds } = page.links;
      const hasContentLinks = kinds.some((kind) => (kind & LINK.inContent) !== 0);
      const isSeen = (link: number): boolean => {
        if (reader.view === 'page') return (ats[link] ?? 0) < reader.pageChars;
        return reader.view === 'tree' || !hasContentLinks || ((kinds[link] ?? 0) & LINK.inContent) !== 0;
      };
      let untold = 0;
      for (let link = 0; link < targets.length; link += 1)
        if (isSeen(link) && ((kinds[link] ?? 0) & LINK.told) === 0) untold += 1;
      const trial = untold === 0 || everyLinkTells ? 1 : Math.min(1, TRIALS / untold);
      for (let link = 0; link < targets.length; link += 1) {
        if (!isSeen(link)) continue;
        const target = targets[link] ?? 0;
        linked[target] = 1;
        const sure = (pageChance[from] ?? 0) * (((kinds[link] ?? 0) & LINK.told) === 0 ? trial : 1);
        if (sure <= (chance[target] ?? 0)) continue;
        chance[target] = sure;
        const at = pageAt[target] ?? -1;
        if (at < 0 || sure <= (pageChance[at] ?? 0)) continue;
        pageChance[at] = sure;
        next.add(at);
      }
    }
    open = [...next].sort((a, b) => a - b);
  }
  return { chance, linked };
}

const isUnseen = ({ text }: LoggedPage, { view }: Pick<Reader, 'view'>): boolean =>
  text === undefined || (text.isNoscript && view === 'tree');
