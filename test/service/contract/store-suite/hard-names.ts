/** Ids that are hard on keys: long, alike in their first 2,000 characters, with separators and NUL. */
export const HARD_NAMES = [
  'a',
  'ab',
  'a:b',
  'a\u0000b',
  'a\u0000',
  `${'l'.repeat(70)}\u0000x`,
  `${'l'.repeat(70)}`,
  '#a',
  'ä'.repeat(400),
  `${'x'.repeat(3_000)}1`,
  `${'x'.repeat(3_000)}2`,
  'whole \u{1f600}',
  '*',
  '__proto__',
];
