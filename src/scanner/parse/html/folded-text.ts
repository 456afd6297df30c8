/** Text of many pieces with all white space folded and none at either end. Adding a piece costs its length only. */
export interface FoldedText {
  add(folded: string): void;
  /** A block begins or ends here: what comes next is separated by a space. */
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
