import type { CheckChange, Comparison, PageCheckChange } from '../../schema/comparison.ts';
import { catalogueOrder, titlesOf } from '../checks/catalogue.ts';
import type { CheckRecord } from '../model/result.ts';
import type { Cap, ScoreBasis } from '../model/score.ts';
import { capsOf, DELIVERED_POINTS, DELIVERED_TEXT, siteParts } from './score.ts';

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
    points: round((fresh.share - old.share) * old.whole),
  };
  const ofChecks = [...new Set([...old.checks.keys(), ...fresh.checks.keys()])].flatMap((id) => {
    const [earned, now] = [old.checks.get(id), fresh.checks.get(id)];
    // A share that only moved because other checks began or ceased to apply is no reason.
    if (earned?.credit === now?.credit) return [];
    const points = round(fresh.share * ((now?.points ?? 0) - (earned?.points ?? 0)));
    return [{ checkId: id, name: titlesOf(id)[points < 0 ? 'fail' : 'pass'], points }];
  });
  const reasons = [delivered, ...ofChecks]
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
  return { share: delivery?.share ?? 1, whole, checks };
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
