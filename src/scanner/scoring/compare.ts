/** What changed between two scans of a site, and which changes its owner wants to hear of. */

import type { CheckChange, Comparison, PageCheckChange } from '../../schema/comparison.ts';
import { KIND_WORDS } from '../actions/words.ts';
import { catalogueOrder, titlesOf } from '../checks/catalogue.ts';
import { RUBRIC } from '../checks/rubric.ts';
import { ACTION_KINDS } from '../model/actions.ts';
import type { CheckRecord } from '../model/result.ts';
import type { Cap, ScoreBasis } from '../model/score.ts';
import { pluralize } from '../pluralize.ts';
import { READERS } from '../readers/readers.ts';
import { accountOf } from './explain.ts';
import { ACTIONS, actionFactor, capsOf, DELIVERED_POINTS, DELIVERED_TEXT, siteParts } from './score.ts';

const MAX_EXAMPLES = 10;
type CheckState = Pick<CheckRecord, 'id' | 'status'>;
/** All that a comparison needs of a page. */
export interface PageState {
  readonly url: string;
  readonly checks: readonly CheckState[];
}

/** From bad to good; not-applicable and error stand apart and are neither. */
const RANK: Partial<Record<CheckRecord['status'], number>> = { fail: 0, warn: 1, pass: 2 };

/** Site or llms.txt checks whose outcome differs, in catalogue order. */
export function compareChecks(before: readonly CheckState[], after: readonly CheckState[]): CheckChange[] {
  const old = new Map(before.map((record) => [record.id, record]));
  const fresh = new Map(after.map((record) => [record.id, record]));
  const ids = [...new Set([...old.keys(), ...fresh.keys()])].map((id) => ({ id })).sort(catalogueOrder);
  return ids.flatMap(({ id }) => {
    const change = changeBetween(old.get(id), fresh.get(id));
    if (change === undefined) return [];
    return [
      {
        checkId: id,
        name: nameOf(id, (fresh.get(id) ?? old.get(id))?.status),
        change,
        before: shownStatus(old.get(id)),
        after: shownStatus(fresh.get(id)),
      },
    ];
  });
}

/** Page checks that differ on pages both scans read, and the pages only one of them read. */
export function comparePages(
  before: readonly PageState[],
  after: readonly PageState[],
): Pick<Comparison, 'pageChecks' | 'pagesAppeared' | 'pagesDisappeared'> {
  const old = new Map(before.map((page) => [page.url, page]));
  const changes = new Map<string, { better: string[]; worse: string[] }>();
  for (const { url, checks } of after) {
    const earlier = new Map(old.get(url)?.checks.map((record) => [record.id, record]));
    for (const record of checks) {
      const change = old.has(url) ? changeBetween(earlier.get(record.id), record) : undefined;
      if (change !== 'better' && change !== 'worse') continue;
      const seen = changes.get(record.id) ?? { better: [], worse: [] };
      seen[change].push(url);
      changes.set(record.id, seen);
    }
  }
  const freshUrls = new Set(after.map(({ url }) => url));
  return {
    pageChecks: [...changes].map(pageCheckChange).sort((a, b) => catalogueOrder({ id: a.checkId }, { id: b.checkId })),
    pagesAppeared: listOf(after.filter(({ url }) => !old.has(url))),
    pagesDisappeared: listOf(before.filter(({ url }) => !freshUrls.has(url))),
  };
}

/**
 * What moved the raw score, check by check, and which caps came and went. Under different rubrics nothing can be said of
 * either: the formula moved, and the site may not have.
 */
