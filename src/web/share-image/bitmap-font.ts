/** Letters of five by seven squares: capitals, digits, and the marks of host names. */

export const GLYPH_HEIGHT = 7;
const GLYPH_WIDTH = 5;
/** With the gap after it. */
const ADVANCE = GLYPH_WIDTH + 1;

/** Seven rows of five bits, from the top, two hexadecimal digits each. */
const GLYPHS: Readonly<Record<string, string>> = {
  '0': '06090909090906',
  '1': '040c040404040e',
  '2': '0e11010204081f',
  '3': '1f02040201110e',
  '4': '02060a121f0202',
  '5': '1f101e0101110e',
  '6': '0608101e11110e',
  '7': '1f010204080808',
  '8': '0e11110e11110e',
  '9': '0e11110f01020c',
  A: '0e11111f111111',
  B: '1e11111e11111e',
  C: '0e11101010110e',
  D: '1e11111111111e',
  E: '1f10101e10101f',
  F: '1f10101e101010',
  G: '0e11101711110f',
  H: '1111111f111111',
  I: '0e04040404040e',
  J: '0702020202120c',
  K: '11121418141211',
  L: '1010101010101f',
  M: '111b1515111111',
  N: '11191513111111',
  O: '0e11111111110e',
  P: '1e11111e101010',
  Q: '0e11111115120d',
  R: '1e11111e141211',
  S: '0f10100e01011e',
  T: '1f040404040404',
  U: '1111111111110e',
  V: '11111111110a04',
  W: '1111111515150a',
  X: '11110a040a1111',
  Y: '11110a04040404',
  Z: '1f01020408101f',
  ' ': '00000000000000',
  '.': '00000000000c0c',
  '-': '0000000e000000',
  ':': '000c0c000c0c00',
  _: '0000000000001f',
  '[': '0e08080808080e',
  ']': '0e02020202020e',
};
/** For a letter that is not there. */
const UNKNOWN = '1f11111111111f';

/** Width of a text in squares. */
export const textWidth = (text: string): number => Math.max(0, text.length * ADVANCE - 1);

/** The filled squares of a text, from its top left corner. Small letters are shown as capitals. */
export function* squaresOf(text: string): Generator<readonly [x: number, y: number]> {
  for (const [at, letter] of [...text.toUpperCase()].entries()) {
    const rows = Buffer.from(GLYPHS[letter] ?? UNKNOWN, 'hex');
    for (const [y, bits] of rows.entries()) {
      for (let x = 0; x < GLYPH_WIDTH; x += 1) {
        if ((bits >> (GLYPH_WIDTH - 1 - x)) & 1) yield [at * ADVANCE + x, y];
      }
    }
  }
}
