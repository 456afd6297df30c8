import * as z from 'zod';
import { CheckStatus, Score } from './scan.ts';

const Change = z.enum(['better', 'worse', 'appeared', 'disappeared']);
const Status = CheckStatus.or(z.literal('not_applicable')).nullable();

export const CheckChange = z
  .object({
    checkId: z.string(),
    name: z.string(),
    change: Change,
    before: Status.describe('null: the check was not there'),
    after: Status.describe('null: the check is not there any more'),
  })
  .meta({ id: 'CheckChange' });
export type CheckChange = z.output<typeof CheckChange>;

export const PageCheckChange = z
  .object({
    checkId: z.string(),
    name: z.string(),
    better: z.int().min(0).describe('Pages on which it got better'),
    worse: z.int().min(0),
    examples: z.array(z.string()).max(10).describe('Up to 10 pages on which it got worse, else better'),
  })
  .meta({ id: 'PageCheckChange' });
export type PageCheckChange = z.output<typeof PageCheckChange>;

const PageList = z.object({ count: z.int().min(0), examples: z.array(z.string()).max(10) });
const ScoreChange = z.object({ before: Score, after: Score, change: z.int() });

/** What compare_scans answers: what changed between a baseline and a later scan, and why the score moved. */
export const Comparison = z
  .object({
    id: z.string(),
    with: z.string().describe('The baseline'),
    comparable: z.boolean().describe('false when the scans were graded under different weights or of different sites'),
    notComparableBecause: z.string().nullable(),
    siteScore: ScoreChange,
    llmstxtScore: ScoreChange,
    reasons: z
      .array(z.object({ checkId: z.string(), name: z.string(), points: z.number() }))
      .describe('What each check added to or took from the raw site score, largest change first'),
    capsAppeared: z.array(z.string()),
    capsDisappeared: z.array(z.string()),
    checks: z.array(CheckChange).describe('Site and llms.txt checks'),
    pageChecks: z.array(PageCheckChange),
    pagesAppeared: PageList,
    pagesDisappeared: PageList,
  })
  .meta({ id: 'Comparison' });
export type Comparison = z.output<typeof Comparison>;
