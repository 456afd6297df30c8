import { SECTION_WORDS, type SignRule } from './sign.ts';

/** Headings with nothing below them but a place that a script fills: each announces a section. */
export const emptySection: SignRule = ({ missing: { marks } }) =>
  marks.hasScripts && marks.emptySections > 0
    ? { missingWords: SECTION_WORDS * marks.emptySections, example: marks.example }
    : undefined;
