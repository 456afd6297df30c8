/** A shorter word is near to too many others. */
const SHORTEST = 6;
/** From this length on, a word may have two faults. */
const LONG = 11;

export interface Speller {
  /** The word that a misspelt one means: the first letter is the same, and one or two others differ. */
  nearest(word: string): string | undefined;
}

/** @param readWords the words that may be meant, the more frequent first; read for the first misspelt word */
export function createSpeller(readWords: () => Iterable<string>): Speller {
  let made: Map<string, string[]> | undefined;
  function byFirstLetter(): Map<string, string[]> {
    if (made !== undefined) return made;
    made = new Map();
    for (const word of readWords()) {
      if (word.length < SHORTEST - 1) continue;
      const first = word.charAt(0);
      made.set(first, [...(made.get(first) ?? []), word]);
    }
    return made;
  }
  return {
    nearest(word) {
      if (word.length < SHORTEST || /\d/.test(word)) return undefined;
      let most = word.length >= LONG ? 2 : 1;
      let nearest: string | undefined;
      for (const other of byFirstLetter().get(word.charAt(0)) ?? []) {
        if (Math.abs(other.length - word.length) > most) continue;
        const distance = distanceOf(word, other);
        if (distance > most || (nearest !== undefined && distance === most)) continue;
        nearest = other;
        most = distance;
      }
      return nearest;
    },
  };
}

/** Letters to insert, leave out, replace or swap with the next one (optimal string alignment). */
function distanceOf(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
