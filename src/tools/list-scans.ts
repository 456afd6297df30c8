import * as z from 'zod';
import { requireAccount } from '../auth/caller.ts';
import { defined } from '../basics/defined.ts';
import { quote } from '../scanner/checks/evidence.ts';
import { codeSpan } from '../scanner/reporters/markdown.ts';
import { ratingOf } from '../scanner/scoring/score.ts';
import type { McpScanRecord } from '../scans/mcp-scans.ts';
import type { ScanRecord } from '../scans/scan-record.ts';
import { type AgentListEntry, AgentScanList } from '../schema/agent-forms.ts';
import { ScanListResponse, type ScanSummary } from '../schema/scan.ts';
import { ANSWER_CHARACTERS, resultSize } from './agent-scan/text.ts';
import { defineAgentForm, defineTool, type ToolContext } from './define-tool.ts';

const LIMIT_EXPECTED = 'expected a whole number from 1 to 100';
const CURSOR_EXPECTED = 'expected the nextCursor of an earlier answer, a date-time such as 2026-01-31T12:00:00.000Z';

const MAX_URL = 200;
const KINDS = ['site', 'mcp', 'all'] as const;

const Input = z.object({
  limit: z
    .int({ error: LIMIT_EXPECTED })
    .min(1, LIMIT_EXPECTED)
    .max(100, LIMIT_EXPECTED)
    .default(20)
    .describe('Scans at most'),
  cursor: z.iso.datetime({ offset: true, error: CURSOR_EXPECTED }).optional().describe('nextCursor of an answer'),
});

export const listScans = defineTool({
  name: 'list_scans',
  title: 'List your scans',
  description: 'Lists the scans of your account, newest first, with their scores.',
  input: Input,
  output: ScanListResponse,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  access: 'key',
  budget: 'other',
  forAgents: defineAgentForm({
    input: Input.extend({
      kind: z
        .enum(KINDS, { error: `expected one of ${KINDS.join(', ')}` })
        .default('all')
        .describe('What was scanned'),
    }),
    output: AgentScanList,
    summarize: agentListText,
    handle: listBothKinds,
  }),
  async handle({ limit, cursor }, { caller, scans }) {
    const accountId = requireAccount(caller);
    const found = await scans.list(accountId, {
      limit,
      ...(cursor === undefined ? {} : { before: Date.parse(cursor) }),
    });
    const last = found.length === limit ? found.at(-1) : undefined;
    return { data: found.map(summaryOf), ...(last === undefined ? {} : { nextCursor: last.createdAt }) };
  },
});

function summaryOf(scan: ScanRecord): ScanSummary {
  const { id, shareToken, rootUrl, score, percentile, corpusTotal, createdAt, status } = scan;
  return {
    id,
    shareToken,
    domain: new URL(rootUrl).host,
    rootUrl,
    siteScore: score?.score ?? null,
    siteRating: score === undefined ? null : ratingOf(score.score),
    llmstxtScore: score === undefined ? null : scan.llmsTxtScore,
    percentile,
    corpusTotal,
    pagesScanned: status === 'running' ? null : scan.pagesScanned,
    createdAt,
  };
}

interface Wanted {
  readonly kind: (typeof KINDS)[number];
  readonly limit: number;
  /** Only scans older than this date-time. */
  readonly cursor?: string | undefined;
}

/** The account's scans of both kinds, newest first, as many as an agent's answer has room for. */
async function listBothKinds(
  { kind, limit, cursor }: Wanted,
  { caller, scans, mcpScans }: ToolContext,
): Promise<AgentScanList> {
  const accountId = requireAccount(caller);
  const page = { limit: limit + 1, ...defined({ before: cursor === undefined ? undefined : Date.parse(cursor) }) };
  const [sites, servers] = await Promise.all([
    kind === 'mcp' ? [] : scans.list(accountId, page),
    kind === 'site' ? [] : mcpScans.list(accountId, page),
  ]);
  const all = [...sites.map(entryOfSite), ...servers.map(entryOfServer)].sort(
    (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || (a.id < b.id ? -1 : 1),
  );
  const data: AgentListEntry[] = [];
  for (const entry of all) {
    const last = data.at(-1);
    // The cursor is a time, so a page never ends between two scans of one time. Within a kind no two have the same.
    const isOfSameTime = last?.createdAt === entry.createdAt && last.kind !== entry.kind;
    const isFull = data.length >= limit || answerSize({ data: [...data, entry] }) > ANSWER_CHARACTERS;
    if (last !== undefined && isFull && !isOfSameTime) break;
    data.push(entry);
  }
  const last = data.at(-1);
  return { data, ...(data.length < all.length && last !== undefined ? { nextCursor: last.createdAt } : {}) };
}

function entryOfSite({ id, rootUrl, status, score, createdAt }: ScanRecord): AgentListEntry {
  const value = score?.score ?? null;
  const rating = value === null ? null : ratingOf(value);
  return { kind: 'site', id, url: quote(rootUrl, MAX_URL), status, score: value, rating, createdAt };
}

function entryOfServer({ scan, createdAt }: McpScanRecord): AgentListEntry {
  const { id, endpoint, status, mcpScore, mcpRating } = scan;
  const graded = status === 'completed' ? { score: mcpScore, rating: mcpRating } : { score: null, rating: null };
  return { kind: 'mcp', id, url: quote(endpoint, MAX_URL), status, ...graded, createdAt };
}

const answerSize = (list: AgentScanList): number => resultSize(agentListText(list), list);

/** What the list says, in Markdown. Addresses are in code. */
function agentListText({ data, nextCursor }: AgentScanList): string {
  if (data.length === 0) return 'No scans. Call start_scan with a url, or scan_mcp with an endpoint.';
  const rows = data.map(({ kind, id, url, status, score, rating, createdAt }) => {
    const result = score === null ? status : `${score}/100 (${rating})`;
    return `- \`${id}\` ${kind} ${codeSpan(url)}: ${result}, ${createdAt}`;
  });
  const more = nextCursor === undefined ? [] : [`More: call list_scans with cursor ${nextCursor}.`];
  return [...rows, ...more, 'Call get_scan with an id for its findings.'].join('\n');
}
