import * as z from 'zod';
import { requireAccount } from '../auth/caller.ts';
import { parseUrl } from '../basics/parse-url.ts';
import { ServiceError } from '../errors.ts';
import { quote } from '../scanner/checks/evidence.ts';
import { codeSpan } from '../scanner/reporters/markdown.ts';
import { ratingOf } from '../scanner/scoring/score.ts';
import type { Watch, Watches } from '../scans/watches/watches.ts';
import { AgentSiteList, type ListedSite, SiteList } from '../schema/site.ts';
import { firstFixOf } from '../sites/batch-results.ts';
import type { Outcome } from '../sites/outcome.ts';
import type { Site } from '../sites/site.ts';
import {
  changeOf,
  cursorAfter,
  indexBefore,
  isByIndex,
  labelCounts,
  latestScored,
  pageOfRows,
  placeOf,
  rowOf,
  SORTS,
  type Wanted,
} from '../sites/site-list.ts';
import { MAX_LABEL, type Sites } from '../sites/sites.ts';
import { ANSWER_CHARACTERS, resultSize } from './agent-scan/text.ts';
import { defineAgentForm, defineTool, type ToolContext } from './define-tool.ts';

const LIMIT_EXPECTED = 'expected a whole number from 1 to 100';
const CURSOR_EXPECTED = 'expected the nextCursor of an earlier answer with the same sort';
const SORT_EXPECTED = `expected one of ${SORTS.join(', ')}`;
const MAX_URL = 200;
const MAX_CURSOR = 4000;

const Input = z.object({
  label: z.string().max(MAX_LABEL).optional().describe('Only sites with it'),
  search: z.string().min(1).max(200).optional().describe('Part of URL or label'),
  sort: z.enum(SORTS, { error: SORT_EXPECTED }).default('recent').describe('Order'),
  reverse: z
    .boolean({ error: 'expected true or false' })
    .default(false)
    .describe('The other way round. Sites without the value come last either way'),
  limit: z
    .int({ error: LIMIT_EXPECTED })
    .min(1, LIMIT_EXPECTED)
    .max(100, LIMIT_EXPECTED)
    .default(20)
    .describe('Sites at most'),
  cursor: z
    .string({ error: CURSOR_EXPECTED })
    .max(MAX_CURSOR, CURSOR_EXPECTED)
    .refine((text) => placeOf(text) !== undefined, CURSOR_EXPECTED)
    .optional()
    .describe('nextCursor of an answer'),
});

export const listSites = defineTool({
  name: 'list_sites',
  title: 'List your sites',
  description: 'Lists the sites you scanned: scores, first fix, labels, watch.',
  input: Input,
  output: SiteList,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  access: 'key',
  budget: 'other',
  forAgents: defineAgentForm({
    input: Input,
    unlisted: ['limit', 'reverse'],
    output: AgentSiteList,
    summarize: agentSitesText,
    async handle(wanted, context) {
      const { sites, nextCursor, place } = await sitesOf(wanted, context);
      const listed = await presentSites(sites, context);
      const taken: AgentSiteList['sites'] = [];
      for (const [at, site] of listed.entries()) {
        const record = sites[at];
        if (record === undefined) break;
        const next = { sites: [...taken, briefSite(site)], nextCursor: cursorAfter(record, place) };
        if (taken.length > 0 && resultSize(agentSitesText(next), next) > ANSWER_CHARACTERS) break;
        taken.push(...next.sites.slice(-1));
      }
      const last = sites[taken.length - 1];
      const cut = taken.length < sites.length && last !== undefined ? cursorAfter(last, place) : nextCursor;
      return { sites: taken, ...(cut === undefined ? {} : { nextCursor: cut }) };
    },
  }),
  async handle(wanted, context) {
    const { sites, nextCursor, matching } = await sitesOf(wanted, context);
    const accountId = requireAccount(context.caller);
    const labels = labelCounts(await context.sites.rows(accountId));
    return {
      sites: await presentSites(sites, context),
      ...(nextCursor === undefined ? {} : { nextCursor }),
      matching,
      total: await context.sites.count(accountId),
      labels,
    };
  },
});

/** What a list is made from. */
interface Listing extends Pick<ToolContext, 'caller'> {
  readonly sites: Pick<Sites, 'rows' | 'newest' | 'get'>;
  readonly watches: Pick<Watches, 'find' | 'list'>;
}

/** A page of the caller's sites. */
async function sitesOf(wanted: Wanted, { caller, sites, watches }: Listing) {
  const accountId = requireAccount(caller);
  const place: Pick<Wanted, 'sort' | 'nextRuns'> =
    wanted.sort === 'watched'
      ? { sort: wanted.sort, nextRuns: nextRunsOf(await watches.list(accountId)) }
      : { sort: wanted.sort };
  const rows = await sites.rows(accountId);
  if (!isByIndex(wanted)) {
    const page = pageOfRows(rows, { ...wanted, ...place });
    const ids = page.rows.map(({ id }) => id);
    return { sites: await sites.get(accountId, ids), nextCursor: page.nextCursor, matching: page.matching, place };
  }
  // One more than wanted says whether there is a next page.
  const page = { limit: wanted.limit + 1, before: indexBefore(wanted.cursor) };
  const newest = await sites.newest(accountId, page);
  const { nextCursor } = pageOfRows(newest.map(rowOf), wanted);
  return { sites: newest.slice(0, wanted.limit), nextCursor, matching: rows.length, place };
}

