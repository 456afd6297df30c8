/** Whether a run of `*` or `~` next to these characters opens or closes: CommonMark 0.31.2, section 6.2. */

const PUNCTUATION = /^[\p{P}\p{S}]$/u;
const isSpace = (character: string): boolean => character.trim() === '';
const isPunctuation = (character: string): boolean => PUNCTUATION.test(character);

/** @param before and after the run, a character each; '' for the start or the end of a line */
export const opensWell = (before: string, after: string): boolean =>
  !isSpace(after) && (!isPunctuation(after) || isSpace(before) || isPunctuation(before));

export const closesWell = (before: string, after: string): boolean =>
  !isSpace(before) && (!isPunctuation(before) || isSpace(after) || isPunctuation(after));
