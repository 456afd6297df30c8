/** The texts of a result; trusted text only. */
interface Words {
  readonly message: string;
  readonly howToFix?: string | null | undefined;
}

/** Which words are not the same in all results of one check. */
export interface Differing {
  readonly message: boolean;
  readonly howToFix: boolean;
}

export const NOTHING_DIFFERS: Differing = { message: false, howToFix: false };

/** What differs once another result is counted in with one that was there before. */
export const differingWith = (before: Differing, known: Words, other: Words): Differing => ({
  message: before.message || known.message !== other.message,
  howToFix: before.howToFix || (known.howToFix ?? '') !== (other.howToFix ?? ''),
});

/**
 * The texts of the worst of several results, shown together with their number. Parts that do not hold for all results
 * say where they do.
 */
export function summarizeWorst(
  { message, howToFix }: Words,
  differing: Differing,
): { readonly message: string; readonly howToFix: string } {
  const told = (words: string, differs: boolean) => (differs && words !== '' ? `On the worst page: ${words}` : words);
  return { message: told(message, differing.message), howToFix: told(howToFix ?? '', differing.howToFix) };
}
