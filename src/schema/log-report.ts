import * as z from 'zod';
import { CheckStatus } from './scan.ts';

const Count = z.int().min(0);
const PathCount = z.object({ path: z.string(), count: Count });
const StatusPath = PathCount.extend({ status: z.int() });

export const LogAgent = z
  .object({
    name: z.string(),
    vendor: z.string().nullable(),
    kind: z
      .enum(['user-action', 'search', 'training', 'browser', 'tool', 'bot'])
      .describe('user-action fetches while a person waits'),
    requests: Count.describe('Without spoofed ones, as all figures of the agent'),
    verified: Count,
    unverifiable: Count,
    spoofed: Count.describe('Requests under its name from addresses that are not its own'),
    signed: Count.describe('With a Signature-Agent header (Web Bot Auth), proven or not'),
    pages: Count.describe('Different pages that it got'),
    pagesExact: z.boolean().describe('false: an estimate with a standard error of 1.6 %'),
    bytes: Count,
    statuses: z.object({ '2xx': Count, '3xx': Count, '4xx': Count, '5xx': Count }),
    refused: Count.describe('401, 403, 406, 429 and 5xx, and challenges of the edge'),
    refusedVerified: Count.default(0).describe('Of them, by requests that were verified'),
    refusedBy: z.array(z.object({ status: z.int(), count: Count })),
    challenged: Count.describe('Challenge pages, by the edge or by their path'),
    sameSize: z
      .object({ bytes: Count, answers: Count })
      .nullable()
      .describe('Different pages that were all answered with this size: a challenge or an empty page'),
    missing: Count.describe('404 and 410'),
    slow: Count.describe('Answers of 3 s or longer'),
    p95Seconds: z.number().nullable().describe('At most 20 % too high; null where the log has no times'),
    robots: z.object({
      reads: Count,
      disallowed: Count.nullable().describe('Requests that robots.txt forbids it; null without rules'),
      obeyed: z.boolean().nullable().describe('null without rules, or where it never read them and broke none'),
      paths: z.array(PathCount),
    }),
    markdown: Count,
    llmsTxt: Count,
    sessions: Count,
    journeys: z.array(z.object({ steps: z.array(z.string()), count: Count })),
    read: z.array(PathCount),
    refusedPaths: z.array(StatusPath),
    redirected: z.array(PathCount),
    timeLine: z.array(Count),
  })
  .meta({ id: 'LogAgent' });
export type LogAgent = z.output<typeof LogAgent>;

export const MissingPage = z.object({
  path: z.string(),
  requests: Count,
  assistants: Count.describe('By agents that fetch while a person waits'),
  nearest: z.string().nullable().describe('The page that exists and is most like it'),
});
export type MissingPage = z.output<typeof MissingPage>;

export const LogFinding = z.object({
  checkId: z.string(),
  title: z.string(),
  status: CheckStatus,
  gain: z.number().describe('Points of the site score that its fix gains'),
  affectedPages: Count.describe('0 for the site as a whole'),
  requests: Count.describe('Requests of agents to these pages in the period'),
  assistants: Count,
  message: z.string(),
  howToFix: z.string().nullable(),
});
export type LogFinding = z.output<typeof LogFinding>;

/** What an access log says about agents: no address, query, referrer or user agent of anyone. Paths are untrusted text. */
export const LogReport = z
  .object({
    version: z.literal(1),
    period: z.object({ from: z.iso.datetime(), to: z.iso.datetime() }).nullable(),
    lines: z.object({
      read: Count,
      requests: Count,
      agents: Count.describe('Requests of agents; the others are of people or unnamed programs'),
      withoutUserAgent: Count,
      beforePeriod: Count,
      notRequests: Count,
      unreadable: Count,
      tooLong: Count,
    }),
    formats: z.array(z.object({ name: z.string(), lines: Count })),
    leftOut: z.array(z.string()).describe('Parts that were not read, with the reason'),
    notes: z.array(z.string()).describe('What limits the figures'),
    lists: z.array(z.object({ file: z.string(), createdAt: z.string().nullable(), prefixes: Count })),
    toDo: z.array(z.object({ title: z.string(), why: z.string() })).describe('Most important first'),
    agents: z.array(LogAgent).describe('Assistants of people first, then by requests'),
    timeLine: z.object({ from: z.iso.datetime().nullable(), bucketSeconds: Count }),
    read: z.array(PathCount).describe('Pages that assistants of people read most'),
    unread: z
      .object({ count: Count, examples: z.array(z.string()) })
      .nullable()
      .describe('Pages of the scan that no agent asked for in the period'),
    missing: z.array(MissingPage),
    countError: Count.describe('No count of a list of paths is more than this too high; 0: all are exact'),
    changes: z.array(z.string()).optional().describe('Since the report of an earlier period, where one was given'),
    scan: z
      .object({
        id: z.string(),
        rootUrl: z.string(),
        siteScore: Count,
        findings: z.array(LogFinding).describe('Ranked by points and by traffic'),
        refusals: z.array(
          z.object({ checkId: z.string(), verdict: z.enum(['confirmed', 'cleared', 'unknown']), why: z.string() }),
        ),
      })
      .nullable(),
  })
  .meta({ id: 'LogReport' });
export type LogReport = z.output<typeof LogReport>;

/** What read_log answers. */
export const LogAnswer = z
  .object({
    id: z.string().describe('Of the summary'),
    createdAt: z.iso.datetime(),
    report: LogReport.nullable().describe('null: it was deleted'),
  })
  .meta({ id: 'LogAnswer' });
export type LogAnswer = z.output<typeof LogAnswer>;

/** The same for agents, in fewer tokens. Only `id` and `createdAt` of a summary that was deleted. */
export const AgentLog = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  period: LogReport.shape.period.optional(),
  requests: Count.optional(),
  agentRequests: Count.optional(),
  toDo: LogReport.shape.toDo.optional(),
  agents: z
    .array(
      LogAgent.pick({
        name: true,
        kind: true,
        requests: true,
        refused: true,
        missing: true,
        pages: true,
        spoofed: true,
      }).extend({
        obeysRobots: z.boolean().nullable(),
      }),
    )
    .optional(),
  read: z.array(PathCount).optional(),
  missing: z.array(MissingPage).optional(),
  unreadPages: Count.nullable().optional(),
  findings: z.array(LogFinding.pick({ checkId: true, gain: true, requests: true })).optional(),
  notes: z.array(z.string()).optional(),
});
export type AgentLog = z.output<typeof AgentLog>;
