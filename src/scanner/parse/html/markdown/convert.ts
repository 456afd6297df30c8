import { parse } from 'parse5';
import { isBlock } from '../../text/compare-text.ts';
import { headingLevel } from '../outline.ts';
import type { PageFacts } from '../page-facts.ts';
import { type Collector, type Element, PLACE, walk } from '../walk.ts';
import { basicRules, type CodeBlock, codeBlock, tableRules } from './rules.ts';
import { markdownContext } from './writer.ts';

/** A paragraph longer than this, in characters, is prose: the content of a page may begin with it. */
const LONG_PARAGRAPH = 30;

type MarkdownFacts = Pick<PageFacts, 'markdownCharCount' | 'contentStart'>;

/** The page as Markdown, navigation and hidden parts included; scripts, styles, templates, drawings and controls not. */
export function htmlToMarkdown(html: string): string {
  const collector = markdownCollector();
  walk(parse(html), [collector]);
  return collector.markdown();
}

/** The fixed converter behind P7 and P8: whatever changes its output changes grades. */
export function markdownCollector(): Collector<MarkdownFacts> & { markdown(): string; length(): number } {
  const context = markdownContext();
  const { writer } = context;
  const rules = new Map([...basicRules(context), ...tableRules(context)]);
  const start = contentStart(() => writer.length());
  let code: CodeBlock | undefined;
  return {
    enter(element, place) {
      if ((place & PLACE.body) === 0) return;
      if (code !== undefined) return code.enter(element.tagName);
      start.enter(element, place);
      const rule = rules.get(element.tagName);
      if (rule !== undefined) rule.enter(element);
      else if (isBlock(element.tagName)) context.lineEnd(2);
      if (element.tagName === 'pre') code = codeBlock(element);
    },
    text(folded, place, raw) {
      if ((place & PLACE.body) === 0) return;
      if (code !== undefined) return code.add(raw);
      start.text(folded);
      writer.text(context.cellDepth > 0 ? folded.replaceAll('|', '\\|') : folded);
    },
    leave(element, place) {
      if ((place & PLACE.body) === 0) return;
      if (code !== undefined) {
        if (code.element !== element) return code.leave(element.tagName);
        code.write(context);
        code = undefined;
      }
      const rule = rules.get(element.tagName);
      if (rule !== undefined) rule.leave(element);
      else if (isBlock(element.tagName)) context.lineEnd(2);
      start.leave(element);
    },
    markdown: () => writer.value(),
    length: () => writer.length(),
    facts: () => ({ markdownCharCount: writer.length(), contentStart: start.value() }),
  };
}

/** Finds the first heading with text, or long paragraph, in the content. */
function contentStart(written: () => number) {
  let found: number | undefined;
  /** The heading or paragraph under way, and where its text began. */
  let candidate: { readonly element: Element; from: number | undefined } | undefined;
  return {
    enter(element: Element, place: number): void {
      if (found !== undefined || (place & PLACE.chrome) !== 0) return;
      const isCandidate = element.tagName === 'p' || headingLevel(element.tagName) !== undefined;
      if (isCandidate) candidate = { element, from: undefined };
    },
    text(folded: string): void {
      if (candidate !== undefined && candidate.from === undefined && folded !== ' ') candidate.from = written();
    },
    leave(element: Element): void {
      if (candidate?.element !== element) return;
      const { from } = candidate;
      candidate = undefined;
      if (from === undefined) return;
      if (element.tagName !== 'p' || written() - from > LONG_PARAGRAPH) found = from;
    },
    value: () => (found === undefined ? undefined : { charOffset: found }),
  };
}
