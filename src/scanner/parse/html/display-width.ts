/** First and last code point of the blocks that East Asian terminals and result lists show two columns wide. */
const WIDE: readonly (readonly [from: number, to: number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f900, 0x1faff],
  [0x20000, 0x3fffd],
];
const MARK = /^\p{M}$/u;

/**
 * Columns a text takes: wide characters (Unicode Standard Annex 11, by block) two, combining marks and joiners none,
 * all others one.
 */
export function displayWidth(text: string): number {
  let columns = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x300) columns += 1;
    else if (code === 0x200b || code === 0x200c || code === 0x200d || code === 0xfe0f || MARK.test(character)) continue;
    else columns += WIDE.some(([from, to]) => code >= from && code <= to) ? 2 : 1;
  }
  return columns;
}
