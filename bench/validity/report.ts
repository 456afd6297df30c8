/** docs/validity.md and its picture, from the measured rows. */
import { RUBRIC } from '../../src/scanner/checks/rubric.ts';
import { RUBRIC_1 } from '../../src/scanner/scoring/rubric-1.ts';
import { type Disagreement, disagreements } from './disagreements.ts';
import { LARGER_RUN } from './larger-run.ts';
import { concordance, interval, spearman } from './rank-statistics.ts';
import { scatterOf } from './scatter.ts';
import { VARIANTS, type Variant } from './variants.ts';
import type { Yardsticks } from './yardsticks.ts';

/** One variant of one site. */
export interface Row extends Yardsticks {
  readonly site: string;
  readonly variant: Variant;
  /** Success of the agents, that on the base being 1. */
  readonly success: number;
  readonly score: number;
  /** The score of rubric 1, for comparison. */
  readonly before: number;
  readonly llmsTxt: number;
  /** 0 where afdocs gave none. */
  readonly afdocs: number;
}

/** What the score must reach; set before the run. */
const WANTED = { spearman: 0.85, concordance: 0.88, dead: 50, harmless: 12, cosmetic: 8 };
const DEAD = 0.1;
const HARMLESS = 0.98;
/** Of the ranks: a smaller difference is not listed. */
const MIN_GAP = 0.15;

type Ranked = 'score' | 'before' | 'llmsTxt' | 'afdocs' | keyof Yardsticks;
type Measure = typeof spearman;

/** @param afdocs the package whose scores are in the rows; undefined without any */
export function validityReport(
  rows: readonly Row[],
  afdocs: string | undefined,
): { page: string; picture: string; isReached: boolean } {
  const sites = [...new Set(rows.map(({ site }) => site))];
  const faults = faultsOf(rows);
  const statistic = statisticOver(rows, sites);
  const line = (words: string, of: Ranked) => {
    const cells = [spearman, concordance].map((measure) => figure(statistic(of, measure)));
    return `| ${words} | ${cells.join(' | ')} |`;
  };
  const page = [
    '# Does the score rank sites as agents succeed on them?',
    '',
    `Rubric ${RUBRIC.version}. ${VARIANTS.length} variants of ${sites.length} sites (${sites.join(', ')}), three simulated agents with budgets.`,
    'Success is the share of the questions whose answer an agent reads, that on the base being 1. `npm run validate-score` writes this page.',
    '',
    'The scores are those that scans return. [The readers of the delivered share](readers.md).',
    '',
    '| score | Spearman, 95 % interval | concordance, 95 % interval |',
    '|---|---|---|',
    line(`rubric ${RUBRIC.version}`, 'score'),
    line(`rubric ${RUBRIC_1.version}`, 'before'),
    line('the llms.txt score alone', 'llmsTxt'),
    ...(afdocs === undefined ? [] : [line(`${afdocs} of npm`, 'afdocs')]),
    line('pages with 100 words', 'pageCount'),
    line('characters of text', 'textLength'),
    line('the same score for all', 'constant'),
    '',
    `Wanted: Spearman ${WANTED.spearman}, concordance ${WANTED.concordance}, dead variants under ${WANTED.dead}, harmless ones within ${WANTED.harmless} points of the base, cosmetic ones within ${WANTED.cosmetic}.`,
    faults.length === 0 ? 'No variant breaks these bounds.' : `Variants that break these bounds: ${faults.join('; ')}.`,
    'The last five scores are yardsticks. Two of them count what a plain crawler gets; afdocs asks what documentation should have.',
    '',
    '![Score against success of the agents, a point a variant and site](validity.svg)',
    '',
    '## Disagreements',
    '',
    ...disagreementLines(rows, sites),
    '',
    '## Limits',
    '',
    'No language model takes part, so an answer read counts as an answer given. No agent runs scripts. The agents were written by the',
    'people who wrote the score, on variants that they knew: these figures are in-sample too. Levels mean little, order and zeroes more.',
    '',
    ...LARGER_RUN,
    '## Variant by variant',
    '',
    `| variant | kind | ${sites.map((site) => `${site}: success | score`).join(' | ')} |`,
    `|---|---|${sites.map(() => '---|---|').join('')}`,
    ...VARIANTS.map(({ id, kind }) => `| ${id} | ${kind} | ${cellsOf(rows, sites, id).join(' | ')} |`),
    '',
  ].join('\n');
  const points = rows.map((row) => ({ ...row, site: sites.indexOf(row.site), name: nameOf(row) }));
  const isReached =
    faults.length === 0 &&
    statistic('score', spearman)(VARIANTS) >= WANTED.spearman &&
    statistic('score', concordance)(VARIANTS) >= WANTED.concordance;
  return { page, picture: scatterOf(points, sites), isReached };
}

