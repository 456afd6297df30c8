/** Pairs of marks around text: opened when there is text for them, closed at the end of a line, and tags where marks would not be read as such. */

import { closesWell, opensWell } from './flanking.ts';
import { type Output, put } from './output.ts';

/** Links and emphasis deeper than this are written as plain text: each piece of text looks at all open marks. */
const MAX_MARKS = 32;

/** A pair of marks around text of one line or paragraph, and the tags to write where the marks would not be read as such. */
export interface Mark {
  readonly open: string;
  readonly close: string;
  readonly tag?: string;
}

interface OpenMark {
  readonly mark: Mark;
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

export interface Marks {
  /** Opens a pair, which is written with the first text inside. */
  open(mark: Mark): void;
  /** Closes the innermost pair; nothing is written when it held no text. @param close instead of the mark's own */
  close(close?: string): void;
  /** Writes the opening marks that are due. */
  writeDue(): void;
  /** Closes the written marks; the next text opens them again. */
  breakOff(): void;
  areWritten(): boolean;
  /** Writes text, as opposed to marks. */
  putText(text: string): void;
  /** To be called with the next character, '' for the end of a line. */
  settle(next: string): void;
}

/** @param isExact whether marks that would not be read as such become tags */
export function marksOn(output: Output, isExact: boolean): Marks {
  const marks: OpenMark[] = [];
  let dropped = 0;
  let closed: ClosedMark[] = [];

  const settle = (next: string): void => {
    for (const pair of closed) writeTags(output, pair, next);
    closed = [];
  };
  const putOpening = (open: OpenMark): void => {
    const { mark } = open;
    open.isWritten = true;
    if (mark.open === '') return;
    open.before = output.lastOfText;
    open.after = '';
    open.isAfterMark = output.endsWithMark;
    if (isExact && (mark.tag === undefined || output.endsWithMark)) settle(mark.open.slice(0, 1));
    open.at = output.pieces.length;
    put(output, mark.open);
    if (mark.tag === undefined) output.lastOfText = output.last;
  };
  const putClosing = (open: OpenMark, close: string): void => {
    if (close === '') return;
    if (isExact && open.mark.tag === undefined) settle(close.slice(0, 1));
    put(output, close);
    output.endsWithMark = open.mark.tag !== undefined;
    if (!output.endsWithMark) output.lastOfText = output.last;
    else if (isExact) closed.push({ ...open, closedAt: output.pieces.length - 1, last: output.lastOfText });
  };

  return {
    open(mark) {
      if (marks.length < MAX_MARKS) {
        marks.push({ mark, isWritten: false, at: 0, before: '', after: '', isAfterMark: false });
      } else {
        dropped += 1;
      }
    },
    close(close) {
      if (dropped > 0) {
        dropped -= 1;
        return;
      }
      const open = marks.pop();
      if (open?.isWritten === true) putClosing(open, close ?? open.mark.close);
    },
    writeDue() {
      for (const mark of marks) if (!mark.isWritten) putOpening(mark);
    },
    breakOff() {
      for (const open of marks.toReversed()) {
        if (open.isWritten && open.mark.close !== '') {
          putClosing(open, open.mark.close);
          open.isWritten = false;
        }
      }
    },
    areWritten: () => marks.every(({ isWritten }) => isWritten),
    putText(text) {
      if (text === '') return;
      if (isExact) {
        const first = text.slice(0, 1);
        settle(first);
        for (const mark of marks) if (mark.isWritten && mark.after === '') mark.after = first;
      }
      put(output, text);
      output.lastOfText = output.last;
      output.endsWithMark = false;
    },
    settle,
  };
}

/** Marks that the next character would keep from being read as such become tags. */
function writeTags({ pieces }: Output, pair: ClosedMark, next: string): void {
  const { mark, before, after, isAfterMark, last } = pair;
  if (mark.tag === undefined || (!isAfterMark && opensWell(before, after) && closesWell(last, next))) return;
  pieces[pair.at] = `<${mark.tag}>`;
  pieces[pair.closedAt] = `</${mark.tag}>`;
}
