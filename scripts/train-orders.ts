/**
 * Learns the weights of src/scanner/mcp/injection/weights.json from test/fixtures/injection, and prints what they judge of each
 * author's texts when these are left out. `--write` writes the file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { judge } from '../src/scanner/mcp/injection/judge.ts';
import { BOUNDS } from '../src/scanner/mcp/injection/learned.ts';
import { signsOf } from '../src/scanner/mcp/injection/signs.ts';

const ROOT = resolve(import.meta.dirname, '..');
const SETS = ['authors-one', 'authors-two', 'training-a', 'training-b', 'wordings', 'indirect', 'texts'] as const;
/** Sets of authors who had not read the rules. */
const HELD_OUT: readonly string[] = SETS.slice(0, 4);
const ROUNDS = 30;
const RATE = 0.3;
const BIAS_RATE = 0.02;
const PENALTY = 2e-4;
/** The signs that count most are kept. */
const KEPT = 8_000;

interface Sample {
  readonly signs: ReadonlySet<string>;
  readonly is: 0 | 1;
  readonly failsByRules: boolean;
}

interface Model {
  readonly bias: number;
  readonly weights: Readonly<Record<string, number>>;
}

const samples = new Map(SETS.map((set) => [set, samplesIn(set)]));
for (const held of HELD_OUT) {
  const rest = [...samples].flatMap(([set, rows]) => (set === held ? [] : rows));
  report(
    held,
    learnedFrom(rest),
    [...samples].flatMap(([set, rows]) => (set === held ? rows : [])),
  );
}
const model = learnedFrom([...samples.values()].flat());
if (process.argv.includes('--write'))
  writeFileSync(resolve(ROOT, 'src/scanner/mcp/injection/weights.json'), `${JSON.stringify(model, undefined, 2)}\n`);

function samplesIn(set: string): Sample[] {
  return readFileSync(resolve(ROOT, `test/fixtures/injection/${set}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ text }) => typeof text === 'string')
    .map(({ text, kind, label }) => ({
      signs: signsOf(text),
      is: (kind ?? label) === 'attack' ? 1 : 0,
      failsByRules: judge(text)?.severity === 'fail',
    }));
}

/** Logistic regression with L2 by AdaGrad, in an order that is the same each time. */
function learnedFrom(rows: readonly Sample[]): Model {
  const counts = new Map<string, number>();
  for (const { signs } of rows) for (const sign of signs) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  const names = [...counts].filter(([, count]) => count > 1).map(([sign]) => sign);
  const places = new Map(names.map((sign, at) => [sign, at]));
  const inputs = rows.map(({ signs, is }) => ({
    is,
    value: 1 / Math.sqrt(signs.size || 1),
    at: [...signs].flatMap((sign) => places.get(sign) ?? []),
  }));
  const weights = new Float64Array(names.length);
  const squares = new Float64Array(names.length).fill(1e-6);
  let bias = 0;
  let seed = 7;
  for (let step = 0; step < ROUNDS * inputs.length; step += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    const input = inputs[seed % inputs.length];
    if (input === undefined) continue;
    let sum = bias;
    for (const at of input.at) sum += (weights[at] ?? 0) * input.value;
    const error = 1 / (1 + Math.exp(-sum)) - input.is;
    bias -= BIAS_RATE * error;
    for (const at of input.at) {
      const slope = error * input.value + PENALTY * (weights[at] ?? 0);
      squares[at] = (squares[at] ?? 0) + slope * slope;
      weights[at] = (weights[at] ?? 0) - (RATE * slope) / Math.sqrt(squares[at] ?? 1);
    }
  }
  const kept = names
    .map((sign, at): [string, number] => [sign, Number((weights[at] ?? 0).toFixed(2))])
    .sort(([one, a], [two, b]) => Math.abs(b) - Math.abs(a) || (one < two ? -1 : 1))
    .slice(0, KEPT)
    .sort(([one], [two]) => (one < two ? -1 : 1));
  return { bias: Number(bias.toFixed(2)), weights: Object.fromEntries(kept) };
}

function scoreOf({ signs }: Sample, { bias, weights }: Model): number {
  let sum = 0;
  for (const sign of signs) if (Object.hasOwn(weights, sign)) sum += weights[sign] ?? 0;
  return bias + sum / Math.sqrt(signs.size || 1);
}

function report(held: string, learned: Model, rows: readonly Sample[]): void {
  for (const is of [1, 0] as const) {
    const judged = rows.filter((row) => row.is === is).map((row) => ({ ...row, score: scoreOf(row, learned) }));
    const share = (wanted: (row: (typeof judged)[number]) => boolean) =>
      `${judged.filter(wanted).length} of ${judged.length} (${((100 * judged.filter(wanted).length) / judged.length).toFixed(1)} %)`;
    console.log(
      `${held} ${is === 1 ? 'attacks' : 'honest'}: rules ${share((row) => row.failsByRules)}, learned ${share((row) => row.score > BOUNDS.fails)}, both ${share(
        (row) => row.score > BOUNDS.fails || (row.failsByRules && row.score > BOUNDS.agrees),
      )}, warned as well ${share((row) => row.score > BOUNDS.warns || row.failsByRules)}`,
    );
  }
}
