import * as z from 'zod';
import { Score } from './scan.ts';

const Cadence = z.enum(['hourly', 'daily', 'weekly', 'monthly']);

export const WatchedSite = z
  .object({
    url: z.string().describe('Root URL'),
    kind: z.enum(['site', 'mcp']).describe('mcp: an MCP server'),
    cadence: Cadence,
    pageLimit: z.int().min(1),
    pausedBecause: z.string().nullable().describe('Why no more runs begin; watch_site with the same URL resumes'),
    createdAt: z.string(),
    nextRunAt: z.string().nullable().describe('null while it is paused'),
    lastRun: z
      .object({
        scanId: z.string(),
        endedAt: z.string(),
        score: Score.nullable().describe('null: the run failed'),
        report: z.string().describe('Root-relative path of the report'),
      })
      .nullable(),
    lastFailure: z
      .object({ at: z.string(), reason: z.string() })
      .nullable()
      .describe('Why the last run failed; null where it ended well'),
    gotWorse: z
      .array(
        z.object({
          scanId: z.string(),
          shareToken: z.string(),
          comparedWith: z.string().describe('Share token of the run before: what compare_scans takes as with'),
          at: z.string(),
          level: z
            .enum(['poisoned', 'changed'])
            .optional()
            .describe('Of an MCP server: poisoned when what changed gives orders to the model'),
          what: z.array(z.string()),
        }),
      )
      .describe('The five newest runs that made something worse, newest first'),
    feeds: z.object({ atom: z.string(), json: z.string() }).describe('Root-relative paths that need no key'),
  })
  .meta({ id: 'WatchedSite' });
export type WatchedSite = z.output<typeof WatchedSite>;

/** What watch_site answers; `watch` is null once a watch has ended. */
export const WatchAnswer = z.object({ watch: WatchedSite.nullable() }).meta({ id: 'WatchAnswer' });
export type WatchAnswer = z.output<typeof WatchAnswer>;

/** What list_watches answers. */
export const WatchList = z.object({ watches: z.array(WatchedSite) }).meta({ id: 'WatchList' });
export type WatchList = z.output<typeof WatchList>;