export function compareBases(
  before: ScoreBasis,
  after: ScoreBasis,
): Pick<Comparison, 'reasons' | 'capsAppeared' | 'capsDisappeared'> {
  if ((before.delivery === undefined) !== (after.delivery === undefined))
    return { reasons: [], capsAppeared: [], capsDisappeared: [] };
  const [old, fresh] = [earnings(before), earnings(after)];
  const delivered = {
    checkId: DELIVERED_TEXT,
    name: 'Text of the site reaches the readers',
    points: round((fresh.share - old.share) * fresh.factor * old.whole),
  };
  const acting = {
    checkId: ACTIONS,
    name: 'Agents can do what the site offers',
    points: round((fresh.factor - old.factor) * old.share * old.whole),
  };
  const ofChecks = [...new Set([...old.checks.keys(), ...fresh.checks.keys()])].flatMap((id) => {
    const [earned, now] = [old.checks.get(id), fresh.checks.get(id)];
    // A share that only moved because other checks began or ceased to apply is no reason.
    if (earned?.credit === now?.credit) return [];
    const points = round(fresh.share * fresh.factor * ((now?.points ?? 0) - (earned?.points ?? 0)));
    return [{ checkId: id, name: titlesOf(id)[points < 0 ? 'fail' : 'pass'], points }];
  });
  const reasons = [delivered, acting, ...ofChecks]
    .filter((reason) => reason.points !== 0)
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points) || (a.checkId < b.checkId ? -1 : 1));
  const [oldCaps, freshCaps] = [capsOf(before), capsOf(after)];
  return {
    reasons,
    capsAppeared: capsOnlyIn(freshCaps, oldCaps),
    capsDisappeared: capsOnlyIn(oldCaps, freshCaps),
  };
}

/** A cap is the same as long as it bounds at the same score, whatever its words count. */
const capsOnlyIn = (caps: readonly Cap[], others: readonly Cap[]): string[] =>
  caps
    .filter(({ id, limit }) => !others.some((other) => other.id === id && other.limit === limit))
    .map(({ limit, reason }) => `At most ${limit}: ${reason}`);

/** What a site would earn if all of its text were delivered, and the share that is; 1 under rubric 1. */
function earnings(basis: ScoreBasis) {
  const { delivery } = basis;
  const checks = new Map(
    siteParts(basis).checks.map(({ id, possible, coefficient, credit }) => {
      const earned = coefficient * credit;
      return [id, { points: possible * earned, credit: round(earned) }];
    }),
  );
  const delivered = delivery === undefined ? 0 : DELIVERED_POINTS;
  const whole = [...checks.values()].reduce((sum, { points }) => sum + points, delivered);
  return { share: delivery?.share ?? 1, factor: actionFactor(basis), whole, checks };
}

function changeBetween(
  before: CheckState | undefined,
  after: CheckState | undefined,
): CheckChange['change'] | undefined {
  if (before === undefined) return after === undefined ? undefined : 'appeared';
  if (after === undefined) return 'disappeared';
  const [old, fresh] = [RANK[before.status], RANK[after.status]];
  if (old === undefined || fresh === undefined) {
    if (old === fresh) return undefined;
    return old === undefined ? 'appeared' : 'disappeared';
  }
  return old === fresh ? undefined : fresh > old ? 'better' : 'worse';
}

function pageCheckChange([checkId, { better, worse }]: [
  string,
  { better: string[]; worse: string[] },
]): PageCheckChange {
  const examples = (worse.length > 0 ? worse : better).slice(0, MAX_EXAMPLES);
  return {
    checkId,
    name: nameOf(checkId, worse.length > 0 ? 'fail' : 'pass'),
    better: better.length,
    worse: worse.length,
    examples,
  };
}

const listOf = (pages: readonly PageState[]) => ({
  count: pages.length,
  examples: pages.slice(0, MAX_EXAMPLES).map(({ url }) => url),
});
const shownStatus = (record: CheckState | undefined): CheckChange['before'] =>
  record === undefined ? null : record.status === 'na' ? 'not_applicable' : record.status;
const nameOf = (id: string, status: CheckRecord['status'] | undefined) =>
  titlesOf(id)[status === 'fail' || status === 'warn' ? 'fail' : 'pass'];
