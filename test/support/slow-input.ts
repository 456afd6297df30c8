/** Parts of input that is made to be slow. */

export const SIZE = 5_000_000;

/** The piece over and over, to about `SIZE` characters. */
export const times = (piece: string): string => piece.repeat(SIZE / piece.length);

export const LLMS_TXT_PIECES: readonly string[] = [
  'a',
  '\n',
  '- ',
  '[',
  '](',
  '](<',
  '](a "',
  "](a '",
  '](a (',
  '[a](',
  '\\',
  '`',
  '#',
  ' #',
  '<!--',
  '>',
  '* ',
  ' ',
  '\t',
  '-',
  '<a',
  '<a ',
  '</a b="',
];
