/** Pages as Markdown. */

import { isBlock } from '../../text/compare-text.ts';
import { headingLevel } from '../heading-level.ts';
import type { PageFacts } from '../page-facts.ts';
import { parsePage } from '../parse-page.ts';
import { type Collector, type Element, PLACE, type Visitor, walk } from '../walk.ts';
import { CODE_TAGS, type CodeBlock, type CodeSpan, codeBlock, codeSpan } from './code.ts';
import { type MarkdownOptions, markdownContext } from './context.ts';
import { writeFormula } from './math.ts';
import { basicRules } from './rules.ts';
import { tableRules } from './tables.ts';

/** A paragraph longer than this, in characters, is prose: the content of a page may begin with it. */
const LONG_PARAGRAPH = 30;

type MarkdownFacts = Pick<PageFacts, 'markdownCharCount' | 'contentStart'>;

/** The page as Markdown, navigation and hidden parts included; scripts, styles, templates, drawings and controls not. */
export function htmlToMarkdown(html: string): string {
  const collector = markdownCollector();
  walk(parsePage(html), [collector]);
  return collector.markdown();
}

/** The fixed converter behind P7 and P8: whatever changes its output changes grades. */
export function markdownCollector(): Collector<MarkdownFacts> & { markdown(): string; length(): number } {
  const converter = markdownConverter();
  const start = contentStart(converter.length);
  const isBody = (place: number): boolean => (place & PLACE.body) !== 0;
  return {
    textIn: PLACE.body,
    enter(element, place) {
      if (!isBody(place)) return;
      if (!converter.isGathering()) start.enter(element, place);
      converter.enter(element, place);
    },
    text(folded, place, raw, words) {
      if (!isBody(place)) return;
      if (!converter.isGathering()) start.text(folded);
      converter.text(folded, place, raw, words);
    },
    leave(element, place) {
      if (!isBody(place)) return;
      converter.leave(element, place);
      if (!converter.isGathering()) start.leave(element);
    },
    markdown: converter.markdown,
    length: converter.length,
    facts: () => ({ markdownCharCount: converter.length(), contentStart: start.value() }),
  };
}

interface MarkdownConverter extends Required<Pick<Visitor, 'enter' | 'text' | 'leave'>> {
  markdown(): string;
  /** Characters written so far. */
  length(): number;
  /** A block of code is gathered, and written when it ends. */
  isGathering(): boolean;
}

/** Writes what it is led through as Markdown. */
export function markdownConverter(options: MarkdownOptions = {}): MarkdownConverter {
  const context = markdownContext(options);
  const { writer } = context;
  const rules = new Map([...basicRules(context), ...tableRules(context)]);
  let block: CodeBlock | undefined;
  let span: CodeSpan | undefined;
  let formula: Element | undefined;
  const enterRule = (element: Element): void => {
    const rule = rules.get(element.tagName);
    if (rule !== undefined) rule.enter(element);
    else if (isBlock(element.tagName)) context.lineEnd(2);
  };
  const leaveRule = (element: Element): void => {
    const rule = rules.get(element.tagName);
    if (rule !== undefined) rule.leave(element);
    else if (isBlock(element.tagName)) context.lineEnd(2);
  };
  return {
    enter(element) {
      const { tagName } = element;
      if (formula !== undefined) return;
      if (block !== undefined) return block.enter(tagName);
      if (tagName === 'pre') {
        span?.flush();
        enterRule(element);
        block = codeBlock(element);
      } else if (tagName === 'math') {
        span?.flush();
        formula = element;
      } else if (CODE_TAGS.has(tagName)) {
        span ??= codeSpan(element, context);
      } else if (span === undefined) {
        enterRule(element);
      } else if (INSIDE_CODE.has(tagName)) {
        span.flush();
        enterRule(element);
      } else {
        span.enter(tagName);
      }
    },
    text(folded, _place, raw) {
      if (formula !== undefined) return;
      if (block !== undefined) block.add(raw);
      else if (span !== undefined) span.add(folded);
      else writer.text(folded, context.cellDepth > 0);
    },
    leave(element) {
      const { tagName } = element;
      if (formula !== undefined) {
        if (formula !== element) return;
        formula = undefined;
        writeFormula(context, element);
      } else if (block !== undefined) {
        if (block.element !== element) return block.leave(tagName);
        block.write(context);
        block = undefined;
        leaveRule(element);
      } else if (span === undefined) {
        leaveRule(element);
      } else if (span.element === element) {
        span.flush();
        span = undefined;
      } else if (INSIDE_CODE.has(tagName)) {
        span.flush();
        leaveRule(element);
      } else {
        span.leave(tagName);
      }
    },
    markdown: writer.value,
    length: writer.length,
    isGathering: () => block !== undefined || formula !== undefined,
  };
}

/** Code in a line is interrupted by a link or an image: within it neither would be one. */
const INSIDE_CODE = new Set(['a', 'img']);

/**
 * Finds the first heading with text, or long paragraph, in the content: in main, where the page has one. An H1 before it
 * is the title of that content.
 */
function contentStart(written: () => number) {
  let found: number | undefined;
  /** It is in main or an H1, so nothing later is the start. */
  let isSure = false;
  /** The heading or paragraph under way, and where its text began. */
  let candidate: { readonly element: Element; readonly isSure: boolean; from: number | undefined } | undefined;
  return {
    enter(element: Element, place: number): void {
      const isInMain = (place & PLACE.main) !== 0;
      if (isSure || (found !== undefined && !isInMain) || (place & PLACE.chrome) !== 0) return;
      const isCandidate = element.tagName === 'p' || headingLevel(element.tagName) !== undefined;
      if (isCandidate) candidate = { element, isSure: isInMain || element.tagName === 'h1', from: undefined };
    },
    text(folded: string): void {
      if (candidate !== undefined && candidate.from === undefined && folded !== ' ') candidate.from = written();
    },
    leave(element: Element): void {
      if (candidate?.element !== element) return;
      const { from, isSure: isStart } = candidate;
      candidate = undefined;
      if (from === undefined) return;
      if (element.tagName === 'p' && written() - from <= LONG_PARAGRAPH) return;
      found = from;
      isSure = isStart;
    },
    value: () => (found === undefined ? undefined : { charOffset: found }),
  };
}
