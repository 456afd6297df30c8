/**
 * Text that a page holds and people do not see at once: panels that open on a click, and hidden words to a model
 * (P25).
 */

import { siteAttackIn } from '../../mcp/injection/judge.ts';
import { isBlock } from '../text/compare-text.ts';
import type { PageFacts } from './page-facts.ts';
import { attributeOf, type Collector, type Element, foldSpaces, PLACE } from './walk.ts';
import { cut, type FoldedText, foldedText } from './word-counter.ts';

const MAX_CLASS = 500;
/** What the usual kits call the panel of a tab or of an accordion. */
const PANEL_CLASSES = new Set(
  (
    'tab-pane tab-panel tabpanel tabs-panel tabs__panel tabs__content tab__content tabbed-block sd-tab-content ' +
    'sphinx-tabs-panel ui-tabs-panel elementor-tab-content accordion-body accordion-collapse accordion-content ' +
    'accordion-panel accordion__body accordion__content accordion__panel ui-accordion-content'
  ).split(' '),
);

/**
 * Tabs and accordions: the page contains their text, but people see it only after a click.
 * @param written characters of Markdown so far, from the converter, which must be walked before this one
 */
export function panelCollector(written: () => number): Collector<PageFacts['panels']> & {
  /** Whether the walk is inside a panel. */
  isInside(): boolean;
} {
  let count = 0;
  let charCount = 0;
  let open: { readonly element: Element; readonly charsBefore: number; readonly isContent: boolean } | undefined;
  /** Every panel so far is that of a tab, and in sight. */
  let areShownTabs = true;
  return {
    wants: { tags: ['details'], attributes: ['role', 'class'] },
    enter(element, place) {
      if (!isPanel(element)) return;
      if (open !== undefined) {
        areShownTabs = false;
        return;
      }
      open = { element, charsBefore: written(), isContent: (place & PLACE.chrome) === 0 };
      areShownTabs &&= attributeOf(element, 'role') === 'tabpanel' && (place & PLACE.hidden) === 0;
    },
    leave(element) {
      if (open?.element !== element) return;
      if (open.isContent) {
        count += 1;
        charCount += written() - open.charsBefore;
      }
      open = undefined;
    },
    isInside: () => open !== undefined,
    // One panel in sight is what all its tabs show, sorted or filtered: nothing waits behind another.
    facts: () => (count === 1 && areShownTabs ? { count: 0, charCount: 0 } : { count, charCount }),
  };
}

function isPanel(element: Element): boolean {
  if (element.tagName === 'details' || attributeOf(element, 'role') === 'tabpanel') return true;
  const classes = attributeOf(element, 'class');
  if (classes === undefined || !(classes.includes('tab') || classes.includes('accordion'))) return false;
  return classes
    .slice(0, MAX_CLASS)
    .split(/\s+/)
    .some((name) => PANEL_CLASSES.has(name));
}

/** A window this long holds any phrase that is looked for; patterns are tried on it and never on the whole text. */
const WINDOW = 160;
const QUALIFIER = '(?:all|any|and|of|the|your|my|other|previous|prior|earlier|preceding|above|system)';

/** Phrases that speak to a model (catalogue, P25): how each begins, and the whole of it. */
const PHRASES: readonly { readonly opening: string; readonly pattern: RegExp }[] = [
  {
    opening: 'ignore ',
    pattern: new RegExp(`^ignore (?:${QUALIFIER} ){0,2}(?:all|any|previous|prior) (?:${QUALIFIER} ){0,3}instructions`),
  },
  ...['reveal ', 'print ', 'send '].map((opening) => ({
    opening,
    pattern: new RegExp(`^${opening}(?:me |us )?(?:your|the) (?:full |entire |whole |complete |hidden )?system prompt`),
  })),
  { opening: 'you are a', pattern: /^you are an? (?:ai|llm|assistant)\b.{0,40}(?:must|should)\b/ },
];

/**
 * Where a text addresses a model, undefined when it does not. Linear in its length.
 * @param folded white space folded, any case
 */
export function findInstruction(folded: string): number | undefined {
  // Only ASCII: other letters may change the length of the text.
  const lower = folded.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  for (const { opening, pattern } of PHRASES) {
    for (let at = lower.indexOf(opening); at !== -1; at = lower.indexOf(opening, at + opening.length)) {
      if (pattern.test(lower.slice(at, at + WINDOW))) return at;
    }
  }
  return undefined;
}

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
    wants: { tags: [...CODE], isTag: isBlock },
    textIn: PLACE.body,
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
