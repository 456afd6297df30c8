import * as z from 'zod';
import { ReportCover } from './report-cover.ts';
import { Rating, ScanStatus, Score } from './scan.ts';
import { WatchedSite } from './watch.ts';

const Share = z.number().min(0).max(1);

/** The first fix of a site, as lists show it. */
const FirstFix = z.object({
  checkId: z.string(),
  name: z.string().describe('What to do'),
  gain: z.number().describe('Points of the score'),
});

/** A site that the account has scanned. */
export const ListedSite = z
  .object({
    url: z.string().describe('Root URL'),
    host: z.string().describe('Host, with the port where it is not the default'),
    labels: z.array(z.string()).describe('As you wrote them'),
    scans: z.int().min(0).describe('Its stored scans'),
    score: Score.nullable().describe('Of the newest scan with a score'),
    rating: Rating.nullable(),
    shareToken: z.string().nullable().describe('Of the newest scan with a score'),
    llmstxtScore: Score.nullable(),
    change: z.int().nullable().describe('Since the scan before; null where that has another rubric or there is none'),
    earlier: z
      .array(z.object({ scanId: z.string(), shareToken: z.string(), score: Score, at: z.string() }))
      .describe('Scores before it, newest first, at most 19'),
    firstFix: FirstFix.nullable(),
    losses: z
      .record(z.string(), Share)
      .nullable()
      .describe('Share of the text of the site that each cause keeps from readers; null without a score'),
    lastScan: z
      .object({
        scanId: z.string(),
        shareToken: z.string(),
        status: ScanStatus,
        at: z.string().describe('When it ended, or began where it still runs'),
        problem: z.string().nullable().describe('Why it failed'),
      })
      .nullable(),
    watch: WatchedSite.pick({ cadence: true, nextRunAt: true, pausedBecause: true }).nullable(),
    changedAt: z.string().describe('When a scan of it last began or ended'),
  })
  .meta({ id: 'ListedSite' });
export type ListedSite = z.output<typeof ListedSite>;

/** What list_sites answers. */
export const SiteList = z
  .object({
    sites: z.array(ListedSite),
    nextCursor: z.string().optional().describe('Pass it as cursor for the next page; absent on the last'),
    matching: z.int().min(0).describe('Sites with the label and the search, on whatever page'),
    total: z
      .int()
      .min(0)
      .describe('Sites of the account. Filters, orders other than recent, and exports take the newest 10,000'),
    labels: z
      .array(z.object({ label: z.string(), sites: z.int().min(1) }))
      .describe('Every label of the account, with the number of sites that have it'),
  })
  .meta({ id: 'SiteList' });
export type SiteList = z.output<typeof SiteList>;

/** What list_sites answers agents. */
export const AgentSiteList = z.object({
  sites: z.array(
    ListedSite.pick({ url: true, labels: true, score: true, change: true }).extend({
      scanId: z.string().nullable().describe('Of the last scan'),
      status: ScanStatus.nullable(),
      firstFix: FirstFix.nullable(),
      watch: z.string().nullable().describe('Its cadence, or paused'),
    }),
  ),
  nextCursor: z.string().optional(),
});
export type AgentSiteList = z.output<typeof AgentSiteList>;

/** What label_site answers: every site of the host. */
export const LabelledSites = z
  .object({
    sites: z.array(
      z.object({
        url: z.string(),
        labels: z.array(z.string()),
        report: ReportCover.omit({ logo: true })
          .extend({ hasLogo: z.boolean() })
          .nullable()
          .describe('What its reports have in front; null for nothing'),
      }),
    ),
  })
  .meta({ id: 'LabelledSites' });
