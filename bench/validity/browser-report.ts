/** The section of docs/validity.md on browserScore. */
import { BROWSER_RUBRIC } from '../../src/scanner/scoring/browser-score.ts';
import { concordance, interval, ranksOf, spearman } from './rank-statistics.ts';

export interface BrowserRow {
  readonly site: string;
  readonly variant: string;
  /** Share of the tasks that the agent completes, relative to the base. */
  readonly truth: number;
  readonly score: number;
  /** Checks that warn or fail. */
  readonly checks: readonly string[];
}

const BROWSER_HEADING = '## The browser score';
const NEXT = '## Variant by variant';
const WANTED = 0.8;
/** Share of all ranks from which a variant counts as a disagreement. */
const FAR = 0.2;
/** Of variants that the makers of the score had not seen (ski school and pottery supplies), before anything was learnt from them. */
const OUT_OF_SAMPLE =
  'Out of sample, on the 32 variants of a ski school and a shop for potters, it was 0.26 [-0.12, 0.57] on 29 November 2026: forms whose addresses answer a GET with 404 cost the bases 16 and 5 points, and count for less since.';

type Measure = (score: readonly number[], truth: readonly number[]) => number;

const figure = (rows: readonly BrowserRow[], measure: Measure): string => {
  const of = (sample: readonly BrowserRow[]) =>
    measure(
      sample.map(({ score }) => score),
      sample.map(({ truth }) => truth),
    );
  const [low, high] = interval(rows, of);
  return `${of(rows).toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
};

/** @param page docs/validity.md */
export function withBrowserSection(page: string, rows: readonly BrowserRow[], on: Date, chromium: string) {
  const touched = rows.filter(({ truth }) => truth < 1);
  const groups = [
    ['all variants', rows],
    ['those where the agent fails at something', touched],
  ] as const;
  const section = [
    BROWSER_HEADING,
    '',
    `Measured on ${on.toISOString().slice(0, 10)} with browser rubric ${BROWSER_RUBRIC.version} and Chromium ${chromium}, in sample: the checks and weights were`,
    'chosen with these variants in view. Truth is the share of its tasks that the acting agent in Chromium completes, relative to the',
    'base: fill a form, sign in, put into the cart, search, reach the end of a list, read a cell. The score is of the home page and of',
    'a page of each kind of task. `npm run validate-browser` writes this section.',
    '',
    '| variants | count | Spearman, 95 % interval | concordance, 95 % interval |',
    '|---|---|---|---|',
    ...groups.map(
      ([name, group]) =>
        `| ${name} | ${group.length} | ${figure(group, spearman)} | ${figure(group, (a, b) => concordance(a, b))} |`,
    ),
    '',
    `Wanted: Spearman ${WANTED}, and 0.65 out of sample. ${OUT_OF_SAMPLE} Variants at least ${FAR * 100} % of the ranks away from their place:`,
    '',
    ...disagreements(rows),
    '',
    'What is sent is never seen: a form that is not there at all costs nothing. Before anything was learnt from these variants,',
    'rubric 1.0.0 reached Spearman 0.47 [0.29, 0.60] on them (28 November 2026).',
    '',
    '',
  ].join('\n');
  const end = page.indexOf(NEXT);
  const before = page.indexOf(BROWSER_HEADING);
  return { section, whole: `${page.slice(0, before === -1 ? end : before)}${section.trimEnd()}\n\n${page.slice(end)}` };
}

/** Carries the section over into the page written anew. */
export function keepBrowserSection(before: string, after: string): string {
  const [from, to] = [before.indexOf(BROWSER_HEADING), before.indexOf(NEXT)];
  return from === -1 ? after : after.replace(NEXT, () => before.slice(from, to) + NEXT);
}

function disagreements(rows: readonly BrowserRow[]): string[] {
  const scores = ranksOf(rows.map(({ score }) => score));
  const truths = ranksOf(rows.map(({ truth }) => truth));
  const far = rows
    .map(({ site, variant }, at) => ({
      name: `${site}/${variant}`,
      by: ((scores[at] ?? 0) - (truths[at] ?? 0)) / rows.length,
    }))
    .filter(({ by }) => Math.abs(by) >= FAR)
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by));
  const line = (word: string, found: typeof far) =>
    `- ${word}: ${found.length === 0 ? 'none' : found.map(({ name, by }) => `${name} (${Math.round(Math.abs(by) * 100)} %)`).join(', ')}`;
  return [
    line(
      'too high',
      far.filter(({ by }) => by > 0),
    ),
    line(
      'too low',
      far.filter(({ by }) => by < 0),
    ),
  ];
}
