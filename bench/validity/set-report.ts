/** How far a score follows what agents achieve, over the rows of a set. Pure. */
import { disagreements } from './disagreements.ts';
import { concordance, interval, spearman } from './rank-statistics.ts';

export interface SetRow {
  readonly id: string;
  readonly site: string;
  readonly variant: string;
  readonly kind: string;
  readonly read: number;
  /** Null where the site offers nothing to do. */
  readonly act: number | null;
  /** What agents in a browser achieve; null or left out where it is not known apart. */
  readonly browser?: number | null;
  /** 0 where the scan gave no grade. */
  readonly score: number;
  readonly pages: number;
  /** Why there is no grade; undefined where there is one. */
  readonly failure?: string | undefined;
  /** Of a browser score: what it finds, with the points. */
  readonly checks?: readonly string[];
}

/** The mean of both, and reading alone where nothing is offered. */
const useOf = ({ read, act }: SetRow): number => (act === null ? read : (read + act) / 2);
const TRUTHS = {
  read: ({ read }: SetRow): number | null => read,
  act: ({ act }: SetRow): number | null => act,
  use: (row: SetRow): number | null => useOf(row),
  browser: ({ browser }: SetRow): number | null => browser ?? null,
} satisfies Record<string, (row: SetRow) => number | null>;
const SCORES = {
  score: ({ score }: SetRow): number => score,
  'pages with 100 words': ({ pages }: SetRow): number => pages,
} satisfies Record<string, (row: SetRow) => number>;
const MOST_DISAGREEMENTS = 15;

export function setReport(rows: readonly SetRow[]): string {
  const sites = new Set(rows.map(({ site }) => site));
  const failed = rows.filter(({ failure }) => failure !== undefined);
  // A set that tells nothing of a kind has no line for it.
  const truths = Object.entries(TRUTHS).filter(([, truthOf]) => rows.some((row) => truthOf(row) !== null));
  return [
    `${rows.length} variants of ${sites.size} sites. Means over the sites, with 95 % intervals over resampled variants.`,
    ...(failed.length === 0
      ? []
      : [`Without a grade, which counts as 0: ${failed.map(({ id, failure }) => `${id} (${failure})`).join('; ')}.`]),
    '',
    '| truth | score | n | Spearman | concordance | Spearman, all sites in one order |',
    '|---|---|---|---|---|---|',
    ...truths.flatMap(([truth, truthOf]) =>
      Object.entries(SCORES).map(([score, scoreOf]) => lineOf(rows, truth, truthOf, score, scoreOf)),
    ),
    ...truths.flatMap(([truth, truthOf]) => disagreementLines(rows, truth, truthOf)),
    '',
  ].join('\n');
}

type TruthOf = (row: SetRow) => number | null;
type ScoreOf = (row: SetRow) => number;
type Measure = typeof spearman;

function lineOf(rows: readonly SetRow[], truth: string, truthOf: TruthOf, score: string, scoreOf: ScoreOf): string {
  const known = rows.filter((row) => truthOf(row) !== null);
  const values = (list: readonly SetRow[], measure: Measure) =>
    measure(
      list.map(scoreOf),
      list.map((row) => truthOf(row) ?? 0),
    );
  const cells = [spearman, concordance].map((measure) => figure(known, (list) => values(list, measure)));
  const pooled = values(known, spearman);
  return `| ${truth} | ${score} | ${known.length} | ${cells.join(' | ')} | ${Number.isFinite(pooled) ? pooled.toFixed(2) : 'no order'} |`;
}

/** Variants are resampled by name, with their rows of all sites. */
function figure(rows: readonly SetRow[], measure: (rows: readonly SetRow[]) => number): string {
  const sites = [...new Set(rows.map(({ site }) => site))];
  const byVariant = new Map<string, SetRow[]>();
  for (const row of rows) byVariant.set(row.variant, [...(byVariant.get(row.variant) ?? []), row]);
  const statistic = (variants: readonly (readonly SetRow[])[]) => {
    const sample = variants.flat();
    const found = sites.map((site) => measure(sample.filter((row) => row.site === site))).filter(Number.isFinite);
    return found.reduce((sum, value) => sum + value, 0) / found.length;
  };
  const variants = [...byVariant.values()];
  const value = statistic(variants);
  if (!Number.isFinite(value)) return 'no order';
  const [low, high] = interval(variants, statistic);
  return `${value.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
}

function disagreementLines(rows: readonly SetRow[], truth: string, truthOf: TruthOf): string[] {
  const known = rows.flatMap((row) => {
    const success = truthOf(row);
    return success === null ? [] : [{ row, name: row.id, success, score: row.score }];
  });
  const found = disagreements(known, Number.MIN_VALUE).slice(0, MOST_DISAGREEMENTS);
  if (found.length === 0) return [];
  const byId = new Map(known.map(({ row }) => [row.id, row]));
  return [
    '',
    `Largest disagreements with ${truth}, by rank:`,
    ...found.map(({ name, gap }) => {
      const row = byId.get(name);
      const success = row === undefined ? null : truthOf(row);
      return `- ${name} (${row?.kind}): ${Math.round(Math.abs(gap) * 100)} % too ${gap > 0 ? 'high' : 'low'}; score ${row?.score}, ${truth} ${success?.toFixed(2)}`;
    }),
  ];
}
