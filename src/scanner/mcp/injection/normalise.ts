const CYRILLIC = 'аaеeоoрpсcуyхxіiѕsјjԁdһhԛqԝwвbкkмmнhтtАAВBЕEКKМMНHОOРPСCТTХXУYІIЅSЈJ';
const GREEK = 'αaοoεeιiκkνvρpτtυuχxΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX';

const pairsOf = (row: string): [string, string][] =>
  Array.from({ length: row.length / 2 }, (_, index) => [row.charAt(2 * index), row.charAt(2 * index + 1)]);

/** Cyrillic and Greek letters, and the Latin ones that they look like (a part of Unicode's confusables). */
const LOOKALIKES: ReadonlyMap<string, string> = new Map([...pairsOf(CYRILLIC), ...pairsOf(GREEK)]);

const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  colon: ':',
  period: '.',
  sol: '/',
  lsqb: '[',
  rsqb: ']',
  Tab: ' ',
  NewLine: '\n',
};
const MAX_CODE_POINT = 0x10ffff;
const QUOTES = /[\u2018\u2019\u02bc\u0060\u00b4]/g;
const FOREIGN_LETTER = /[\u0370-\u03ff\u0400-\u052f]/;
const FOREIGN_LETTERS = /[\u0370-\u03ff\u0400-\u052f]/g;
const IN_WORDS = /[\p{L}\p{N}]+/gu;
/** Between the override of a direction and its end the letters are shown backwards. */
const REVERSED = /[\u202e\u2067]([^\u202c\u2069\n]{1,2000})/g;

/**
 * A text as a model reads it: entities resolved, compatibility forms and look-alike letters folded, marks and what cannot
 * be seen left out. Lines stay lines. Linear in the length of the text.
 */
export function normalise(text: string): string {
  const plain = text.includes('&') ? resolveEntities(text) : text;
  if (/^[\n\t\x20-\x7e]*$/.test(plain)) return joinSpelledWords(plain.replace(QUOTES, "'"));
  const shown = unhidden(plain)
    .replace(REVERSED, (_, inner: string) => Array.from(inner).reverse().join(''))
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u20d0-\u20ff]|(?![\t\n])[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFC')
    .replace(QUOTES, "'");
  return joinSpelledWords(foldLookalikes(shown));
}

/** Tag characters are ASCII moved by a constant, and variation selectors can number the bytes of a text: both show nothing. One alone only splits a word. */
function unhidden(text: string): string {
  return text
    .replace(/[\u{e0020}-\u{e007e}]{4,}/gu, (run) =>
      Array.from(run, (tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000)).join(''),
    )
    .replace(/[\u{e0100}-\u{e01ef}]{12,}/gu, (run) =>
      Array.from(run, (selector) => String.fromCharCode((selector.codePointAt(0) ?? 0) - 0xe0100 + 16)).join(''),
    );
}

function resolveEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]{2,7}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(NAMED_ENTITIES, name) ? (NAMED_ENTITIES[name] ?? whole) : whole;
    const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10);
    return code > 0 && code <= MAX_CODE_POINT ? String.fromCodePoint(code) : whole;
  });
}

/** Letters of another script that look Latin, in words that mix scripts or in a text that is otherwise Latin. */
function foldLookalikes(text: string): string {
  if (!FOREIGN_LETTER.test(text)) return text;
  const letters = text.match(/[a-z]/gi)?.length ?? 0;
  const foreign = text.match(/[\u0370-\u03ff\u0400-\u052f]/g)?.length ?? 0;
  const isLatinText = letters > 2 * foreign;
  return text.replace(IN_WORDS, (word) => {
    if (!FOREIGN_LETTER.test(word)) return word;
    if (!isLatinText && !/[a-z]/i.test(word)) return word;
    const latin = folded(word);
    return FOREIGN_LETTER.test(latin) ? word : latin;
  });
}

/** Words are set apart by more spaces than letters. */
const SPELLED_OUT = /(?<![\p{L}\p{N}])\p{L}(?: {1,3}\p{L}){19,300}(?![\p{L}\p{N}])/gu;
const MIN_DIFFERENT = 8;
/** By how many letters more than different ones, because an alphabet has each once. */
const MIN_REPEATED = 6;

/** Whether a sentence or more is written in letters apart. */
export const isSpelledOut = (text: string): boolean =>
  (text.slice(0, MAX_SPELLED_CHARS).match(SPELLED_OUT) ?? []).some((run) => {
    const letters = run.toLowerCase().replace(/ /g, '');
    const different = new Set(letters).size;
    return different >= MIN_DIFFERENT && letters.length >= different + MIN_REPEATED;
  });

