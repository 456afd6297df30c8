/** A window this long holds any phrase that is looked for; patterns are tried on it and never on the whole text. */
const WINDOW = 160;
const QUALIFIER = '(?:all|any|and|of|the|your|my|other|previous|prior|earlier|preceding|above|system)';

/** Phrases that speak to a model (catalogue, P25): how each begins, and the whole of it. */
const PHRASES: readonly { readonly opening: string; readonly pattern: RegExp }[] = [
  {
    opening: 'ignore ',
    pattern: new RegExp(`^ignore (?:${QUALIFIER} ){0,2}(?:all|any|previous|prior) (?:${QUALIFIER} ){0,3}instructions`),
  },
  ...['reveal ', 'print ', 'send '].map((opening) => ({
    opening,
    pattern: new RegExp(`^${opening}(?:me |us )?(?:your|the) (?:full |entire |whole |complete |hidden )?system prompt`),
  })),
  { opening: 'you are a', pattern: /^you are an? (?:ai|llm|assistant)\b.{0,40}(?:must|should)\b/ },
];

/**
 * Where a text addresses a model, undefined when it does not. Linear in its length.
 * @param folded white space folded, any case
 */
export function findInstruction(folded: string): number | undefined {
  // Only ASCII: other letters may change the length of the text.
  const lower = folded.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  for (const { opening, pattern } of PHRASES) {
    for (let at = lower.indexOf(opening); at !== -1; at = lower.indexOf(opening, at + opening.length)) {
      if (pattern.test(lower.slice(at, at + WINDOW))) return at;
    }
  }
  return undefined;
}
