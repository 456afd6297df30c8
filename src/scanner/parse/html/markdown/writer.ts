import type { Element } from '../walk.ts';

/** Quotes and lists deeper than this are written at this depth: a prefix per level and line would grow without bound. */
const MAX_CONTAINERS = 16;

interface Container {
  /** What the first line begins with ("- "), and every later one ("  "). */
  readonly first: string;
  readonly rest: string;
  isStarted: boolean;
}

/**
 * Writes Markdown piece by piece. Spaces, line breaks and opening marks are due until there is text for them, so that
 * what turns out to be empty leaves no trace. Text is written as it is: the result is for reading and measuring, and
 * not escaped for a way back.
 */
interface MarkdownWriter {
  text(folded: string): void;
  /** Text whose spaces stay as they are, on the current line: an image, a table's bar. */
  verbatim(text: string): void;
  /** Whole lines, spaces and all, as a block of their own. */
  lines(lines: readonly string[]): void;
  /** Opens a link or emphasis; the mark is written with the first text inside. */
  open(mark: string): void;
  /** Closes the innermost open element; nothing is written when it held no text. */
  close(mark: string): void;
  /** Ends the line (1) or the block (2). */
  lineEnd(count: 1 | 2): void;
  /** What `<br>` asks for: a new line in the same block. */
  hardBreak(): void;
  enterContainer(first: string, rest: string): void;
  leaveContainer(): void;
  /** Ends the line only, whatever break was due. */
  tighten(): void;
  length(): number;
  value(): string;
}

function markdownWriter(): MarkdownWriter {
  const pieces: string[] = [];
  const containers: Container[] = [];
  const openers: string[] = [];
  let droppedContainers = 0;
  let length = 0;
  let isLineStart = true;
  let lineEndsDue = 0;
  let hardBreakDue = false;
  let spaceDue = false;
  let endsWithSpace = false;

  const put = (piece: string): void => {
    if (piece === '') return;
    pieces.push(piece);
    length += piece.length;
    endsWithSpace = piece.endsWith(' ');
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
      put(hardBreakDue ? '  \n' : '\n');
      if (lineEndsDue > 1) put(`${prefix(false).trimEnd()}\n`);
      isLineStart = true;
    }
    if (isLineStart) {
      put(prefix(true));
      spaceDue = false;
    }
    lineEndsDue = 0;
    hardBreakDue = false;
    isLineStart = false;
  };
  const begin = (): void => {
    startLine();
    if (spaceDue && !endsWithSpace) put(' ');
    spaceDue = false;
    for (const mark of openers) put(mark);
    openers.length = 0;
  };

  return {
    text(folded) {
      const core = folded.trim();
      if (folded.startsWith(' ')) spaceDue = true;
      if (core === '') return;
      begin();
      put(core);
      spaceDue = folded.endsWith(' ');
    },
    verbatim(text) {
      if (text.startsWith(' ')) spaceDue = false;
      begin();
      put(text);
    },
    lines(lines) {
      for (const line of lines) {
        startLine();
        put(line);
        lineEndsDue = 1;
      }
    },
    open: (mark) => void openers.push(mark),
    close(mark) {
      if (openers.pop() === undefined) put(mark);
    },
    lineEnd(count) {
      spaceDue = false;
      if (containers.at(-1)?.isStarted === false) lineEndsDue = Math.max(lineEndsDue, 1);
      else lineEndsDue = Math.max(lineEndsDue, count);
      if (count > 1) hardBreakDue = false;
    },
    hardBreak() {
      if (lineEndsDue === 0) hardBreakDue = true;
      lineEndsDue = Math.max(lineEndsDue, 1);
      spaceDue = false;
    },
    enterContainer(first, rest) {
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
    length: () => length,
    value: () => pieces.join(''),
  };
}

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
  const writer = markdownWriter();
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
