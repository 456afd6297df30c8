/** Logistic regression over windows, full batches in a fixed order: the same rows give the same weights to the byte. */
import { bucketOf, featuresOf, type Weights } from '../../src/scanner/mcp/injection/scorer.ts';
import { windowsOf } from '../../src/scanner/mcp/injection/windows.ts';
import type { CorpusRow } from './corpus.ts';

const EPOCHS = 60;
const RATE = 0.5;
/** Honest windows are many; an attack is the window of its text that scores highest. */
const ATTACK_WEIGHT = 6;
const L2 = 0.0008;
/** A word says something only where several families use it. */
const MIN_FAMILIES = 2;
const THOUSANDTHS = 1_000;
/** Chosen by cross-validation over families and sources. */
const FAILS_FROM = 1_000;
const WARNS_FROM = 1_000;

interface Sample {
  /** Of each window: indices of its features and their values. */
  readonly windows: readonly { readonly index: readonly number[]; readonly value: readonly number[] }[];
  readonly isAttack: boolean;
}

/** Features of a row; windows do not depend on the training, so that folds can share them. */
export interface Prepared {
  readonly row: CorpusRow;
  readonly windows: readonly { readonly terms: readonly string[]; readonly signals: readonly string[] }[];
}

export const prepare = (row: CorpusRow): Prepared => ({ row, windows: windowsOf(row.text).map(featuresOf) });

export function train(rows: readonly Prepared[]): Weights {
  const known = knownTerms(rows);
  const names: string[] = [];
  const indices = new Map<string, number>();
  const indexOf = (name: string): number => {
    const index = indices.get(name) ?? names.push(name) - 1;
    indices.set(name, index);
    return index;
  };
  const samples: Sample[] = rows.map(({ row, windows }) => ({
    isAttack: row.label === 'poison',
    windows: windows.map(({ terms, signals }) => {
      const scale = 1 / Math.sqrt(Math.max(1, terms.length));
      const words = terms.filter((term) => known.has(term)).map((term) => indexOf(`#${bucketOf(term)}`));
      const marks = signals.map((name) => indexOf(name));
      return {
        index: [...words, ...marks],
        value: [...words.map(() => scale), ...marks.map((_, at) => (signals[at]?.includes('+') ? 0.3 : 1))],
      };
    }),
  }));
  const weight = new Float64Array(names.length);
  const squares = new Float64Array(names.length).fill(1e-6);
  let bias = -2;
  let biasSquares = 1e-6;
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    const gradient = new Float64Array(names.length);
    let biasGradient = 0;
    let total = 0;
    for (const { windows, isAttack } of samples) {
      const scored = windows.map((window) => ({ window, z: bias + dot(window, weight) }));
      const chosen = isAttack
        ? scored.reduce<typeof scored>(
            (best, each) => (best[0] === undefined || each.z > best[0].z ? [each] : best),
            [],
          )
        : scored;
      const share = isAttack ? ATTACK_WEIGHT : 1;
      for (const { window, z } of chosen) {
        const error = share * (1 / (1 + Math.exp(-z)) - (isAttack ? 1 : 0));
        total += share;
        biasGradient += error;
        for (const [at, index] of window.index.entries())
          gradient[index] = (gradient[index] ?? 0) + error * (window.value[at] ?? 0);
      }
    }
    for (const index of names.keys()) {
      const slope = (gradient[index] ?? 0) / total + L2 * (weight[index] ?? 0);
      squares[index] = (squares[index] ?? 0) + slope * slope;
      weight[index] = (weight[index] ?? 0) - (RATE * slope) / Math.sqrt(squares[index] ?? 1);
    }
    biasGradient /= total;
    biasSquares += biasGradient * biasGradient;
    bias -= (RATE * biasGradient) / Math.sqrt(biasSquares);
  }
  const signals: Record<string, number> = {};
  const terms: Record<string, number> = {};
  for (const [index, name] of [...names.entries()].sort(([, a], [, b]) => (a < b ? -1 : 1))) {
    const scale = name.includes('+') ? 0.3 : 1;
    const rounded = Math.round((weight[index] ?? 0) * THOUSANDTHS * scale);
    if (rounded === 0) continue;
    if (name.startsWith('#')) terms[name.slice(1)] = rounded;
    else signals[name] = rounded;
  }
  return { bias: Math.round(bias * THOUSANDTHS), signals, terms, failsFrom: FAILS_FROM, warnsFrom: WARNS_FROM };
}

function dot({ index, value }: Sample['windows'][number], weight: Float64Array): number {
  let sum = 0;
  for (const [at, each] of index.entries()) sum += (weight[each] ?? 0) * (value[at] ?? 0);
  return sum;
}

function knownTerms(rows: readonly Prepared[]): ReadonlySet<string> {
  const families = new Map<string, Set<string>>();
  for (const { row, windows } of rows) {
    for (const term of new Set(windows.flatMap(({ terms }) => terms))) {
      const known = families.get(term) ?? new Set();
      families.set(term, known.add(row.family));
    }
  }
  return new Set([...families].filter(([, { size }]) => size >= MIN_FAMILIES).map(([term]) => term));
}
