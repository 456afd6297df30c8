import { catalogueOrder, PAGE_CHECKS, wordsOf } from '../../scanner/catalogue.ts';
import { NOTHING_DIFFERS, worstWords } from '../../scanner/worst-words.ts';
import type { CheckResult } from '../../schema/check-result.ts';
import type { CheckShare } from '../../schema/explanation.ts';
import type { Digest } from './digest.ts';

export type ViewStatus = 'fail' | 'warn' | 'error' | 'pass' | 'na';

/** Pages by what a check concluded of each. */
export interface PageCounts {
  readonly passes: number;
  readonly warns: number;
  readonly fails: number;
  readonly errors: number;
  readonly notApplicable: number;
}

/** A check as a report shows it: of a page check, what all pages come to. */
export interface CheckView {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly status: ViewStatus;
  readonly message: string;
  readonly howToFix: string | null;
  /** Of the result whose message is shown; see CheckResult. */
  readonly details: CheckResult['details'];
  /** Points of the score it earns and could earn; undefined where it does not count. */
  readonly points?: { readonly earned: number; readonly possible: number };
  /** Of page checks. */
  readonly counts?: PageCounts;
  readonly affectedPages: number;
  /** Some of them. */
  readonly examples: readonly string[];
}

const categoryOf = (id: string): string => {
  const words = wordsOf(id);
  return words !== undefined && 'category' in words ? words.category : 'other';
};

/** A result of its own, not an aggregate. */
export function viewOf(result: CheckResult, share?: CheckShare): CheckView {
  return {
    id: result.checkId,
    name: result.name,
    category: categoryOf(result.checkId),
    status: result.details.notApplicable === true ? 'na' : result.status,
    message: result.message,
    howToFix: result.howToFix,
    details: result.details,
    ...(share === undefined ? {} : { points: { earned: share.points, possible: share.possible } }),
    affectedPages: 0,
    examples: [],
  };
}

/** Every check of a scan, in catalogue order. */
export function viewsOf(digest: Digest): CheckView[] {
  const { scan, explanation } = digest;
  const shares = new Map([...(explanation?.checks ?? []), ...(explanation?.llmstxt.checks ?? [])].map(byCheckId));
  const own = [...scan.siteChecks, ...scan.llmstxtChecks].map((result) => viewOf(result, shares.get(result.checkId)));
  const results = resultsByCheck(scan.pageResults);
  const ofPages =
    digest.pages.length === 0
      ? []
      : PAGE_CHECKS.map(({ id }) => pageCheckView(id, digest, results.get(id) ?? [], shares.get(id)));
  return [...own, ...ofPages].sort(catalogueOrder);
}

const byCheckId = (share: CheckShare): [string, CheckShare] => [share.checkId, share];

function resultsByCheck(pages: Digest['scan']['pageResults']): Map<string, CheckResult[]> {
  const found = new Map<string, CheckResult[]>();
  for (const { checks } of pages) {
    for (const result of checks) {
      const others = found.get(result.checkId);
      if (others === undefined) found.set(result.checkId, [result]);
      else others.push(result);
    }
  }
  return found;
}

function pageCheckView(
  id: string,
  { notApplicable, differing }: Digest,
  results: readonly CheckResult[],
  share: CheckShare | undefined,
): CheckView {
  const worst = ['fail', 'warn', 'error'].flatMap(
    (status) => results.find((result) => result.status === status) ?? [],
  )[0];
  const counts = {
    passes: share?.passes ?? 0,
    warns: share?.warns ?? 0,
    fails: share?.fails ?? 0,
    errors: share?.errors ?? results.filter(({ status }) => status === 'error').length,
    notApplicable: notApplicable[id] ?? 0,
  };
  const status = statusOf(counts);
  const told = worst === undefined ? undefined : worstWords(worst, differing.get(id) ?? NOTHING_DIFFERS);
  return {
    id,
    name: wordsOf(id)?.name ?? id,
    category: categoryOf(id),
    status,
    message: told?.message ?? (status === 'na' ? 'Applies to none of the pages.' : 'Every page passes.'),
    howToFix: told?.howToFix || null,
    details: worst?.details ?? sourceOf(id),
    ...(share === undefined ? {} : { points: { earned: share.points, possible: share.possible } }),
    counts,
    affectedPages: share?.affectedPages ?? 0,
    examples: share?.examples ?? [],
  };
}

/** Problems first: what nobody passes, what somebody does not, what could not be measured. */
function statusOf({ passes, warns, fails, errors }: PageCounts): ViewStatus {
  if (fails > 0) return 'fail';
  if (warns > 0) return 'warn';
  if (passes > 0) return 'pass';
  return errors > 0 ? 'error' : 'na';
}

function sourceOf(id: string): CheckResult['details'] {
  const source = wordsOf(id)?.sources[0];
  return source === undefined ? {} : { source };
}