const LATIN = /[a-z]/i;

/** How many words mix Latin letters with such of another script that look Latin: no language does. */
export function mixedWordsIn(text: string): number {
  if (!FOREIGN_LETTER.test(text)) return 0;
  return (text.slice(0, MAX_SPELLED_CHARS).match(IN_WORDS) ?? []).filter(
    (word) => word.length > 2 && LATIN.test(word) && FOREIGN_LETTER.test(word) && !FOREIGN_LETTER.test(folded(word)),
  ).length;
}

const folded = (word: string): string => word.replace(FOREIGN_LETTERS, (letter) => LOOKALIKES.get(letter) ?? letter);

/** "i g n o r e" and "i.g.n.o.r.e" as one word; five letters and more, because lists of letters are shorter. */
function joinSpelledWords(text: string): string {
  return joinLettersApart(text).replace(/(?<![\p{L}\p{N}])\p{L}(?:[ ._*-]\p{L}){4,30}(?![\p{L}\p{N}])/gu, (run) =>
    run.replace(/[ ._*-]/g, ''),
  );
}

/** Most encoded pieces of a text that are decoded, each once and up to MAX_ENCODED_CHARS characters. */
const MAX_PIECES = 20;
const MAX_ENCODED_CHARS = 4_096;
/** Of a text, what is read letter by letter: no description is longer, and a hostile one would be as many parts. */
const MAX_SPELLED_CHARS = 50_000;
const MIN_DECODED_CHARS = 12;
const READABLE = /^[\t\n\r\x20-\x7e]+$/;
/** What a decoded piece must be to be prose and not a key: words with spaces between them. */
const MIN_WORDS = 3;

/** Sentences of a text that are English when they are read backwards or with letters turned by 13, so read. */
export function turnedIn(text: string): string[] {
  return sentencesLike(text.slice(0, MAX_ENCODED_CHARS)).flatMap((sentence) =>
    [
      turnedBy13(sentence),
      Array.from(sentence)
        .reverse()
        .join('')
        .replace(/^[^\p{L}\p{N}]{1,9}/u, ''),
    ].filter((turned) => commonWords(turned) >= MIN_COMMON && commonWords(turned) > 2 * commonWords(sentence)),
  );
}

/** Encoded prose in a text, decoded: base64, hexadecimal and binary digits, escapes, leetspeak, or spelled words. */
export function decodedIn(text: string): string[] {
  const found: string[] = [];
  for (const [run] of text.matchAll(/[A-Za-z0-9+/_-]{16,}/g)) {
    keep(
      found,
      Buffer.from(run.slice(0, MAX_ENCODED_CHARS).replace(/-/g, '+').replace(/_/g, '/'), 'base64').toString(),
    );
    if (found.length >= MAX_PIECES) return found;
  }
  for (const [run] of text.matchAll(/(?<![0-9A-Fa-f])(?:(?:\\x|0x|%)?[0-9A-Fa-f]{2}[ ,:]?){12,2048}/g)) {
    keep(found, Buffer.from(run.replace(/\\x|0x|[^0-9A-Fa-f]/g, ''), 'hex').toString('latin1'));
    if (found.length >= MAX_PIECES) return found;
  }
  for (const [run] of text.matchAll(/(?<![01])(?:[01]{8} ?){12,2048}(?![01])/g)) {
    const bytes = run.match(/[01]{8}/g) ?? [];
    keep(found, String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 2))));
    if (found.length >= MAX_PIECES) return found;
  }
  const start = text.slice(0, MAX_ENCODED_CHARS);
  keepDifferent(found, start, withoutEscapes(start));
  keepDifferent(found, start, withoutLeet(start));
  keepDifferent(found, start, withoutSpelling(start));
  return found;
}

/** Sentences, and clauses behind a colon, because a remark in plain words introduces the turned letters. */
const sentencesLike = (text: string): string[] =>
  text.split(/(?<=[.!?:;\n]) /).filter(({ length }) => length >= MIN_DECODED_CHARS);

/** Of English, short and frequent: three in one sentence are no accident. */
const COMMON = new Set(
  'the of to and in is it as for on with that this all you are be by or not from at file send read then last your user der die das und den dem mit ein les des une pour que los las del con para por che della het een van voor nie oraz przez sie'.split(
    ' ',
  ),
);
const MIN_COMMON = 2;
const commonWords = (text: string): number =>
  (text.toLowerCase().match(/\b[a-z]{2,5}\b/g) ?? []).filter((word) => COMMON.has(word)).length;

