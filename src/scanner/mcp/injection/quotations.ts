/** Phrases that a text quotes as examples of what others write, as a server that looks for attacks does. */

/** Longest quotation that counts as an example. */
const MAX_QUOTED = 80;
const QUOTES: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ['`', '`'],
  ["'", "'"],
  ['\u201c', '\u201d'],
  ['\u00ab', '\u00bb'],
];
/** Words that introduce a phrase as an example of what others write, right before its quotation mark. */
const EXAMPLE =
  /\b(?:such as|like|e\.g\.,?|for (?:example|instance),?|examples?:?|detects?|attacks?|injections?|phrases?|attempts?|patterns?|or|and|saying|containing|contains?)(?: \w{1,12}){0,2}[:,]? ?$/i;
const LOOKED_BACK = 60;

/** A text without the phrases that it quotes as examples, as a server that looks for them does; and those phrases. */
export function quotedExamplesIn(text: string): { readonly rest: string; readonly quoted: readonly string[] } {
  const quoted: string[] = [];
  let rest = '';
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const closing = QUOTES.find(([opening]) => opening === text.charAt(at))?.[1];
    if (closing === undefined) continue;
    const end = text.slice(at + 1, at + 1 + MAX_QUOTED).indexOf(closing);
    if (end <= 0 || !EXAMPLE.test(text.slice(Math.max(0, at - LOOKED_BACK), at))) continue;
    quoted.push(text.slice(at + 1, at + 1 + end));
    rest += `${text.slice(from, at)}${closing}${closing}`;
    at += end + 1;
    from = at + 1;
  }
  return quoted.length === 0 ? { rest: text, quoted } : { rest: rest + text.slice(from), quoted };
}
