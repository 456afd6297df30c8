import { FEW_WORDS, SECTION_WORDS, type SignRule } from './sign.ts';

/** A consent tool or an open dialog, and next to no text: it is in place of the page. */
export const wall: SignRule = ({ isCovered }, own) =>
  isCovered && own < FEW_WORDS ? { missingWords: SECTION_WORDS } : undefined;
