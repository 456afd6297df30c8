import { judge } from '../../src/scanner/mcp/injection/judge.ts';
import type { Weights } from '../../src/scanner/mcp/injection/scorer.ts';
import { type CorpusRow, readCorpus } from './corpus.ts';
import { prepare, train } from './train.ts';

const FOLDS = 6;

export interface Outcome {
  readonly row: CorpusRow;
  readonly severity: 'fail' | 'warn' | undefined;
}

/** Prints what M25 makes of the corpus: with the weights of the product, then with weights that never saw a fold. */
export function proveInjection(): void {
  const rows = readCorpus();
  print(
    'with the weights of the product',
    rows.map((row) => ({ row, severity: judge(row.text)?.severity })),
  );
  print(
    'cross-validated, by family',
    crossValidated(rows, ({ family }) => family),
  );
  print('cross-validated, by source', crossValidated(rows, sourceOf));
}

/** Every row judged with weights of the other folds; rows of one group are in one fold. */
export function crossValidated(rows: readonly CorpusRow[], groupOf: (row: CorpusRow) => string): Outcome[] {
  const prepared = rows.map(prepare);
  return Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const isHeldOut = (row: CorpusRow) => foldOf(groupOf(row)) === fold;
    const weights: Weights = train(prepared.filter(({ row }) => !isHeldOut(row)));
    return rows.filter(isHeldOut).map((row) => ({ row, severity: judge(row.text, undefined, weights)?.severity }));
  });
}

/** The repository or package, whatever its version. */
const sourceOf = ({ source }: CorpusRow): string =>
  source
    .split(':')
    .slice(0, 2)
    .join(':')
    .replace(/(?<=.)@[^@]*$/, '');

function foldOf(group: string): number {
  let hash = 0;
  for (const char of group) hash = (Math.imul(hash, 31) + (char.codePointAt(0) ?? 0)) >>> 0;
  return hash % FOLDS;
}

function print(title: string, outcomes: readonly Outcome[]): void {
  console.log(title);
  const attacks = outcomes.filter(({ row }) => row.label === 'poison');
  const families = new Set(attacks.map(({ row }) => row.family));
  const missed = new Set(attacks.filter(({ severity }) => severity !== 'fail').map(({ row }) => row.family));
  console.log(
    `  attacks failed ${share(attacks, 'fail')}; families wholly failed ${families.size - missed.size}/${families.size}`,
  );
  for (const [label, name] of [
    ['benign', 'honest'],
    ['preference', 'praise'],
    ['capability', 'dangerous tools'],
  ] as const) {
    const own = outcomes.filter(({ row }) => row.label === label);
    console.log(`  ${name}: failed ${share(own, 'fail')}, warned ${share(own, 'warn')}`);
  }
}

function share(outcomes: readonly Outcome[], wanted: Outcome['severity']): string {
  const count = outcomes.filter(({ severity }) => severity === wanted).length;
  return `${count}/${outcomes.length} (${((100 * count) / Math.max(1, outcomes.length)).toFixed(1)} %)`;
}
