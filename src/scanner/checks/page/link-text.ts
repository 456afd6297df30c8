/** Words that say nothing of the place a link leads to (the list of Lighthouse's link-text audit, English part, and a few). */
const GENERIC = new Set([
  'click here',
  'click this',
  'click',
  'continue',
  'continue reading',
  'details',
  'find out more',
  'go',
  'here',
  'information',
  'learn more',
  'link',
  'more',
  'more details',
  'more info',
  'more information',
  'read more',
  'right here',
  'see more',
  'start',
  'this',
  'this page',
  'view more',
]);
const EDGE = /[\p{L}\p{N}]/u;

/** No words at all, or only such as "read more"; arrows, quotes and full stops around them do not count. */
export function isGenericLinkText(text: string): boolean {
  if (text === '') return true;
  const characters = [...text.toLowerCase()];
  const first = characters.findIndex((character) => EDGE.test(character));
  // Signs alone can be what a link is called: "+", "»", "🏠".
  if (first === -1) return false;
  const last = characters.findLastIndex((character) => EDGE.test(character));
  return GENERIC.has(characters.slice(first, last + 1).join(''));
}
