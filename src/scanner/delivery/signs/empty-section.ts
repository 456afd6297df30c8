import { SECTION_WORDS, type SignRule } from './sign.ts';

/** Headings with nothing below them but a place that a script fills: each announces a section. */
export const emptySection: SignRule = ({ missing: { marks } }) =>
  marks.hasScripts && marks.emptySections > 0
    ? { missingWords: SECTION_WORDS * marks.emptySections, example: marks.example }
    : undefined;

const MAX_FRAGMENTS = 10;

/** Parts of the page that a script fetches by itself, from addresses that readers do not ask for. */
export const fragment: SignRule = ({ missing: { marks } }) =>
  marks.hasScripts && marks.fragments > 0
    ? { missingWords: SECTION_WORDS * Math.min(MAX_FRAGMENTS, marks.fragments), example: marks.example }
    : undefined;
