/** Questions that only make sense after the one before: "and for the second one?". */
import { termsOf } from './terms.ts';
import { tokenise, wordsOf } from './tokenise.ts';

/** A question with fewer terms depends on the one before it. */
const STANDS_ALONE = 2;
const BORROWED_WORDS = 3;
/** Words that point at something said before. */
const POINTERS: ReadonlySet<string> = new Set(['it', 'its', 'that', 'this', 'they', 'them', 'those', 'these', 'one']);

/**
 * A question with the rarest words of the one before it.
 * @param rarityOf 0 for a term that the library does not know
 * @returns undefined where it needs none, or there are none
 */
export function completed(question: string, before: string, rarityOf: (term: string) => number): string | undefined {
  const own = new Set(termsOf(question));
  const pointsBack = tokenise(question).some((word) => POINTERS.has(word));
  if (own.size >= STANDS_ALONE && !pointsBack) return undefined;
  const borrowed = [...new Set(wordsOf(before))]
    .map((word) => {
      const terms = termsOf(word);
      return { word, isOwn: terms.some((term) => own.has(term)), rarity: Math.max(0, ...terms.map(rarityOf)) };
    })
    .filter(({ isOwn, rarity }) => rarity > 0 && !isOwn)
    .sort((a, b) => b.rarity - a.rarity || (a.word < b.word ? -1 : 1))
    .slice(0, BORROWED_WORDS)
    .map(({ word }) => word);
  return borrowed.length === 0 ? undefined : [question, ...borrowed].join(' ');
}
