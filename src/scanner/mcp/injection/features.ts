import type { Signal } from './signals.ts';
import type { Window } from './windows.ts';

/** Words are kept by their hash, so that no text of the corpus is needed to know them again. */
const BUCKETS = 16_384;

/** 32 bits of FNV-1a, to a bucket. */
export function bucketOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < term.length; at += 1) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % BUCKETS;
}

export interface Features {
  /** Words and pairs of words that follow each other, each once. */
  readonly terms: readonly string[];
  /** Signals and pairs of them. */
  readonly signals: readonly string[];
}

/** What the scorer weighs of a window. Digits and names of tools or parameters are left out. */
export function featuresOf({ sentences, signals }: Window): Features {
  const terms = new Set<string>();
  for (const { tokens } of sentences) {
    let previous = '^';
    for (const { word } of tokens) {
      const term = /\d/.test(word) ? '#' : word;
      terms.add(term);
      terms.add(`${previous} ${term}`);
      previous = term;
    }
  }
  return { terms: [...terms], signals: signalFeatures(signals) };
}

function signalFeatures(signals: ReadonlySet<Signal>): string[] {
  const sorted = [...signals].sort();
  const pairs = sorted.flatMap((first, at) => sorted.slice(at + 1).map((second) => `${first}+${second}`));
  return [...sorted, ...pairs];
}
