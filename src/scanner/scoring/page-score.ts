import { isGate, RUBRIC } from '../checks/rubric.ts';
import type { CheckRecord } from '../model/result.ts';
import type { Tally } from '../model/score.ts';
import { measure } from './score.ts';
import { exact, roundHalfUp, tally } from './tally.ts';

/** A gate weighs what it counts in the coverage: of one page no delivered share is kept. */
const WEIGHTS: ReadonlyMap<string, number> = new Map(
  Object.entries(RUBRIC.weighings)
    .filter(([id]) => id.startsWith('P'))
    .map(([id, [weight]]) => [id, isGate(id) ? RUBRIC.gateCoverage : weight]),
);
/** Where one of them fails, no text reaches an agent. */
const NO_TEXT: readonly string[] = ['P1', 'P5'];

/** What a check counts in the score of a page; 0 for one that is not of pages. */
export const pageWeightOf = (id: string): number => WEIGHTS.get(id) ?? 0;

/**
 * Of the points that the checks of a page can earn, the share it earns, 0 to 100: a pass earns all, a warning half. 0 where
 * no text reaches an agent. It ranks pages; the site score is not made of it.
 * @param results of all page checks; undefined without one of them, or when nothing could be measured
 */
export function pageScore(results: readonly Pick<CheckRecord, 'id' | 'status'>[]): number | undefined {
  const tallies = new Map<string, Tally>();
  tally(
    tallies,
    results.map(({ id, status }) => ({ id, status })),
  );
  const parts = [...WEIGHTS].flatMap(([id, weight]) => {
    const measured = measure(tallies, id);
    return measured === undefined ? [] : [{ weight, earned: weight * measured.coefficient * measured.credit }];
  });
  const possible = parts.reduce((sum, { weight }) => sum + weight, 0);
  if (possible === 0 || [...WEIGHTS.keys()].some((id) => !tallies.has(id))) return undefined;
  if (results.some(({ id, status }) => status === 'fail' && NO_TEXT.includes(id))) return 0;
  return roundHalfUp(exact((100 * parts.reduce((sum, { earned }) => sum + earned, 0)) / possible));
}
