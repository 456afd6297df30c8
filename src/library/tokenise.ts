/** Scripts that put no spaces between words. */
const UNSPACED = String.raw`[[\p{L}\p{M}\p{N}]&&[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]]`;
const LETTER = String.raw`[[\p{L}\p{M}\p{N}]--${UNSPACED}]`;
/** A run of an unspaced script, or a word, or words held together as in `llms.txt` and `web-bot-auth`. */
const WORD = new RegExp(`${UNSPACED}+|${LETTER}+(?:[.\\-\\/@:+_]${LETTER}+)*`, 'gv');
/** The same for text that has nothing beyond ASCII, as most has, at an eighth of the time. */
const ASCII_WORD = /[a-z0-9]+(?:[.\-/@:+_][a-z0-9]+)*/g;
const BEYOND_ASCII = /[^ -~\t\n\r]/;
const IS_UNSPACED = new RegExp(`^${UNSPACED}`, 'v');
const JOINT = /[.\-/@:+_]/;
/** What English hangs on a word: "site's", "don't". */
const CLITIC = /['’](?:s|t|d|m|ll|re|ve)(?![\p{L}\p{N}])/gu;
/** "doesn't" and "cant": without a meaning that a text could be found by. */
const NEGATIONS =
  /(?<![\p{L}\p{N}])(?:are|ca|could|did|do|does|had|has|have|is|must|need|should|was|were|wo|would)n['’]?t(?![\p{L}\p{N}])/gu;
const DIACRITICS = /[\u0300-\u036f]/g;

/** A longer run of letters is not a search word, and the stemmer's patterns should not process it. */
const MAX_TOKEN = 48;
/** A compound of at most this many words is also one term: `llms.txt` is, an address is not. */
const MAX_JOINED = 4;

/**
 * Words to index or to look for: lower case, without accents. Words held together come out one by one and joined, so
 * that `llms.txt`, `llms txt` and `llmstxt` find each other. Scripts without spaces come out as pairs of characters.
 */
export function tokenise(text: string): string[] {
  const tokens: string[] = [];
  const add = (token: string) => {
    // A mark without a letter leaves nothing.
    if (token !== '' && token.length <= MAX_TOKEN) tokens.push(token);
  };
  const isAscii = !BEYOND_ASCII.test(text);
  const words = plainCase(isAscii ? text : text.normalize('NFKC'));
  for (const [word] of words.matchAll(isAscii ? ASCII_WORD : WORD)) {
    if (!isAscii && IS_UNSPACED.test(word)) {
      for (const pair of pairsOf(word)) add(pair);
      continue;
    }
    const parts = (isAscii ? word : withoutAccents(word)).split(JOINT);
    for (const part of parts) add(part);
    if (parts.length > 1 && parts.length <= MAX_JOINED) add(parts.join(''));
  }
  return tokens;
}

/** The words of a text, lower case and without accents, those held together as they are: `llms.txt`. */
export function wordsOf(text: string): string[] {
  if (!BEYOND_ASCII.test(text)) return plainCase(text).match(ASCII_WORD) ?? [];
  const words = plainCase(text.normalize('NFKC')).match(WORD) ?? [];
  return words.map(withoutAccents).filter((word) => word !== '');
}

/** Overlapping pairs: any word of two characters or more can be found in them without a dictionary. */
function pairsOf(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}

const plainCase = (text: string): string => text.toLowerCase().replace(NEGATIONS, '').replace(CLITIC, '');
const withoutAccents = (word: string): string => word.normalize('NFD').replace(DIACRITICS, '').normalize('NFC');
