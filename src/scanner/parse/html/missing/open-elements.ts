/** The elements that the walk is in, and how much the page had before each: what an element holds is known when it ends. */

import type { Element } from '../walk.ts';

/** Deeper than this no page is read further; its words still count outside. */
const MAX_OPEN = 400;

export interface OpenElement {
  readonly element: Element;
  readonly isPanel: boolean;
  readonly wordsBefore: number;
  readonly mediaBefore: number;
  readonly elementsBefore: number;
  /** The element before it in its parent; known when it ends. */
  sibling: Element | undefined;
  /** The child that was left last. */
  lastChild: Element | undefined;
}

export interface OpenElements {
  addWords(count: number): void;
  /** Something that an element may hold in place of text. */
  addMedium(): void;
  enter(element: Element, isPanel: boolean): void;
  /** Ends an element; undefined for one that is too deep. */
  leave(element: Element): OpenElement | undefined;
  /** Words in an element that ends now. */
  wordsIn(ended: OpenElement): number;
  hasMedia(ended: OpenElement): boolean;
  hasChildren(ended: OpenElement): boolean;
  /** Words have come in the innermost open element. */
  isBehindWords(): boolean;
  /** The innermost last. */
  readonly stack: readonly OpenElement[];
}

export function openElements(): OpenElements {
  const stack: OpenElement[] = [];
  /** In the place of the parent of the outermost elements. */
  const outside: Pick<OpenElement, 'lastChild'> = { lastChild: undefined };
  let words = 0;
  let media = 0;
  let elements = 0;
  return {
    addWords(count) {
      words += count;
    },
    addMedium() {
      media += 1;
    },
    enter(element, isPanel) {
      elements += 1;
      if (stack.length >= MAX_OPEN) return;
      stack.push({
        element,
        isPanel,
        wordsBefore: words,
        mediaBefore: media,
        elementsBefore: elements,
        sibling: undefined,
        lastChild: undefined,
      });
    },
    leave(element) {
      const own = stack.at(-1);
      if (own?.element !== element) return undefined;
      stack.pop();
      const parent = stack.at(-1) ?? outside;
      own.sibling = parent.lastChild;
      parent.lastChild = element;
      return own;
    },
    wordsIn: ({ wordsBefore }) => words - wordsBefore,
    hasMedia: ({ mediaBefore }) => media > mediaBefore,
    hasChildren: ({ elementsBefore }) => elements > elementsBefore,
    isBehindWords: () => words > (stack.at(-1)?.wordsBefore ?? words),
    stack,
  };
}
