import { FEW_WORDS, SECTION_WORDS, type SignRule } from './sign.ts';

const MAX_COUNTED = 10;

/** "Loading", skeletons and busy elements in the content. A page with text has widgets that say so too, so one costs it nothing. */
export const placeholder: SignRule = ({ missing: { marks } }, own) => {
  const count = Math.min(MAX_COUNTED, own < FEW_WORDS ? marks.placeholders : marks.placeholders - 1);
  return marks.hasScripts && count > 0 ? { missingWords: SECTION_WORDS * count, example: marks.example } : undefined;
};
