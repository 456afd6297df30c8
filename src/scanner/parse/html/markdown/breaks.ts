/** Spaces and line breaks that are due: written once there is text behind them, so that what turns out to be empty leaves no trace. */

import type { Containers } from './containers.ts';
import type { Marks } from './marks.ts';
import { type Output, put, putLineStart } from './output.ts';

export interface Breaks {
  /** Ends the line (1) or the block (2). Marks that are open are closed and opened again behind the break. */
  lineEnd(count: 1 | 2): void;
  /** What `<br>` asks for: a new line in the same block; twice, a new block. */
  hardBreak(): void;
  /** Ends the line only, whatever break was due. */
  tighten(): void;
  /** The next line follows the last one directly. */
  nextLine(): void;
  /** To be called before the lines of a block that holds no prose. */
  startBlock(): void;
  /** Writes the breaks that are due and the prefixes of a new line. */
  startLine(): void;
  /** Whether a space is due where no line begins. */
  space(isDue: boolean): void;
  isSpaceDue(): boolean;
  /** The text that follows is on the line of the last one. */
  isOnLine(): boolean;
}

export function breaksOn(output: Output, marks: Marks, containers: Containers): Breaks {
  let lineEndsDue = 0;
  let hardBreakDue = false;
  let spaceDue = false;
  let isLineStart = true;
  return {
    lineEnd(count) {
      marks.breakOff();
      spaceDue = false;
      lineEndsDue = Math.max(lineEndsDue, containers.isFresh() ? 1 : count);
      if (count > 1) hardBreakDue = false;
    },
    hardBreak() {
      if (hardBreakDue) {
        marks.breakOff();
        lineEndsDue = 2;
        hardBreakDue = false;
      } else if (lineEndsDue === 0 && !isLineStart) {
        hardBreakDue = true;
      }
      lineEndsDue = Math.max(lineEndsDue, 1);
      spaceDue = false;
    },
    tighten() {
      if (lineEndsDue > 1) lineEndsDue = 1;
    },
    nextLine() {
      lineEndsDue = 1;
    },
    startBlock() {
      if (containers.startDefinition()) lineEndsDue = 2;
    },
    startLine() {
      if (output.length > 0 && lineEndsDue > 0) {
        marks.settle('');
        put(output, hardBreakDue ? '  \n' : '\n');
        if (lineEndsDue > 1) put(output, `${containers.blankLine()}\n`);
        isLineStart = true;
      }
      if (isLineStart) {
        putLineStart(output, containers.startLine());
        spaceDue = false;
      }
      lineEndsDue = 0;
      hardBreakDue = false;
      isLineStart = false;
    },
    space(isDue) {
      spaceDue = isDue;
    },
    isSpaceDue: () => spaceDue,
    isOnLine: () => lineEndsDue === 0,
  };
}
