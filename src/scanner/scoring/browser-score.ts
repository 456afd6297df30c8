/** The browser score: how well agents that drive a browser can use the pages that one looked at. No part of the site score. */

import type { BrowserCheckId } from '../checks/catalogue.ts';
import type { CheckRecord } from '../model/result.ts';
import type { Tally } from '../model/score.ts';
import { exact, meanCredit, pointsOf, roundHalfUp, tally, weighted } from './tally.ts';

/** What a check counts, and why. */
type Weighing = readonly [weight: number, reason: string];

const GATE = 'B1';

/**
 * `100 * O * Q`: O is the mean credit of the gate over the pages, Q the weighted mean of the other checks, each over the pages
 * to which it applies. The weights sum to 100. A published rubric never changes: changing one means a new version.
 */
export const BROWSER_RUBRIC = {
  version: '1.2.0',
  /** On a page that does not open nothing else is of use. */
  gate: GATE,
  weights: {
    B2: [1, 'An agent in a browser still gets this text; the site score counts the readers that do not.'],
    B3: [14, 'Agents choose each control by role and name: without one a step fails.'],
    B4: [10, 'What has no role is missing from the tree. Agents that look at pictures may still press it.'],
    B5: [7, 'A covered control takes no click until the agent has found out what to close.'],
    B6: [25, 'A field that cannot be found by name ends the task for which the form is there.'],
    B7: [10, 'A search is the shortest way to a page, but links lead there too.'],
    B8: [10, 'The part of a list that does not come is lost; most tasks need its start alone.'],
    B9: [9, 'A long snapshot costs tokens in every step; agents do not see the parts cut from it.'],
    B10: [1, 'Few agents can call WebMCP tools yet.'],
    B11: [8, 'Where no link leads on, an agent reaches only pages whose addresses it has.'],
    B12: [5, 'A value that is not in its cell cannot be read; most pages have no table.'],
  } satisfies Record<Exclude<BrowserCheckId, typeof GATE>, Weighing>,
} as const;

Object.freeze(BROWSER_RUBRIC);
Object.freeze(BROWSER_RUBRIC.weights);

/** Weights of the browser series by id, without the gate. */
export const BROWSER_WEIGHTS: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(BROWSER_RUBRIC.weights).map(([id, [weight]]) => [id, weight]),
);

/** Whether the check multiplies the browser score and has no weight. */
export const isBrowserGate = (id: string): boolean => id === BROWSER_RUBRIC.gate;

/**
 * 0 to 100, rounded half up, from the records of each page; undefined where of no page it is known whether it opens. What does
 * not apply or could not be measured leaves the score.
 */
export function browserScore(pages: readonly (readonly CheckRecord[])[]): number | undefined {
  const raw = rawBrowserScore(pages);
  return raw === undefined ? undefined : roundHalfUp(raw);
}

/** As `browserScore`, before it is rounded. */
export function rawBrowserScore(pages: readonly (readonly CheckRecord[])[]): number | undefined {
  const tallies = new Map<string, Tally>();
  for (const records of pages) tally(tallies, records);
  const opens = meanCredit(tallies, BROWSER_RUBRIC.gate);
  if (opens === undefined) return undefined;
  const parts = weighted(tallies, Object.entries(BROWSER_WEIGHTS), 1, () => 1);
  // A page that opens and has nothing to fill, press or read beyond its text is whole.
  const quality = parts.length === 0 ? 1 : pointsOf(parts);
  return exact(100 * opens * quality);
}
