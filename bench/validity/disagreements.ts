/** Where two orders differ most. */

import { ranksOf } from './rank-statistics.ts';

export interface Disagreement {
  readonly name: string;
  /** Rank by score minus rank by success, as a share of the ranks: above 0 the score is too kind. */
  readonly gap: number;
}

export function disagreements(
  items: readonly { readonly name: string; readonly success: number; readonly score: number }[],
  minGap: number,
): Disagreement[] {
  const byScore = ranksOf(items.map(({ score }) => score));
  const bySuccess = ranksOf(items.map(({ success }) => success));
  return items
    .map(({ name }, at) => ({ name, gap: ((byScore[at] ?? 0) - (bySuccess[at] ?? 0)) / items.length }))
    .filter(({ gap }) => Math.abs(gap) >= minGap)
    .sort((a, b) => Math.abs(b.gap) - Math.abs(a.gap) || (a.name < b.name ? -1 : 1));
}
