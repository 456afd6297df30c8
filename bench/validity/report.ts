/** docs/validity.md and its picture, from the measured rows. */
import { RUBRIC } from '../../src/scanner/checks/rubric.ts';
import { RUBRIC_1 } from '../../src/scanner/scoring/rubric-1.ts';
import { type Disagreement, disagreements } from './disagreements.ts';
import { LARGER_RUN } from './larger-run.ts';
import { outOfSampleLines, readOutOfSample } from './out-of-sample.ts';
import { concordance, interval, spearman } from './rank-statistics.ts';
import { faultsOf, isActWhole, isReadWhole, nameOf, pairsInOrder, WANTED } from './report-bounds.ts';
import { scatterOf } from './scatter.ts';
import type { Truth } from './truth.ts';
import type { Variant } from './variants.ts';
import type { Yardsticks } from './yardsticks.ts';

/** One variant of one site. */
export interface Row extends Yardsticks {
  readonly site: string;
  readonly variant: Variant;
  readonly truth: Truth;
  readonly score: number;
  /** The score of rubric 1, for comparison. */
  readonly before: number;
  readonly llmsTxt: number;
  /** 0 where afdocs gave none. */
  readonly afdocs: number;
}

/** By which rows a table is made. */
interface Group {
  readonly title: string;
  readonly truth: keyof Truth;
  readonly rows: readonly Row[];
  /** The least that the order by the score must reach; undefined where the row only informs. */
  readonly least?: number;
}

const MIN_GAP = 0.15;

type Ranked = 'score' | 'before' | 'llmsTxt' | 'afdocs' | keyof Yardsticks;
type Measure = typeof spearman;

/** The packages and programs that took part; undefined without them. */
export interface Parts {
  readonly afdocs: string | undefined;
  readonly browser: string | undefined;
}

export function validityReport(
  rows: readonly Row[],
  { afdocs, browser }: Parts,
): { page: string; picture: string; isReached: boolean } {
  const sites = [...new Set(rows.map(({ site }) => site))];
  const acting = rows.filter(({ truth }) => truth.act !== undefined);
  const reading = rows.filter(({ truth }) => truth.act === undefined);
  const faults = faultsOf(rows);
  const pairs = pairsInOrder(acting);
  const groups: readonly Group[] = [
    { title: 'read, sites that only offer reading', truth: 'read', rows: reading, least: WANTED.read },
    { title: 'read, sites that offer something to do', truth: 'read', rows: acting },
    {
      title: 'read, of these where acting is whole',
      truth: 'read',
      rows: acting.filter(isActWhole),
      least: WANTED.read,
    },
    { title: 'act', truth: 'act', rows: acting, least: WANTED.act },
    { title: 'act, where reading is whole', truth: 'act', rows: acting.filter(isReadWhole) },
    { title: 'use', truth: 'use', rows: acting, least: WANTED.use },
    { title: 'weakest agent', truth: 'weakest', rows: acting },
  ];
  const shown = groups.filter((group) => group.rows.length > 1);
  const page = [
    '# Does the score rank sites as agents succeed on them?',
    '',
    '## Out of sample',
    '',
    'Only variants, sites and agents that the makers of the score have not seen say how well it does elsewhere. Each set is run once',
    'before anything is learnt from it. `npm run validate-set -- DIR` runs one.',
    '',
    ...outOfSampleLines(readOutOfSample()),
    '',
    'The 0.86 that was published with rubric 2.0.0 was in-sample, as is everything below: the formula was chosen with those',
    'variants in view. Expect less on other sites.',
    '',
    '## In sample',
    '',
    `Rubric ${RUBRIC.version}. ${rows.length} variants of ${sites.length} sites (${sites.join(', ')}), simulated agents with budgets.`,
    'Truth is relative to the base. Read: questions whose answer one of three readers reads. Act: tasks that agents complete: fill a form,',
    'sign in, put into the cart, search, turn the pages of a list, read a cell, call an API or a tool. A form or a call counts only where',
    'the answer carries a code that the right values alone lead to. Use: the mean of both. Weakest: the agent that fares worst.',
    browser === undefined
      ? 'Acting agents: over HTTP and HTML without scripts, and by API. No Chromium was there, so none acted in a browser.'
      : `Acting agents: over HTTP and HTML without scripts, in Chromium ${browser} over its accessibility tree, and by API.`,
    '`npm run validate-score` writes this page. [The readers of the delivered share](readers.md).',
    '',
    `| truth | variants | Spearman, 95 % interval | concordance, 95 % interval | Spearman of ${RUBRIC_1.version} | of pages with 100 words |`,
    '|---|---|---|---|---|---|',
    ...shown.map((group) => {
      const cells = [spearman, concordance].map((measure) => figure(group, 'score', measure));
      const others = (['before', 'pageCount'] as const).map((of) => figure(group, of, spearman));
      return `| ${group.title} | ${group.rows.length} | ${cells.join(' | ')} | ${others.join(' | ')} |`;
    }),
    '',
    ...(acting.length === 0
      ? []
      : [
          `Of the ${acting.length} variants of sites that offer something to do, ${acting.filter(isReadWhole).length} leave reading whole: a score that counts acting too cannot follow read among them.`,
          '',
        ]),
    `Wanted: Spearman ${WANTED.read} for read, ${WANTED.act} for act, ${WANTED.use} for use; dead variants under ${WANTED.dead}; harmless ones within`,
    `${WANTED.harmless} points of the base; with every action dead and all extras at most ${WANTED.deadWithExtras} where the base has ${WANTED.whole}.`,
    faults.length === 0 ? 'No variant breaks these bounds.' : `Variants that break these bounds: ${faults.join('; ')}.`,
    ...(pairs.pairs === 0
      ? []
      : [
          `Of ${pairs.pairs} pairs of a variant hurt in acting only and a harmless one, ${(pairs.share * 100).toFixed(0)} % are in this order; wanted ${WANTED.pairs * 100} %.`,
        ]),
    '',
    ...(reading.length === 0 ? [] : yardstickTable(reading, afdocs)),
    '![Score against what agents can use, a point a variant and site](validity.svg)',
    '',
    '## Disagreements',
    '',
    ...[reading, acting].filter((list) => list.length > 0).flatMap((list) => disagreementLines(list)),
    '## Limits',
    '',
    'No language model takes part: an answer read counts as an answer given, and fields are chosen by the words they share with the',
    'goal. No reader runs scripts; of the acting agents the browser does. The agents were written by the people who wrote the score, on',
    'variants that they knew. Levels mean little, order and zeroes more.',
    '',
    ...LARGER_RUN,
    '## Variant by variant',
    '',
    ...sites.flatMap((site) => variantTable(rows.filter((row) => row.site === site))),
  ].join('\n');
  const points = rows.map((row) => ({
    site: sites.indexOf(row.site),
    name: nameOf(row),
    success: row.truth.use,
    score: row.score,
  }));
  const isReached =
    faults.length === 0 &&
    !(pairs.share < WANTED.pairs) &&
    shown.every(({ rows: own, truth, least = -1 }) => statisticOf(own, truth, 'score', spearman) >= least);
  return { page, picture: scatterOf(points, sites), isReached };
}

