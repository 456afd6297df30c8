import type { Element } from '../walk.ts';
import { escapeAtLineStart, escapeText } from './escape.ts';
import { closesWell, opensWell } from './flanking.ts';

/** Quotes and lists deeper than this are written at this depth: a prefix per level and line would grow without bound. */
const MAX_CONTAINERS = 16;
/** Links and emphasis deeper than this are written as plain text: each piece of text looks at all open marks. */
const MAX_MARKS = 32;
/** Characters of a line that decide whether it begins a list, a heading or a quote. */
const LINE_START = 16;

interface Container {
  /** What the first line begins with ("- "), and every later one ("  "). */
  readonly first: string;
  readonly rest: string;
  isStarted: boolean;
}

/** A pair of marks around text of one line or paragraph, and the tags to write where the marks would not be read as such. */
export interface Mark {
  readonly open: string;
  readonly close: string;
  readonly tag?: string;
}

interface OpenMark {
  mark: Mark;
  isWritten: boolean;
  /** Where the opening mark is among the pieces, the character before it and the first one after it. */
  at: number;
  before: string;
  after: string;
  isAfterMark: boolean;
}

/** A pair of marks that is closed; the next character tells whether the closing one is read as such. */
interface ClosedMark extends OpenMark {
  readonly closedAt: number;
  readonly last: string;
}

/**
 * Writes Markdown piece by piece. Spaces, line breaks and opening marks are due until there is text for them, so that
 * what turns out to be empty leaves no trace.
 */
export interface MarkdownWriter {
  /** Prose. In an exact text it is escaped, so that no character of it is read as a mark; in a cell of a table bars always are. */
  text(folded: string, isInCell?: boolean): void;
  /** Text with marks of its own: inline code, a formula. Space at its ends is kept as one space. */
  inline(folded: string): void;
  /** Text whose spaces stay as they are, on the current line: an image. */
  verbatim(text: string): void;
  /** A bar of a table: no mark may span it. */
  bar(text: string): void;
  /** Whole lines, spaces and all, as a block of their own. */
  lines(lines: readonly string[]): void;
  /** Opens a link or emphasis; the mark is written with the first text inside. */
  open(mark: Mark): void;
  /** Closes the innermost open mark; nothing is written when it held no text. @param close instead of the mark's own */
  close(close?: string): void;
  /** Ends the line (1) or the block (2). Marks that are open are closed and opened again behind the break. */
  lineEnd(count: 1 | 2): void;
  /** What `<br>` asks for: a new line in the same block; twice, a new block. */
  hardBreak(): void;
  enterContainer(first: string, rest: string): void;
  leaveContainer(): void;
  /** Ends the line only, whatever break was due. */
  tighten(): void;
  /** Code at this place would run into the code before it. */
  endsInCode(): boolean;
  length(): number;
  value(): string;
}

