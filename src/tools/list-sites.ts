import * as z from 'zod';
import { requireAccount } from '../auth/caller.ts';
import { ServiceError } from '../errors.ts';
import { parseUrl } from '../parse-url.ts';
import { quote } from '../scanner/checks/evidence.ts';
import { codeSpan } from '../scanner/reporters/markdown.ts';
import { ratingOf } from '../scanner/scoring/score.ts';
import type { Watch } from '../scans/watches/watches.ts';
import { AgentSiteList, type ListedSite, SiteList } from '../schema/site.ts';
import { firstFixOf } from '../sites/batch-results.ts';
import type { Outcome } from '../sites/outcome.ts';
import {
  changeOf,
  cursorAfter,
  indexBefore,
  isByIndex,
  latestScored,
  pageOfSites,
  placeOf,
  SORTS,
  type Wanted,
} from '../sites/site-list.ts';
import { MAX_LABEL, type Site } from '../sites/sites.ts';
import { ANSWER_CHARACTERS, resultSize } from './agent-scan/text.ts';
import { defineAgentForm, defineTool, type ToolContext } from './define-tool.ts';

const LIMIT_EXPECTED = 'expected a whole number from 1 to 100';
const CURSOR_EXPECTED = 'expected the nextCursor of an earlier answer with the same sort';
const SORT_EXPECTED = `expected one of ${SORTS.join(', ')}`;
const MAX_URL = 200;
const MAX_CURSOR = 4000;

const Input = z.object({
  label: z.string().max(MAX_LABEL).optional().describe('Only sites with it'),
  search: z.string().min(1).max(200).optional().describe('Part of the URL'),
  sort: z.enum(SORTS, { error: SORT_EXPECTED }).default('recent').describe('Order'),
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
    .describe('nextCursor of an earlier answer'),
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
    unlisted: ['limit'],
    output: AgentSiteList,
    summarize: agentSitesText,
    async handle(wanted, context) {
      const { sites, nextCursor } = await sitesOf(wanted, context);
      const taken: AgentSiteList['sites'] = [];
      for (const site of sites) {
        const next = {
          sites: [...taken, briefSite(await presentSite(site, context))],
          nextCursor: cursorAfter(site, wanted.sort),
        };
        if (taken.length > 0 && resultSize(agentSitesText(next), next) > ANSWER_CHARACTERS) break;
        taken.push(...next.sites.slice(-1));
      }
      const last = sites[taken.length - 1];
      const cut = taken.length < sites.length && last !== undefined ? cursorAfter(last, wanted.sort) : nextCursor;
      return { sites: taken, ...(cut === undefined ? {} : { nextCursor: cut }) };
    },
  }),
  async handle(wanted, context) {
    const { sites, nextCursor } = await sitesOf(wanted, context);
    const listed = await Promise.all(sites.map((site) => presentSite(site, context)));
    return { sites: listed, ...(nextCursor === undefined ? {} : { nextCursor }) };
  },
});

type Listing = Pick<ToolContext, 'caller' | 'sites' | 'watches'>;

/** A page of the caller's sites. */
async function sitesOf(wanted: Wanted, { caller, sites }: Pick<ToolContext, 'caller' | 'sites'>) {
  const accountId = requireAccount(caller);
  if (!isByIndex(wanted)) return pageOfSites(await sites.all(accountId), wanted);
  // One more than wanted says whether there is a next page.
  const page = { limit: wanted.limit + 1, before: indexBefore(wanted.cursor) };
  return pageOfSites(await sites.newest(accountId, page), wanted);
}

/** A site as every transport shows it. */
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

const earlierScore = ({ scanId, score, endedAt, createdAt }: Outcome) =>
  score === undefined ? [] : [{ scanId, score, at: endedAt ?? createdAt }];

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
