import * as z from 'zod';
import { CheckChange } from './comparison.ts';
import { Rating, ScanStatus, Score } from './scan.ts';
import { WatchedSite } from './watch.ts';

const Kind = z.enum(['site', 'mcp']).describe('A website, or an MCP server');

const AgentListEntry = z.object({
  kind: Kind,
  id: z.string(),
  url: z.string(),
  status: ScanStatus,
  score: Score.nullable(),
  rating: Rating.nullable(),
  createdAt: z.iso.datetime(),
});
export type AgentListEntry = z.output<typeof AgentListEntry>;

/** The scans of an account as agents read them, newest first. */
export const AgentScanList = z.object({
  data: z.array(AgentListEntry),
  nextCursor: z.string().optional().describe('Pass it as cursor for the next page; absent on the last one'),
});
export type AgentScanList = z.output<typeof AgentScanList>;

const { gotWorse, feeds, lastRun } = WatchedSite.shape;

/** The watches of an account as agents read them, newest first. */
export const AgentWatchList = z.object({
  watches: z.array(
    WatchedSite.omit({ createdAt: true, gotWorse: true, feeds: true, lastRun: true }).extend({
      lastRun: lastRun.unwrap().omit({ report: true }).nullable(),
      gotWorse: gotWorse.element
        .omit({ shareToken: true })
        .optional()
        .describe('The newest run that made something worse, with the first things that it says'),
      feed: feeds.shape.atom,
    }),
  ),
  nextCursor: z.string().optional().describe('Pass it as cursor for the next page; absent on the last one'),
});
export type AgentWatchList = z.output<typeof AgentWatchList>;

const Change = z.object({ before: Score, after: Score, change: z.int() });
const Count = z.int().min(0);

/** A comparison as agents read it. */
export const AgentComparison = z.object({
  kind: Kind,
  id: z.string(),
  with: z.string().describe('The baseline'),
  notComparableBecause: z.string().nullable(),
  score: Change,
  llmstxtScore: Change.optional(),
  capsAppeared: z.array(z.string()),
  capsDisappeared: z.array(z.string()),
  reasons: z
    .array(z.object({ checkId: z.string(), points: z.number() }))
    .optional()
    .describe('What each check added to or took from the score, largest change first'),
  checks: z.array(CheckChange.pick({ checkId: true, change: true, before: true, after: true })),
  pageChecks: z
    .array(z.object({ checkId: z.string(), better: Count, worse: Count, examples: z.array(z.string()) }))
    .optional()
    .describe('Pages on which a check got better or worse, with examples of the latter, else of the former'),
  pagesAppeared: Count.optional(),
  pagesDisappeared: Count.optional(),
  leftOut: Count.optional().describe('Changes that had no room'),
  next: z.string(),
});
export type AgentComparison = z.output<typeof AgentComparison>;