/** Prose of a script without spaces, or in other letters: bytes at random are no valid UTF-8. */
const isWide = (text: string): boolean =>
  !/[\ufffd\p{Cc}]/u.test(text) &&
  (text.match(/[\u0400-\u04ff\u0600-\u06ff\u0900-\u097f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0) >=
    MIN_WIDE;
const MIN_WIDE = 6;

function keep(found: string[], decoded: string): void {
  if (isWide(decoded)) found.push(decoded);
  if (decoded.length < MIN_DECODED_CHARS || !READABLE.test(decoded)) return;
  const words = decoded.match(/\b[A-Za-z]{2,}\b/g) ?? [];
  if (words.length >= MIN_WORDS) found.push(decoded);
}

const turnedBy13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });

function keepDifferent(found: string[], text: string, decoded: string): void {
  if (decoded !== text && found.length < MAX_PIECES) found.push(decoded);
}

/** `%20` between words and `\\u0049`, where a text has several. */
function withoutEscapes(text: string): string {
  const escapes = /%(?=[2-7])([0-9a-f]{2})|\\u00(?=[2-7])([0-9a-f]{2})/gi;
  if ((text.match(escapes)?.length ?? 0) < MIN_WORDS) return text;
  return text.replace(escapes, (_, percent, unicode) => String.fromCharCode(Number.parseInt(percent ?? unicode, 16)));
}

/** Letters apart, with wider gaps between the words: `s e n d   t h e   f i l e`. A list has fewer letters. */
const MIN_APART = 12;

function joinLettersApart(text: string): string {
  if (text.length > MAX_SPELLED_CHARS)
    return joinLettersApart(text.slice(0, MAX_SPELLED_CHARS)) + text.slice(MAX_SPELLED_CHARS);
  const parts = text.split(' ');
  const out: string[] = [];
  for (let at = 0; at < parts.length; ) {
    let to = at;
    while (to < parts.length && /^(?:[\p{L}\p{N}.,_]|)$/u.test(parts[to] ?? '')) to += 1;
    const run = parts.slice(at, to);
    const isWordRun = run.filter((part) => part !== '').length >= MIN_APART && run.includes('');
    if (isWordRun)
      out.push(
        run
          .map((part) => (part === '' ? ' ' : part))
          .join('')
          .replace(/ +/g, ' '),
      );
    else out.push(...run);
    if (to < parts.length) out.push(parts[to] ?? '');
    at = to + 1;
  }
  return out.join(' ');
}

const LEET: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' };
/** Digits within or around letters; two of them, or one in a longer word, because `v1` and `h3` are names. */
const LEET_WORD = /^(?=.*[a-z])(?:[a-z]*[013457@$]){1,12}[a-z]*$/i;
/** Fewer words with digits are names of models and versions. */
const MIN_LEET = 4;

/** Leetspeak, where many words of a text are written in it. */
function withoutLeet(text: string): string {
  const words = text.split(/(\s+)/);
  const isLeet = (word: string) => word.length > 1 && word.length < 24 && LEET_WORD.test(word.replace(/[.,!?;:]$/, ''));
  const count = words.filter(isLeet).length;
  if (count < MIN_LEET || count * 8 < words.length) return text;
  return words
    .map((word) => (isLeet(word) ? word.replace(/[013457@$]/g, (sign) => LEET[sign] ?? sign) : word))
    .join('');
}

const SPELLED = /^\S(?:[._*|-]\S)+[.,!?]?$/;

/** "I.g.n.o.r.e a.l.l", and "I g n o r e  a l l" with wider gaps between the words. */
function withoutSpelling(text: string): string {
  const words = text.split(' ');
  const isSpelled = (word: string) => word.length > 2 && word.length < 64 && SPELLED.test(word);
  if (words.filter(isSpelled).length >= MIN_WORDS)
    return words
      .map((word) => (isSpelled(word) ? Array.from(word, (char, at) => (at % 2 === 0 ? char : '')).join('') : word))
      .join(' ');
  const groups = text.split(/ {2,}/);
  const isSpaced = (group: string) => group.length < 64 && /^\S(?: \S)*$/.test(group);
  if (groups.filter((group) => group.length > 1 && isSpaced(group)).length < MIN_WORDS) return text;
  return groups.map((group) => (isSpaced(group) ? group.replace(/ /g, '') : group)).join(' ');
}
