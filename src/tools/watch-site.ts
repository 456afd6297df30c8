import * as z from 'zod';
import { type Caller, requireAccount } from '../auth/caller.ts';
import { defined } from '../basics/defined.ts';
import { normalisedRoot } from '../scanner/net/submitted-url.ts';
import { CADENCES, HOURLY_PAGE_LIMIT, watchBudgetOf } from '../scans/watches/schedule.ts';
import type { Watch } from '../scans/watches/watches.ts';
import { WatchAnswer, type WatchedSite } from '../schema/watch.ts';
import { defineTool } from './define-tool.ts';

const URL_EXPECTED = 'expected the absolute http or https URL of a site, of at most 2000 characters';
const CADENCE_EXPECTED = `expected one of ${CADENCES.join(', ')}, off`;
const LIMIT_EXPECTED = 'expected a whole number from 1 to 2000';

const DEFAULT_PAGES = 100;
const SHOWN_ENTRIES = 5;

export const watchSite = defineTool({
  name: 'watch_site',
  title: 'Watch a site',
  description:
    'Scans a site or MCP server on a schedule, and puts what got worse into feeds: score, checks, access, changed tools.',
  input: z.object({
    url: z
      .string({ error: URL_EXPECTED })
      .min(1, URL_EXPECTED)
      .max(2000, URL_EXPECTED)
      .describe('Root URL of the site'),
    kind: z.enum(['site', 'mcp'], { error: 'expected site or mcp' }).optional().describe('mcp: url is an MCP endpoint'),
    cadence: z.enum([...CADENCES, 'off'], { error: CADENCE_EXPECTED }).describe('off ends the watch'),
    pageLimit: z
      .int({ error: LIMIT_EXPECTED })
      .min(1, LIMIT_EXPECTED)
      .max(2000, LIMIT_EXPECTED)
      .optional()
      .describe(`Pages at most: by default ${DEFAULT_PAGES}, hourly ${HOURLY_PAGE_LIMIT}`),
  }),
  output: WatchAnswer,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  access: 'key',
  // Each call may make a run due at once, so it counts as the start of a scan.
  budget: 'start-scan',
  fieldCodes: { url: 'invalid_url' },
  summarize: ({ watch }) => (watch === null ? 'The site is no longer watched.' : watchLine(watch)),
  async handle({ url, kind = 'site', cadence, pageLimit }, { caller, targets, watches }) {
    const accountId = requireAccount(caller);
    if (cadence === 'off') {
      await watches.remove(accountId, (kind === 'mcp' ? undefined : normalisedRoot(url)) ?? url, kind);
      return { watch: null };
    }
    const target = await targets.accept(url, 'url', caller);
    const pages = kind === 'mcp' ? 1 : (pageLimit ?? (cadence === 'hourly' ? HOURLY_PAGE_LIMIT : DEFAULT_PAGES));
    const wanted = {
      kind,
      accountId,
      rootUrl: target.url,
      cadence,
      pageLimit: pages,
      ...defined({ permit: target.permit }),
    };
    return { watch: presentWatch(await watches.set(wanted, budgetOf(caller))) };
  },
});

/** The operator has what Pro has. */
const budgetOf = (caller: Caller) => watchBudgetOf(caller.kind === 'key' ? caller.plan : 'pro');

export function presentWatch(watch: Watch): WatchedSite {
  const {
    rootUrl,
    kind,
    cadence,
    pageLimit,
    createdAt,
    nextAt,
    last,
    lastFailure = null,
    pausedBecause = null,
    entries,
    feedToken,
  } = watch;
  return {
    url: rootUrl,
    kind: kind ?? 'site',
    cadence,
    pageLimit,
    pausedBecause,
    createdAt,
    nextRunAt: nextAt === undefined ? null : new Date(nextAt).toISOString(),
    lastRun:
      last === undefined
        ? null
        : {
            scanId: last.scanId,
            endedAt: last.endedAt,
            score: last.score ?? null,
            report: reportPath(watch, last.shareToken),
          },
    lastFailure,
    gotWorse: entries.slice(0, SHOWN_ENTRIES).map(({ scanId, shareToken, comparedWith, at, lines, level }) => ({
      ...defined({ level }),
      scanId,
      shareToken,
      comparedWith,
      at,
      what: [...lines],
    })),
    feeds: feedPaths(feedToken),
  };
}

/** Root-relative path of the report of a run. */
export const reportPath = ({ kind }: Pick<Watch, 'kind'>, shareToken: string): string =>
  `/${kind === 'mcp' ? 'm' : 's'}/${shareToken}`;

const feedPaths = (feedToken: string) => ({
  atom: `/feeds/${feedToken}.atom`,
  json: `/feeds/${feedToken}.json`,
});

type Stated = Pick<WatchedSite, 'url' | 'kind' | 'cadence' | 'pageLimit' | 'pausedBecause' | 'nextRunAt'> & {
  readonly lastFailure?: WatchedSite['lastFailure'];
  readonly lastRun: Pick<NonNullable<WatchedSite['lastRun']>, 'scanId' | 'score' | 'endedAt'> | null;
};

/** A watch and its last run, in a line of trusted text with an address. */
export function watchState({
  url,
  kind,
  cadence,
  pageLimit,
  pausedBecause,
  nextRunAt,
  lastRun,
  lastFailure,
}: Stated): string {
  const state = pausedBecause === null ? `next run ${nextRunAt}` : `paused: ${pausedBecause}`;
  const last =
    lastRun === null
      ? 'no run yet'
      : `last run ${lastRun.score ?? 'failed'} (\`${lastRun.scanId}\`, ${lastRun.endedAt})`;
  // A pause says the reason itself.
  const why = pausedBecause === null && lastFailure ? ` Failed at ${lastFailure.at}: ${lastFailure.reason}` : '';
  return `${url}: ${cadence}, ${kind === 'mcp' ? 'MCP server' : `at most ${pageLimit} pages`}; ${last}; ${state}${why}`;
}

function watchLine(watch: WatchedSite): string {
  const [worse] = watch.gotWorse;
  const gotWorse = worse === undefined ? '' : ` Got worse at ${worse.at}: ${worse.what.join(' ')}`;
  return `${watchState(watch)}; feed ${watch.feeds.atom}.${gotWorse}`;
}
