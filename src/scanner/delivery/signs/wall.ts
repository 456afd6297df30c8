import { FEW_WORDS, SECTION_WORDS, type SignRule } from './sign.ts';

/** A consent tool or an open dialog, and next to no text: it is in place of the page. */
export const wall: SignRule = ({ isCovered }, own) =>
  isCovered && own < FEW_WORDS ? { missingWords: SECTION_WORDS } : undefined;

/** The words of the page are those of its question, and none of its own. */
export const question: SignRule = ({ asksFirst }, own) =>
  asksFirst === undefined ? undefined : { missingWords: Math.max(own, SECTION_WORDS), example: asksFirst };
