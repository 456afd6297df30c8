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