const nameOf = ({ site, variant }: Row): string => `${site}/${variant.id}`;

/** Mean over the sites, of any sample of the variants. */
const statisticOver =
  (rows: readonly Row[], sites: readonly string[]) =>
  (of: Ranked, measure: Measure) =>
  (variants: readonly Variant[]): number => {
    const values = sites.map((site) => {
      const own = variants.flatMap((variant) => rows.filter((row) => row.site === site && row.variant === variant));
      return measure(
        own.map((row) => row[of]),
        own.map(({ success }) => success),
      );
    });
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  };

function figure(statistic: (variants: readonly Variant[]) => number): string {
  const value = statistic(VARIANTS);
  if (!Number.isFinite(value)) return 'no order';
  const [low, high] = interval(VARIANTS, statistic);
  return `${value.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
}

function faultsOf(rows: readonly Row[]): string[] {
  const baseOf = (site: string) => rows.find((row) => row.site === site && row.variant.kind === 'base')?.score ?? 0;
  const away = (row: Row) => Math.abs(row.score - baseOf(row.site));
  const allowed = ({ variant }: Row) => (variant.kind === 'cosmetic' ? WANTED.cosmetic : WANTED.harmless);
  return [
    ...rows
      .filter((row) => row.success <= DEAD && row.score >= WANTED.dead)
      .map((row) => `${nameOf(row)} is dead and scores ${row.score}`),
    ...rows
      .filter((row) => row.success >= HARMLESS && away(row) > allowed(row))
      .map((row) => `${nameOf(row)} is harmless and is ${away(row)} points from its base`),
  ];
}

function disagreementLines(rows: readonly Row[], sites: readonly string[]): string[] {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const items = VARIANTS.map(({ id }) => {
    const own = rows.filter(({ variant }) => variant.id === id);
    return { name: id, success: mean(own.map((row) => row.success)), score: mean(own.map((row) => row.score)) };
  });
  const found = disagreements(items, MIN_GAP);
  if (found.length === 0) return [`No variant is more than ${MIN_GAP * 100} % of the ranks away from its place.`];
  const names = (list: readonly Disagreement[]) =>
    list.map(({ name, gap }) => `${name} (${Math.round(Math.abs(gap) * 100)} %)`).join(', ');
  const [kind, strict] = [found.filter(({ gap }) => gap > 0), found.filter(({ gap }) => gap < 0)];
  return [
    `Variants that rank at least ${MIN_GAP * 100} % of the ranks away from their place, over ${sites.length} sites:`,
    '',
    ...(kind.length === 0 ? [] : [`- too high: ${names(kind)}`]),
    ...(strict.length === 0 ? [] : [`- too low: ${names(strict)}`]),
  ];
}

const cellsOf = (rows: readonly Row[], sites: readonly string[], id: string): string[] =>
  sites.map((site) => {
    const row = rows.find((each) => each.site === site && each.variant.id === id);
    return `${row?.success.toFixed(2)} | ${row?.score}`;
  });
