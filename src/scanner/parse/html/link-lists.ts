import type { Element } from './walk.ts';

const LISTS = new Set(['ul', 'ol', 'dl', 'menu']);

interface OpenList {
  halfWords: number;
  linkHalfWords: number;
  /** Of these, outside inner lists of links. */
  halfWordsOutside: number;
}

/** Tells words in lists of links (more than half of the list's words are links) from all others. */
export function linkLists(): {
  enter(element: Element): void;
  add(halfWords: number, inLink: boolean): void;
  leave(element: Element): void;
  /** Half words outside lists of links; to be asked when every list has ended. */
  halfWordsOutside(): number;
} {
  const page: OpenList = { halfWords: 0, linkHalfWords: 0, halfWordsOutside: 0 };
  const open: OpenList[] = [];
  const innermost = (): OpenList => open.at(-1) ?? page;
  return {
    enter(element) {
      if (LISTS.has(element.tagName)) open.push({ halfWords: 0, linkHalfWords: 0, halfWordsOutside: 0 });
    },
    add(halfWords, inLink) {
      const list = innermost();
      list.halfWords += halfWords;
      list.halfWordsOutside += halfWords;
      if (inLink) list.linkHalfWords += halfWords;
    },
    leave(element) {
      const list = LISTS.has(element.tagName) ? open.pop() : undefined;
      if (list === undefined) return;
      const outer = innermost();
      outer.halfWords += list.halfWords;
      outer.linkHalfWords += list.linkHalfWords;
      if (list.linkHalfWords * 2 <= list.halfWords) outer.halfWordsOutside += list.halfWordsOutside;
    },
    halfWordsOutside: () => page.halfWordsOutside,
  };
}