function markdownWriter(isExact: boolean): MarkdownWriter {
  const pieces: string[] = [];
  const containers: Container[] = [];
  const marks: OpenMark[] = [];
  let closed: ClosedMark[] = [];
  let droppedContainers = 0;
  let droppedMarks = 0;
  let length = 0;
  let isLineStart = true;
  let lineEndsDue = 0;
  let hardBreakDue = false;
  let spaceDue = false;
  /** The last character, and the last one that belongs to no mark. */
  let last = '';
  let lastOfText = '';
  let endsWithMark = false;
  /** What the line has so far, without the prefixes of containers. */
  let line = '';

  const put = (piece: string): void => {
    if (piece === '') return;
    pieces.push(piece);
    length += piece.length;
    last = piece.at(-1) ?? '';
    if (line.length < LINE_START) line += piece.slice(0, LINE_START);
  };
  /** Marks that the next character would keep from being read as such become tags. */
  const settle = (next: string): void => {
    for (const { mark, at, before, after, isAfterMark, closedAt, last: end } of closed) {
      if (mark.tag === undefined) continue;
      if (!isAfterMark && opensWell(before, after) && closesWell(end, next)) continue;
      pieces[at] = `<${mark.tag}>`;
      pieces[closedAt] = `</${mark.tag}>`;
    }
    closed = [];
  };
  /** Text, as opposed to marks. */
  const putText = (text: string): void => {
    if (text === '') return;
    const first = text.slice(0, 1);
    if (isExact) {
      settle(first);
      for (const mark of marks) if (mark.isWritten && mark.after === '') mark.after = first;
    }
    put(text);
    lastOfText = last;
    endsWithMark = false;
  };
  const putOpening = (open: OpenMark): void => {
    const { mark } = open;
    open.isWritten = true;
    if (mark.open === '') return;
    open.before = lastOfText;
    open.after = '';
    open.isAfterMark = endsWithMark;
    if (isExact && (mark.tag === undefined || endsWithMark)) settle(mark.open.slice(0, 1));
    open.at = pieces.length;
    put(mark.open);
    if (mark.tag === undefined) lastOfText = last;
  };
  const putClosing = (open: OpenMark, close: string): void => {
    if (close === '') return;
    if (isExact && open.mark.tag === undefined) settle(close.slice(0, 1));
    put(close);
    endsWithMark = open.mark.tag !== undefined;
    if (!endsWithMark) lastOfText = last;
    else if (isExact) closed.push({ ...open, closedAt: pieces.length - 1, last: lastOfText });
  };
  const prefix = (isNewLine: boolean): string => {
    let text = '';
    for (const container of containers) {
      if (!container.isStarted && !isNewLine) break;
      text += container.isStarted ? container.rest : container.first;
      if (isNewLine) container.isStarted = true;
    }
    return text;
  };
  /** Writes the breaks that are due and the prefixes of a new line. */
  const startLine = (): void => {
    if (length > 0 && lineEndsDue > 0) {
      settle('');
      put(hardBreakDue ? '  \n' : '\n');
      if (lineEndsDue > 1) put(`${prefix(false).trimEnd()}\n`);
      isLineStart = true;
    }
    if (isLineStart) {
      const start = prefix(true);
      put(start);
      // Neither lists nor quotes begin in a heading.
      line = start.includes('#') ? '#' : '';
      lastOfText = '';
      endsWithMark = false;
      last = ' ';
      spaceDue = false;
    }
    lineEndsDue = 0;
    hardBreakDue = false;
    isLineStart = false;
  };
  const begin = (): void => {
    startLine();
    if (spaceDue && last !== ' ') putText(' ');
    spaceDue = false;
    for (const mark of marks) if (!mark.isWritten) putOpening(mark);
  };
  const breakMarks = (): void => {
    for (const open of marks.toReversed()) {
      if (open.isWritten && open.mark.close !== '') {
        putClosing(open, open.mark.close);
        open.isWritten = false;
      }
    }
  };
  const startBlock = (): void => {
    const top = containers.at(-1);
    // A definition that begins with a block has no text for its colon.
    if (top?.isStarted !== false || top.first !== DEFINITION) return;
    top.isStarted = true;
    lineEndsDue = 2;
  };
  const write = (folded: string, shown: (core: string) => string): void => {
    const core = folded.trim();
    if (folded.startsWith(' ')) spaceDue = true;
    if (core === '') return;
    begin();
    putText(shown(core));
    spaceDue = folded.endsWith(' ');
  };

  return {
    text(folded, isInCell = false) {
      const barred = (text: string): string => (isInCell ? text.replaceAll('|', '\\|') : text);
      if (!isExact) return write(folded, barred);
      write(folded, (core) => {
        const text = barred(
          last !== ' ' && core.startsWith('~') ? `\\~${escapeText(core.slice(1))}` : escapeText(core),
        );
        const atStart = line.length < LINE_START ? escapeAtLineStart(line, text) : text;
        return folded.endsWith('!') ? `${atStart.slice(0, -1)}\\!` : atStart;
      });
    },
    inline: (folded) => write(folded, (core) => core),
    verbatim(text) {
      if (text.startsWith(' ')) spaceDue = false;
      begin();
      putText(text);
    },
    bar(text) {
      breakMarks();
      spaceDue = false;
      startBlock();
      startLine();
      putText(text);
    },
    lines(lines) {
      breakMarks();
      startBlock();
      for (const each of lines) {
        startLine();
        put(each);
        lineEndsDue = 1;
      }
    },
    open(mark) {
      if (marks.length < MAX_MARKS) {
        marks.push({ mark, isWritten: false, at: 0, before: '', after: '', isAfterMark: false });
      } else {
        droppedMarks += 1;
      }
    },
    close(close) {
      if (droppedMarks > 0) {
        droppedMarks -= 1;
        return;
      }
      const open = marks.pop();
      if (open?.isWritten === true) putClosing(open, close ?? open.mark.close);
    },
    lineEnd(count) {
      breakMarks();
      spaceDue = false;
      if (containers.at(-1)?.isStarted === false) lineEndsDue = Math.max(lineEndsDue, 1);
      else lineEndsDue = Math.max(lineEndsDue, count);
      if (count > 1) hardBreakDue = false;
    },
    hardBreak() {
      if (hardBreakDue) {
        breakMarks();
        lineEndsDue = 2;
        hardBreakDue = false;
      } else if (lineEndsDue === 0 && !isLineStart) {
        hardBreakDue = true;
      }
      lineEndsDue = Math.max(lineEndsDue, 1);
      spaceDue = false;
    },
    enterContainer(first, rest) {
      startBlock();
      if (containers.length < MAX_CONTAINERS) containers.push({ first, rest, isStarted: false });
      else droppedContainers += 1;
    },
    leaveContainer() {
      if (droppedContainers > 0) droppedContainers -= 1;
      else containers.pop();
    },
    tighten() {
      if (lineEndsDue > 1) lineEndsDue = 1;
    },
    endsInCode: () => last === '`' && !spaceDue && lineEndsDue === 0 && marks.every(({ isWritten }) => isWritten),
    length: () => length,
    value() {
      settle('');
      return pieces.join('');
    },
  };
}

/** What the first line of a definition begins with, as in PHP Markdown Extra. */
export const DEFINITION = ': ';

/** What the rules of the converter share. */
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
  /** What is written for the address of a link or an image. */
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
