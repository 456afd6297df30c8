import { type MarkdownWriter, markdownWriter } from './markdown-writer.ts';
import type { Element } from './walk.ts';

/** What the rules of the converter share. */
export interface MarkdownContext {
  readonly writer: MarkdownWriter;
  /** How many links, headings and table cells are open: inside them blocks are set apart by a space only. */
  inlineDepth: number;
  /** Table cells among these: in them a bar is escaped. */
  cellDepth: number;
  /** Ends the line (1) or the block (2), as far as the place allows. */
  lineEnd(count: 1 | 2): void;
}

/** What to write when an element begins and when it ends. */
export interface MarkdownRule {
  enter(element: Element): void;
  leave(element: Element): void;
}

export function markdownContext(): MarkdownContext {
  const writer = markdownWriter();
  return {
    writer,
    inlineDepth: 0,
    cellDepth: 0,
    lineEnd(count) {
      if (this.inlineDepth > 0) writer.text(' ');
      else writer.lineEnd(count);
    },
  };
}
