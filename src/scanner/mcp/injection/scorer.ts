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

/** As `npm run train-injection` writes it: whole numbers, in thousandths. */
export interface Weights {
  readonly bias: number;
  /** Of a signal, or of two (`a+b`). */
  readonly signals: Readonly<Record<string, number>>;
  /** By bucket. */
  readonly terms: Readonly<Record<string, number>>;
  /** Of a window with a signal: from here on it fails. */
  readonly failsFrom: number;
  /** Of a window: from here on it is a warning. */
  readonly warnsFrom: number;
}

/** Log-odds in thousandths that a window is an attack: the sum of the weights of what it holds. */
export function scoreOf(window: Window, weights: Weights): number {
  const { terms, signals } = featuresOf(window);
  const ofSignals = signals.reduce(
    (sum, name) => sum + (Object.hasOwn(weights.signals, name) ? (weights.signals[name] ?? 0) : 0),
    0,
  );
  const ofTerms = terms.reduce((sum, term) => sum + (weights.terms[bucketOf(term)] ?? 0), 0);
  // Long windows hold more words, not more meaning.
  return weights.bias + ofSignals + Math.round(ofTerms / Math.sqrt(Math.max(1, terms.length)));
}

/** The signals that weigh most in a window, heaviest first. */
export function heaviestSignals(window: Window, weights: Weights): string[] {
  const share = new Map<string, number>();
  for (const name of featuresOf(window).signals) {
    const weight = Object.hasOwn(weights.signals, name) ? (weights.signals[name] ?? 0) : 0;
    for (const part of name.split('+')) share.set(part, (share.get(part) ?? 0) + weight);
  }
  return [...share]
    .filter(([, weight]) => weight > 0)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([name]) => name);
}