function yardstickTable(rows: readonly Row[], afdocs: string | undefined): string[] {
  const group: Group = { title: 'read', truth: 'read', rows };
  const line = (words: string, of: Ranked) =>
    `| ${words} | ${figure(group, of, spearman)} | ${figure(group, of, concordance)} |`;
  return [
    'Yardsticks, on the sites that only offer reading:',
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
  ];
}

/** Mean over the sites. */
function statisticOf(rows: readonly Row[], truth: keyof Truth, of: Ranked, measure: Measure): number {
  const sites = [...new Set(rows.map(({ site }) => site))];
  const values = sites
    .map((site) => {
      const own = rows.filter((row) => row.site === site);
      return measure(
        own.map((row) => row[of]),
        own.map((row) => row.truth[truth] ?? 0),
      );
    })
    .filter(Number.isFinite);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Variants are resampled by name, with their rows of all sites. */
function figure({ rows, truth }: Group, of: Ranked, measure: Measure): string {
  const value = statisticOf(rows, truth, of, measure);
  if (!Number.isFinite(value)) return 'no order';
  const byVariant = new Map<string, Row[]>();
  for (const row of rows) byVariant.set(row.variant.id, [...(byVariant.get(row.variant.id) ?? []), row]);
  const [low, high] = interval([...byVariant.values()], (sample) => statisticOf(sample.flat(), truth, of, measure));
  return `${value.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
}

function disagreementLines(rows: readonly Row[]): string[] {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const sites = [...new Set(rows.map(({ site }) => site))];
  const items = [...new Set(rows.map(({ variant }) => variant.id))].map((id) => {
    const own = rows.filter(({ variant }) => variant.id === id);
    return { name: id, success: mean(own.map((row) => row.truth.use)), score: mean(own.map((row) => row.score)) };
  });
  const found = disagreements(items, MIN_GAP);
  if (found.length === 0)
    return [
      `On ${sites.join(' and ')} no variant is more than ${MIN_GAP * 100} % of the ranks away from its place.`,
      '',
    ];
  const names = (list: readonly Disagreement[]) =>
    list.map(({ name, gap }) => `${name} (${Math.round(Math.abs(gap) * 100)} %)`).join(', ');
  const [kind, strict] = [found.filter(({ gap }) => gap > 0), found.filter(({ gap }) => gap < 0)];
  return [
    `On ${sites.join(' and ')}, variants that rank at least ${MIN_GAP * 100} % of the ranks away from their place by use:`,
    '',
    ...(kind.length === 0 ? [] : [`- too high: ${names(kind)}`]),
    ...(strict.length === 0 ? [] : [`- too low: ${names(strict)}`]),
    '',
  ];
}

const variantTable = (rows: readonly Row[]): string[] => [
  `### ${rows[0]?.site ?? ''}`,
  '',
  '| variant | kind | read | act | use | weakest | score |',
  '|---|---|---|---|---|---|---|',
  ...rows.map(({ variant: { id, kind }, truth: { read, act, use, weakest }, score }) => {
    const cells = [read, act, use, weakest].map((share) => share?.toFixed(2) ?? '-');
    return `| ${id} | ${kind} | ${cells.join(' | ')} | ${score} |`;
  }),
  '',
];