const EXPORTED_AT_ONCE = 500;

/** Every site of the caller that matches, in parts: what exports are made of. */
export async function* everySite(
  wanted: Omit<Wanted, 'limit' | 'cursor'>,
  context: Listing,
): AsyncGenerator<ListedSite[]> {
  for (let cursor: string | undefined; ; ) {
    const { sites, nextCursor } = await sitesOf({ ...wanted, limit: EXPORTED_AT_ONCE, cursor }, context);
    yield await presentSites(sites, context);
    if (nextCursor === undefined) return;
    cursor = nextCursor;
  }
}

const nextRunsOf = (watches: readonly Watch[]): ReadonlyMap<string, number> =>
  new Map(watches.filter(({ kind }) => kind !== 'mcp').map(({ rootUrl, nextAt = Infinity }) => [rootUrl, nextAt]));

/** Sites as every transport shows them. */
const presentSites = (sites: readonly Site[], context: Pick<Listing, 'caller' | 'watches'>): Promise<ListedSite[]> =>
  Promise.all(sites.map((site) => presentSite(site, context)));

async function presentSite(site: Site, { caller, watches }: Pick<Listing, 'caller' | 'watches'>): Promise<ListedSite> {
  const watch = await watches.find(requireAccount(caller), site.rootUrl);
  const { rootUrl, labels, scans, runs, changedAt } = site;
  const latest = latestScored(site);
  const score = latest?.score;
  const [last] = runs;
  return {
    url: rootUrl,
    host: parseUrl(rootUrl)?.host ?? '',
    labels: [...labels],
    scans,
    score: score ?? null,
    rating: score === undefined ? null : ratingOf(score),
    shareToken: latest?.shareToken ?? null,
    llmstxtScore: latest?.llmsTxtScore ?? null,
    change: changeOf(site) ?? null,
    earlier: runs.filter((run) => run !== latest).flatMap(earlierScore),
    firstFix: firstFixOf(latest),
    losses: latest?.losses ?? null,
    lastScan:
      last === undefined
        ? null
        : {
            scanId: last.scanId,
            shareToken: last.shareToken,
            status: last.status,
            at: last.endedAt ?? last.createdAt,
            problem: last.reason ?? null,
          },
    watch: watch === undefined ? null : watchStateOf(watch),
    changedAt: new Date(changedAt).toISOString(),
  };
}

const earlierScore = ({ scanId, shareToken, score, endedAt, createdAt }: Outcome) =>
  score === undefined ? [] : [{ scanId, shareToken, score, at: endedAt ?? createdAt }];

const watchStateOf = ({ cadence, nextAt, pausedBecause }: Watch): NonNullable<ListedSite['watch']> => ({
  cadence,
  nextRunAt: nextAt === undefined ? null : new Date(nextAt).toISOString(),
  pausedBecause: pausedBecause ?? null,
});

function briefSite({
  url,
  labels,
  score,
  change,
  firstFix,
  lastScan,
  watch,
}: ListedSite): AgentSiteList['sites'][number] {
  return {
    url: quote(url, MAX_URL),
    labels,
    score,
    change,
    scanId: lastScan?.scanId ?? null,
    status: lastScan?.status ?? null,
    firstFix,
    watch: watch === null ? null : watch.pausedBecause === null ? watch.cadence : 'paused',
  };
}

function agentSitesText({ sites, nextCursor }: AgentSiteList): string {
  if (sites.length === 0) return 'No sites. A site appears here when it is scanned: call start_scan or start_batch.';
  const rows = sites.map(({ url, score, change, status, firstFix, labels, watch }) => {
    const moved = change === null || change === 0 ? '' : ` (${change > 0 ? '+' : ''}${change})`;
    const parts = [
      `${score === null ? (status ?? 'no scan') : `${score}/100${moved}`}`,
      ...(firstFix === null ? [] : [`first: ${firstFix.name} (+${firstFix.gain})`]),
      ...(labels.length === 0 ? [] : [`labels ${labels.map((label) => codeSpan(label)).join(', ')}`]),
      ...(watch === null ? [] : [`watched: ${watch}`]),
    ];
    return `- ${codeSpan(url)}: ${parts.join('; ')}`;
  });
  const more = nextCursor === undefined ? [] : [`More: call list_sites with cursor "${nextCursor}".`];
  return [...rows, ...more, 'get_scan with a scanId has the findings.'].join('\n');
}

/** @throws ServiceError not_found */
export const noSuchSite = () =>
  new ServiceError('not_found', 'host: your account has scanned no site of this host.', {
    hint: { tool: 'list_sites', does: 'shows those it has' },
  });
