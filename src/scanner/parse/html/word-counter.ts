/**
 * Counts words over any number of pieces of text: a word may begin in one piece and end in the next. A word is a run of
 * characters with a letter or a digit in it; where a script writes no spaces (Chinese, Japanese, Thai, Lao, Khmer,
 * Burmese), two characters count as one word.
 */
interface WordCounter {
  /** Answers how many words began in this piece, in halves of a word. */
  add(text: string): number;
  /** Ends the word under way: a block begins or ends here. */
  gap(): void;
}

export function wordCounter(): WordCounter {
  let inWord = false;
  return {
    add(text) {
      let halves = 0;
      for (let index = 0; index < text.length; index += 1) {
        const code = text.charCodeAt(index);
        if (code < 0x80) {
          if (code <= 0x20) inWord = false;
          else if (!inWord && isAsciiWordCharacter(code)) {
            inWord = true;
            halves += 2;
          }
        } else if (isUnspaced(code)) {
          inWord = false;
          halves += 1;
        } else if (isSpace(code)) inWord = false;
        else if (!inWord && !isMark(code)) {
          inWord = true;
          halves += 2;
        }
      }
      return halves;
    },
    gap() {
      inWord = false;
    },
  };
}

/** Words in one piece of text. */
export const countWords = (text: string): number => Math.ceil(wordCounter().add(text) / 2);

function isAsciiWordCharacter(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

/** Scripts without spaces, by UTF-16 unit; ideographs outside the BMP count once, by their high surrogate. */
function isUnspaced(code: number): boolean {
  return (
    (code >= 0x3041 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xd840 && code <= 0xd888) ||
    (code >= 0x0e01 && code <= 0x0eff) ||
    (code >= 0x1000 && code <= 0x109f) ||
    (code >= 0x1780 && code <= 0x17ff)
  );
}

const isSpace = (code: number): boolean =>
  code === 0xa0 || code === 0x1680 || (code >= 0x2000 && code <= 0x200b) || code === 0x3000 || code === 0x2028;

/** Signs, punctuation, arrows, box drawing, low surrogates: what makes no word by itself. */
const isMark = (code: number): boolean =>
  (code >= 0xa1 && code <= 0xbf) ||
  (code >= 0x200c && code <= 0x2bff) ||
  (code >= 0x3001 && code <= 0x303f) ||
  (code >= 0xff00 && code <= 0xff0f) ||
  (code >= 0xd800 && code <= 0xf8ff) ||
  code === 0xfeff ||
  code === 0xfffd;

/** Text of many pieces with all white space folded and none at either end. Adding a piece costs its length only. */
export interface FoldedText {
  add(folded: string): void;
  /** A block begins or ends here: a space separates it from the next text. */
  gap(): void;
  /** Characters so far (UTF-16 units), a space that is due not counted. */
  length(): number;
  value(): string;
}

export function foldedText(): FoldedText {
  const pieces: string[] = [];
  let length = 0;
  let spaceDue = false;
  const push = (piece: string): void => {
    pieces.push(piece);
    length += piece.length;
  };
  return {
    add(folded) {
      const from = folded.startsWith(' ') ? 1 : 0;
      const to = folded.length > from && folded.endsWith(' ') ? folded.length - 1 : folded.length;
      if (from === 1) spaceDue = true;
      if (to <= from) return;
      if (spaceDue && length > 0) push(' ');
      push(folded.slice(from, to));
      spaceDue = to < folded.length;
    },
    gap() {
      spaceDue = true;
    },
    length: () => length,
    value: () => pieces.join(''),
  };
}

/** Longest text kept of a heading, a link or another small item, in characters. */
export const MAX_ITEM_TEXT = 300;

/** Gathers the text of one element piece by piece; words of neighbouring blocks do not run together. */
export interface ItemText {
  add(folded: string): void;
  /** A block or an image begins or ends here. */
  gap(): void;
  /** Trimmed, white space folded, at most MAX_ITEM_TEXT characters. */
  value(): string;
}

export function itemText(): ItemText {
  let text = '';
  return {
    add(piece) {
      if (text.length > MAX_ITEM_TEXT) return;
      const from = (text === '' || text.endsWith(' ')) && piece.startsWith(' ') ? 1 : 0;
      text += piece.slice(from, from + MAX_ITEM_TEXT + 1);
    },
    gap() {
      if (text !== '' && !text.endsWith(' ')) text += ' ';
    },
    value: () => cut(text, MAX_ITEM_TEXT),
  };
}

/** Trimmed and cut to `max` UTF-16 units, never through a surrogate pair. */
export function cut(text: string, max: number): string {
  const trimmed = text.trim();
  if (trimmed.length <= max) return trimmed;
  const last = trimmed.charCodeAt(max - 1);
  return trimmed.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max).trimEnd();
}
