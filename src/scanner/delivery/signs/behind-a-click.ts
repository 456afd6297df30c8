import { SECTION_WORDS, type SignRule } from './sign.ts';

const MAX_PANELS = 10;
/** Of a list whose length nothing says, what a "load more" without an address hides. */
const UNKNOWN_REST = 1;
/** A list tells at most this many times what it shows. */
const MAX_REST = 30;

/** Panels of tabs and accordions that a click fills. */
export const panel: SignRule = ({ missing: { marks } }, own) => {
  const { empty, filled } = marks.panels;
  if (empty === 0) return undefined;
  // Each is worth what those with text have, at most what the page has.
  const each = Math.max(SECTION_WORDS, Math.min(own, own / (1 + filled)));
  return { missingWords: each * Math.min(MAX_PANELS, empty), example: marks.example };
};

/** A list that goes on, with no address for what follows. */
export const moreItems: SignRule = ({ missing: { more } }, own) => {
  if (more.hasPages) return undefined;
  if (more.counts !== undefined) {
    const { shown, all } = more.counts;
    return {
      missingWords: own * Math.min(MAX_REST, (all - shown) / shown),
      example: more.example || `${shown} of ${all}`,
    };
  }
  return more.items > 0 ? { missingWords: own * UNKNOWN_REST, example: more.example } : undefined;
};

/** A text that breaks off before "read more", whose rest comes with a click. */
export const moreText: SignRule = ({ missing: { more } }) =>
  more.text > 0 ? { missingWords: SECTION_WORDS * Math.min(MAX_PANELS, more.text), example: more.example } : undefined;
