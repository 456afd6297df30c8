import * as z from 'zod';
import { Score } from './scan.ts';

const Count = z.int().min(0);

/** A list of sites that is scanned. */
export const Batch = z
  .object({
    id: z.string(),
    status: z.enum(['running', 'completed', 'cancelled']),
    createdAt: z.string(),
    endedAt: z.string().nullable(),
    pageLimit: z.int().min(1),
    labels: z.array(z.string()),
    watch: z.enum(['hourly', 'daily', 'weekly', 'monthly']).nullable(),
    lines: Count.describe('Lines of the list'),
    counts: z.object({
      waiting: Count.describe('For their turn'),
      running: Count.describe('Queued or running'),
      completed: Count,
      failed: Count,
      cancelled: Count.describe('Cancelled or deleted'),
      refused: Count.describe('No URL, no such host, or not allowed'),
      duplicate: Count.describe('Same as an earlier line'),
    }),
    waitsUntil: z.string().nullable().describe('Until when the limits of the account let no further scan begin'),
    pollUrl: z.string(),
  })
  .meta({ id: 'Batch' });
export type Batch = z.output<typeof Batch>;

const Line = z.object({
  line: z.int().min(1).describe('Its place in the list'),
  text: z.string().describe('As written, shortened'),
  state: z.enum(['waiting', 'running', 'completed', 'failed', 'cancelled', 'refused', 'duplicate']),
  score: Score.nullable(),
  llmstxtScore: Score.nullable(),
  pagesScanned: Count.nullable(),
  scanId: z.string().nullable(),
  shareToken: z.string().nullable(),
  firstFix: z.object({ checkId: z.string(), name: z.string(), gain: z.number() }).nullable(),
  problem: z.string().nullable().describe('Why there is no score, or no watch'),
  sameAs: z.int().min(1).nullable().describe('Of a duplicate: the line that is scanned'),
});

const Fault = z.object({
  checkId: z.string(),
  name: z.string().describe('The fault, in the words of Legible'),
  sites: Count.describe('Sites that have it'),
  of: Count.describe('Sites with a score'),
  gain: z.number().describe('Points that the fix gains on all of them together'),
  examples: z.array(z.string()).describe('At most 5, as written'),
  lines: z.array(z.int().min(1)).describe('All of them, by their places'),
});

/** What get_batch answers of one batch. */
const BatchResults = z.object({
  lines: z.array(Line).describe('In the order of the list'),
  nextCursor: z.string().optional().describe('Pass it as cursor for the next lines'),
  telling: z.array(Fault).describe('Faults that some sites have, the most points first'),
  common: z.array(Fault).describe('Faults that every site has: they tell none from another'),
});

const Mean = z.number().nullable().describe('Of the scores, to one decimal; null without one');
const Share = z.object({ sites: Count.describe('Sites that have it'), of: Count.describe('Sites with a score') });
const ofBoth = <Shape extends z.ZodType>(shape: Shape) => z.object({ before: shape, after: shape });

/** Two batches side by side: `before` is the one in `with`. */
export const BatchComparison = z.object({
  with: Batch,
  means: ofBoth(Mean),
  both: z.object({
    sites: Count.describe('That are in both lists'),
    comparable: Count.describe('Of these, with two scores by the same rubric'),
    better: Count,
    worse: Count,
    meanChange: Mean.describe('Over the comparable sites'),
  }),
  sites: z
    .array(
      z.object({
        url: z.string(),
        before: Score.nullable(),
        after: Score.nullable(),
        change: z.int().nullable().describe('Null unless both have a score by the same rubric'),
        scanIds: ofBoth(z.string().nullable()),
        shareTokens: ofBoth(z.string().nullable()),
      }),
    )
    .describe('In both lists; those that lost most first'),
  onlyBefore: z.array(z.string()).describe('Sites that the other list lacks'),
  onlyAfter: z.array(z.string()).describe('Sites that the other list lacks'),
  faults: z
    .array(
      z.object({
        checkId: z.string(),
        name: z.string().describe('The fault, in the words of Legible'),
        ...ofBoth(Share).shape,
      }),
    )
    .describe('Sites of each batch that have it; what differs most first'),
});
export type BatchComparison = z.output<typeof BatchComparison>;

/**
 * What get_batch answers: with an id one batch and its results, with the id of another the two side by side, else the
 * batches of the account.
 */
export const BatchAnswer = z
  .object({
    batches: z.array(Batch).describe('Newest first'),
    results: BatchResults.optional(),
    comparison: BatchComparison.optional().describe('With `with`, in place of results'),
  })
  .meta({ id: 'BatchAnswer' });
export type BatchAnswer = z.output<typeof BatchAnswer>;

const AgentFault = Fault.omit({ lines: true });

const AgentBatch = Batch.pick({ id: true, status: true, createdAt: true, lines: true, counts: true, waitsUntil: true });

/** What get_batch answers agents. */
export const AgentBatchAnswer = z.object({
  batches: z.array(AgentBatch),
  results: z
    .object({
      lines: z.array(Line.pick({ line: true, text: true, state: true, score: true, scanId: true, problem: true })),
      nextCursor: z.string().optional(),
      telling: z.array(AgentFault),
      common: z.array(AgentFault),
    })
    .optional(),
  comparison: BatchComparison.omit({ with: true })
    .extend({
      with: AgentBatch,
      sites: z.array(BatchComparison.shape.sites.element.omit({ shareTokens: true })),
      more: z.object({ sites: Count, onlyBefore: Count, onlyAfter: Count, faults: Count }).describe('Left out here'),
    })
    .optional(),
});
export type AgentBatchAnswer = z.output<typeof AgentBatchAnswer>;
