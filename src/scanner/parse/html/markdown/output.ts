/** The Markdown that is written so far. */

import { LINE_START } from './escape.ts';

export interface Output {
  readonly pieces: string[];
  /** Characters of all pieces. */
  length: number;
  /** The last character, and the last one that belongs to no mark; '' before the first of a line. */
  last: string;
  lastOfText: string;
  /** The last piece is a mark with a tag. */
  endsWithMark: boolean;
  /** What the line has so far, without the prefixes of containers: its first characters at least. */
  line: string;
}

export const newOutput = (): Output => ({
  pieces: [],
  length: 0,
  last: '',
  lastOfText: '',
  endsWithMark: false,
  line: '',
});

export function put(output: Output, piece: string): void {
  if (piece === '') return;
  output.pieces.push(piece);
  output.length += piece.length;
  output.last = piece.at(-1) ?? '';
  if (output.line.length < LINE_START) output.line += piece.slice(0, LINE_START);
}

/** @param prefix of the containers that the line is in */
export function putLineStart(output: Output, prefix: string): void {
  put(output, prefix);
  // Neither lists nor quotes begin in a heading.
  output.line = prefix.includes('#') ? '#' : '';
  output.lastOfText = '';
  output.endsWithMark = false;
  output.last = ' ';
}
