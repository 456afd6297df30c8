import * as z from 'zod';
import { CheckChange } from './comparison.ts';
import { Rating, ScanStatus, Score } from './scan.ts';

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
