import type { ScoreBasis } from '../model/score.ts';
import { DELIVERED_POINTS, DELIVERED_TEXT } from './delivered-score.ts';
import { llmsTxtContributions } from './llms-txt-score.ts';
import { siteParts } from './score.ts';
import { talliesOf } from './tally.ts';

export interface GainPart {
  /** `delivered-text`, or the id of a check. */
  readonly of: string;
  readonly gain: number;
}

/** Smaller parts are rounding. */
const MIN_PART = 0.05;

/** What a fix adds, before caps: by more text that arrives, at the checks as they were, and by checks that earn more then. */
export function gainParts(fixId: string, before: ScoreBasis, after: ScoreBasis): GainPart[] {
  const isOfFile = fixId.startsWith('L');
  const [old, fresh] = [earnedOf(before, isOfFile), earnedOf(after, isOfFile)];
  const shareOf = ({ delivery }: ScoreBasis) => (isOfFile ? 1 : (delivery?.share ?? 1));
  const worth = [...old.values()].reduce((sum, points) => sum + points, DELIVERED_POINTS);
  return [
    { of: DELIVERED_TEXT, gain: (shareOf(after) - shareOf(before)) * worth },
    ...[...fresh].map(([id, points]) => ({ of: id, gain: shareOf(after) * (points - (old.get(id) ?? 0)) })),
  ]
    .filter(({ gain }) => gain >= MIN_PART)
    .map(({ of, gain }) => ({ of, gain: Math.round(gain * 100) / 100 }))
    .sort((a, b) => b.gain - a.gain || (a.of < b.of ? -1 : 1));
}

/** Points of each check of a series if all text were delivered. */
function earnedOf(basis: ScoreBasis, isOfFile: boolean): Map<string, number> {
  const { llmsTxt } = basis;
  const ofFile = llmsTxt === undefined ? [] : llmsTxtContributions(talliesOf(basis), llmsTxt);
  const checks = isOfFile ? ofFile : siteParts(basis).checks;
  return new Map(checks.map(({ id, possible, coefficient, credit }) => [id, possible * coefficient * credit]));
}
