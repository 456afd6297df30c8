import { LLMS_TXT_RUBRIC } from '../checks/rubric.ts';
import type { LlmsTxtSize, Tallies } from '../model/score.ts';
import { type Contribution, exact, pointsOf, roundHalfUp, weighted } from './contribution.ts';
import { hasFailed } from './tally.ts';

const WEIGHTS: readonly (readonly [id: string, weight: number])[] = Object.entries(LLMS_TXT_RUBRIC.weighings).map(
  ([id, [weight]]) => [id, weight],
);
const SCALED: readonly string[] = LLMS_TXT_RUBRIC.scaledBySize.checks;

/** The llms.txt score over the L series: 0 without a file. */
export function scoreLlmsTxt(tallies: Tallies, file: LlmsTxtSize | undefined): number {
  if (file === undefined || hasFailed(tallies, 'L1')) return 0;
  const caps = [hasFailed(tallies, 'L3') ? 59 : 100, file.linkCount === 0 ? 39 : 100];
  return roundHalfUp(Math.min(exact(pointsOf(llmsTxtContributions(tallies, file))), ...caps));
}

/** What each L check that applies adds to it. */
export function llmsTxtContributions(tallies: Tallies, { charCount }: LlmsTxtSize): Contribution[] {
  const sizeFactor = Math.min(1, LLMS_TXT_RUBRIC.scaledBySize.sizeLimit / Math.max(1, charCount));
  return weighted(tallies, WEIGHTS, 100, (id) => (SCALED.includes(id) ? sizeFactor : 1));
}
