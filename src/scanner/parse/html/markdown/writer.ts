import { breaksOn } from './breaks.ts';
import { containerStack } from './containers.ts';
import { escapePiece } from './escape.ts';
import { type Mark, marksOn } from './marks.ts';
import { newOutput, put } from './output.ts';

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

/** @param isExact whether text is escaped, and marks that would not be read as such become tags */
export function markdownWriter(isExact: boolean): MarkdownWriter {
  const output = newOutput();
  const marks = marksOn(output, isExact);
  const containers = containerStack();
  const breaks = breaksOn(output, marks, containers);

  const begin = (): void => {
    breaks.startLine();
    if (breaks.isSpaceDue() && output.last !== ' ') marks.putText(' ');
    breaks.space(false);
    marks.writeDue();
  };
  const write = (folded: string, shown: (core: string) => string): void => {
    const core = folded.trim();
    if (folded.startsWith(' ')) breaks.space(true);
    if (core === '') return;
    begin();
    marks.putText(shown(core));
    breaks.space(folded.endsWith(' '));
  };

  return {
    text(folded, isInCell = false) {
      const barred = (text: string): string => (isInCell ? text.replaceAll('|', '\\|') : text);
      write(folded, isExact ? (core) => escapePiece(core, folded, output, barred) : barred);
    },
    inline: (folded) => write(folded, (core) => core),
    verbatim(text) {
      if (text.startsWith(' ')) breaks.space(false);
      begin();
      marks.putText(text);
    },
    bar(text) {
      marks.breakOff();
      breaks.space(false);
      breaks.startBlock();
      breaks.startLine();
      marks.putText(text);
    },
    lines(lines) {
      marks.breakOff();
      breaks.startBlock();
      for (const each of lines) {
        breaks.startLine();
        put(output, each);
        breaks.nextLine();
      }
    },
    open: marks.open,
    close: marks.close,
    lineEnd: breaks.lineEnd,
    hardBreak: breaks.hardBreak,
    enterContainer(first, rest) {
      breaks.startBlock();
      containers.enter(first, rest);
    },
    leaveContainer: containers.leave,
    tighten: breaks.tighten,
    endsInCode: () => output.last === '`' && !breaks.isSpaceDue() && breaks.isOnLine() && marks.areWritten(),
    length: () => output.length,
    value() {
      marks.settle('');
      return output.pieces.join('');
    },
  };
}
