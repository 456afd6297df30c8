/** What the rules of the converter share. */

import type { Element } from '../walk.ts';
import { type MarkdownWriter, markdownWriter } from './writer.ts';

export interface MarkdownContext {
  readonly writer: MarkdownWriter;
  /** How many links, headings and table cells are open: inside them blocks are set apart by a space only. */
  inlineDepth: number;
  /** Table cells among these: in them a bar is escaped. */
  cellDepth: number;
  /** Ends the line (1) or the block (2), as far as the place allows. */
  lineEnd(count: 1 | 2): void;
  readonly options: MarkdownOptions;
}

/** What a Markdown version has that the measuring converter leaves as the page wrote it. */
export interface MarkdownOptions {
  /** Characters of the text that Markdown would read as marks are escaped: rendered, the result is the page's text. */
  readonly isExact?: boolean;
  /** Returns the written form of the address of a link or an image. */
  readonly address?: (href: string) => string;
  /** The language of a code block, where its own class names none. */
  readonly languageOf?: (pre: Element) => string;
  /** Tables that are only read through, besides those that say so. */
  readonly isLayout?: (table: Element) => boolean;
}

/** What to write when an element begins and when it ends. */
export interface MarkdownRule {
  enter(element: Element): void;
  leave(element: Element): void;
}

export function markdownContext(options: MarkdownOptions = {}): MarkdownContext {
  const writer = markdownWriter(options.isExact === true);
  return {
    writer,
    options,
    inlineDepth: 0,
    cellDepth: 0,
    lineEnd(count) {
      if (this.inlineDepth > 0) writer.text(' ');
      else writer.lineEnd(count);
    },
  };
}

/** In a cell of a table a bar would end the cell, in code too (GitHub Flavored Markdown 4.10). */
export const inCell = ({ cellDepth }: MarkdownContext, text: string): string =>
  cellDepth > 0 ? text.replaceAll('|', '\\|') : text;
