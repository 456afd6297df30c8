/** The judge's learned part. Its weights are made from test/fixtures/injection by `npm run train-orders -- --write`. */

import { FINDINGS, type Finding } from './concepts.ts';
import type { Verdict } from './judge.ts';
import { normalise } from './normalise.ts';
import { sentencesOf } from './sentences.ts';
import { MAX_CHARS, signsOf } from './signs.ts';
import model from './weights.json' with { type: 'json' };

/** Chosen so that few honest texts of an author who was left out are failed; docs/proof.md has the figures. */
export const BOUNDS = { fails: 2.6, warns: 1.9, agrees: 0.5 } as const;

const WEIGHTS = new Map<string, number>(Object.entries(model.weights));

/** How much a text is like texts that direct a model at something else, as log odds: 0 is as much as not. */
function likenessOf(text: string): number {
  const signs = signsOf(text);
  let sum = 0;
  for (const sign of signs) sum += WEIGHTS.get(sign) ?? 0;
  return model.bias + sum / Math.sqrt(signs.size || 1);
}

/** A shorter text shows too little of itself. */
const MIN_WORDS = 12;
/** Characters: texts to learn from were no longer, and a long harmless text around an attack would outweigh it. */
const MAX_COMPARED = 1500;
const MAX_EXCERPT = 200;
const WORD = /[\p{L}\p{N}]+/gu;
/** Fewer are a remark between two sentences, which quotes nothing. */
const MIN_QUOTED_WORDS = 5;
/** What is told by the shape of a text, which no sign shows. */
const BY_SHAPE: readonly Finding[] = ['disguised', 'speaksAsSystem'];

/**
 * A verdict on a text that a server advertises, with what was learned: it fails a text that the rules let pass, and what
 * only the rules fail, and reads like no attack that was learned from, is a warning.
 * @param ruled what the rules say of the text
 */
export function withLearned(text: string, ruled: Verdict | undefined): Verdict | undefined {
  if ((text.slice(0, 2_000).match(WORD)?.length ?? 0) < MIN_WORDS) return ruled;
  const likeness = likenessOf(text);
  if (ruled?.severity === 'fail') {
    const isSure =
      text.length > MAX_COMPARED ||
      likeness > BOUNDS.agrees ||
      ruled.findings.some((finding) => BY_SHAPE.includes(finding));
    return isSure ? ruled : { ...ruled, severity: 'warn' };
  }
  if (likeness <= BOUNDS.fails && (likeness <= BOUNDS.warns || ruled !== undefined)) return ruled;
  return {
    severity: likeness > BOUNDS.fails ? 'fail' : 'warn',
    findings: ['resembles'],
    says: FINDINGS.resembles,
    excerpt: likestSentence(text),
    concepts: new Set(),
  };
}

/** The sentence that reads most like an attack. */
function likestSentence(text: string): string {
  const plain = normalise(text.slice(0, MAX_CHARS));
  let likest = { shown: plain, likeness: Number.NEGATIVE_INFINITY };
  for (const { from, to } of sentencesOf(plain)) {
    const shown = plain.slice(from, to);
    if ((shown.match(WORD)?.length ?? 0) < MIN_QUOTED_WORDS) continue;
    const likeness = likenessOf(shown);
    if (likeness > likest.likeness) likest = { shown, likeness };
  }
  return likest.shown.slice(0, MAX_EXCERPT);
}
