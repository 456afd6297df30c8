import { catalogueOrder, titlesOf } from '../checks/catalogue.ts';
import type { ScoreBasis } from '../model/score.ts';
import { pluralize } from '../pluralize.ts';
import { READERS } from '../readers/readers.ts';
import { accountOf } from './explain.ts';

/** The part of a run that later runs are held against: small enough to be kept for each. */
export interface RunState {
  readonly score: number;
  readonly rubricVersion: string;
  /** By check: results that are no pass, and all that apply. */
  readonly checks: Readonly<
    Record<string, { readonly applicable: number; readonly fails: number; readonly warns: number }>
  >;
  /** By reader: the share of the site's own text that reaches it, 0 to 1. */
  readonly readers: Readonly<Record<string, number>>;
}

/** A smaller drop is noise: another sample of pages moves a score by a point or two. */
const DROP = 3;
/** A reader that got at least this share of the text had access to the site. */
const ACCESS = 0.1;
const MOST_CHECKS = 20;

export function runStateOf(
  basis: ScoreBasis,
  { score, rubricVersion }: Pick<RunState, 'score' | 'rubricVersion'>,
): RunState {
  const checks = Object.entries(basis.tallies).map(
    ([id, { applicable, fails, warns }]) => [id, { applicable, fails, warns }] as const,
  );
  const readers = accountOf(basis)?.readers.map(({ reader, delivered }) => [reader, delivered] as const) ?? [];
  return { score, rubricVersion, checks: Object.fromEntries(checks), readers: Object.fromEntries(readers) };
}

/**
 * What an owner wants to be told of, a sentence each in trusted text: the score dropped by 3 or more, a check that passed
 * everywhere fails, a reader lost half or more of what it got. Empty under another rubric, where scores do not compare.
 */
export function regressionsSince(before: RunState, after: RunState): string[] {
  if (before.rubricVersion !== after.rubricVersion) return [];
  const drop = before.score - after.score;
  const broken = Object.entries(after.checks)
    .filter(([id, { fails }]) => fails > 0 && hasPassed(before.checks[id]))
    .map(([id, tally]) => ({ id, ...tally }))
    .sort(catalogueOrder);
  const lost = Object.entries(after.readers).flatMap(([id, delivered]) => {
    const had = before.readers[id] ?? 0;
    return had >= ACCESS && delivered <= had / 2 ? [{ id, had, delivered }] : [];
  });
  return [
    ...(drop >= DROP ? [`The score dropped by ${drop}, from ${before.score} to ${after.score}.`] : []),
    ...lost.map(
      ({ id, had, delivered }) =>
        `${READERS.find((reader) => reader.id === id)?.name ?? id} gets ${percent(delivered)} of the text, and got ${percent(had)}.`,
    ),
    ...broken
      .slice(0, MOST_CHECKS)
      .map(
        ({ id, fails }) =>
          `${id} passed and fails now${fails > 1 ? ` on ${pluralize(fails, 'page')}` : ''}: ${titlesOf(id).fail}.`,
      ),
    ...(broken.length > MOST_CHECKS ? [`${broken.length - MOST_CHECKS} more checks fail.`] : []),
  ];
}

const hasPassed = (tally: RunState['checks'][string] | undefined): boolean =>
  tally !== undefined && tally.applicable > 0 && tally.fails === 0 && tally.warns === 0;

const percent = (share: number): string => `${Math.round(share * 100)} %`;
