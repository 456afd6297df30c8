import { siteAttackIn } from '../../mcp/injection/site-text.ts';
import { isBlock } from '../text/comparable-text.ts';
import { findInstruction } from './instruction-patterns.ts';
import { cut } from './item-text.ts';
import type { PageFacts } from './page-facts.ts';
import { type Collector, foldSpaces, PLACE } from './walk.ts';
import { type FoldedText, foldedText } from './word-counter.ts';

/** Characters of hidden text, and of comments, that are looked through. */
const MAX_CHARS = 200_000;
const SNIPPET_LENGTH = 200;
/** More hidden text than this, and than shown, is a page that waits for its scripts rather than a hidden text in it. */
const MIN_PAGE_CHARS = 2000;
const CODE = new Set(['code', 'kbd', 'samp']);
const HIDDEN = PLACE.hidden | PLACE.ariaHidden | PLACE.unseen;

/**
 * Text that people do not see, and that speaks to a model. Code is no such text, nor is a panel that opens on a click.
 * @param isInPanel whether the walk is in one, from the collector of panels, which must be walked before this one
 */
export function hiddenInstructionCollector(isInPanel: () => boolean): Collector<PageFacts['hiddenInstruction']> {
  const hidden = foldedText();
  const comments = foldedText();
  let codeDepth = 0;
  let shownChars = 0;
  const add = (to: FoldedText, folded: string): void => {
    if (to.length() < MAX_CHARS) to.add(folded.slice(0, MAX_CHARS));
  };
  return {
    enter({ tagName }) {
      if (CODE.has(tagName)) codeDepth += 1;
      if (isBlock(tagName)) hidden.gap();
    },
    text(folded, place) {
      if ((place & PLACE.body) === 0) return;
      if ((place & HIDDEN) === 0) shownChars += folded.length;
      else if (codeDepth === 0 && (place & PLACE.preformatted) === 0 && !isInPanel()) add(hidden, folded);
    },
    comment(text) {
      comments.gap();
      if (comments.length() < MAX_CHARS) add(comments, foldSpaces(text.slice(0, MAX_CHARS)));
    },
    leave({ tagName }) {
      if (CODE.has(tagName)) codeDepth -= 1;
      if (isBlock(tagName)) hidden.gap();
    },
    facts() {
      const isWholePage = hidden.length() > Math.max(MIN_PAGE_CHARS, shownChars);
      return (isWholePage ? undefined : found(hidden.value(), 'element')) ?? found(comments.value(), 'comment');
    },
  };
}

function found(text: string, where: 'element' | 'comment'): PageFacts['hiddenInstruction'] {
  const at = findInstruction(text) ?? siteAttackIn(text)?.at;
  return at === undefined ? undefined : { where, snippet: cut(text.slice(at), SNIPPET_LENGTH) };
}