const round = (value: number) => Math.round(value * 100) / 100;

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
  /** By kind of action that was measured: the share that agents can complete; absent in runs of earlier rubrics. */
  readonly actions?: Readonly<Record<string, number>> | undefined;
}

/** A smaller drop is noise: another sample of pages moves a score by a point or two. */
const DROP = 3;
/** A reader that got at least this share of the text had access to the site. */
const ACCESS = 0.1;
const MOST_CHECKS = 20;
/** An action of this share worked; one that lost this much of it has stopped, for a part of the agents at least. */
const WORKED = 0.9;
const STOPPED = 0.25;

export function runStateOf(
  basis: ScoreBasis,
  { score, rubricVersion }: Pick<RunState, 'score' | 'rubricVersion'>,
): RunState {
  const checks = Object.entries(basis.tallies).map(
    ([id, { applicable, fails, warns }]) => [id, { applicable, fails, warns }] as const,
  );
  const readers = accountOf(basis)?.readers.map(({ reader, delivered }) => [reader, delivered] as const) ?? [];
  const actions = (basis.actions ?? []).flatMap(({ kind, share }) =>
    typeof share === 'number' ? [[kind, share] as const] : [],
  );
  return {
    score,
    rubricVersion,
    checks: Object.fromEntries(checks),
    readers: Object.fromEntries(readers),
    actions: Object.fromEntries(actions),
  };
}

/**
 * Changes that an owner wants to know, a sentence each in trusted text: the score dropped by 3 or more, a check that passed
 * everywhere fails, a reader lost half or more of what it got. Empty under another rubric, where scores do not compare.
 */
export function regressionsSince(before: RunState, after: RunState): string[] {
  if (before.rubricVersion !== after.rubricVersion) return [];
  const dropped = droppedLine(before.score, after.score);
  const broken = Object.entries(after.checks)
    // What acts has lines of its own.
    .filter(([id, { fails }]) => fails > 0 && hasPassed(before.checks[id]) && !ACTION_CHECKS.has(id))
    .map(([id, tally]) => ({ id, ...tally }))
    .sort(catalogueOrder);
  const lost = Object.entries(after.readers).flatMap(([id, delivered]) => {
    const had = before.readers[id] ?? 0;
    return had >= ACCESS && delivered <= had / 2 ? [{ id, had, delivered }] : [];
  });
  const stopped = ACTION_KINDS.flatMap((kind) => {
    const [had, now] = [before.actions?.[kind], after.actions?.[kind]];
    return had !== undefined && now !== undefined && had >= WORKED && now <= had - STOPPED
      ? [`${KIND_WORDS[kind]}: it worked, and ${percent(now)} of it works now (${RUBRIC.actionChecks[kind]}).`]
      : [];
  });
  return [
    ...(dropped === undefined ? [] : [dropped]),
    ...lost.map(
      ({ id, had, delivered }) =>
        `${READERS.find((reader) => reader.id === id)?.name ?? id} gets ${percent(delivered)} of the text, and got ${percent(had)}.`,
    ),
    ...stopped,
    ...broken
      .slice(0, MOST_CHECKS)
      .map(
        ({ id, fails }) =>
          `${id} passed and fails now${fails > 1 ? ` on ${pluralize(fails, 'page')}` : ''}: ${titlesOf(id).fail}.`,
      ),
    ...(broken.length > MOST_CHECKS ? [`${broken.length - MOST_CHECKS} more checks fail.`] : []),
  ];
}

/** A sentence about a score that dropped by more than noise. */
export const droppedLine = (before: number, after: number): string | undefined =>
  before - after >= DROP ? `The score dropped by ${before - after}, from ${before} to ${after}.` : undefined;

const ACTION_CHECKS: ReadonlySet<string> = new Set(Object.values(RUBRIC.actionChecks));

const hasPassed = (tally: RunState['checks'][string] | undefined): boolean =>
  tally !== undefined && tally.applicable > 0 && tally.fails === 0 && tally.warns === 0;

const percent = (share: number): string => `${Math.round(share * 100)} %`;
