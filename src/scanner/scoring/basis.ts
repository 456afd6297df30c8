import type { PageTotals } from './caps.ts';
import type { LlmsTxtSize } from './score.ts';
import type { Tally } from './tally.ts';

/** All that a score was computed from, in a form that can be stored: kept with a scan so that it can be explained. */
export interface ScoreBasis {
  readonly tallies: Readonly<Record<string, Tally>>;
  readonly pages: PageTotals;
  /** Undefined when there is no llms.txt. */
  readonly llmsTxt: LlmsTxtSize | undefined;
}

export const talliesOf = ({ tallies }: Pick<ScoreBasis, 'tallies'>): Map<string, Tally> =>
  new Map(Object.entries(tallies));
