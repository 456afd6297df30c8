import * as z from 'zod';
import { requireAccount } from '../auth/caller.ts';
import { ratingOf } from '../scanner/scoring/score.ts';
import type { ScanRecord } from '../scans/scan-record.ts';
import { AgentScanList } from '../schema/agent-lists.ts';
import { ScanListResponse, type ScanSummary } from '../schema/scan.ts';
import { agentListText, KINDS, listBothKinds } from './agent-list.ts';
import { defineAgentForm, defineTool } from './define-tool.ts';

const LIMIT_EXPECTED = 'expected a whole number from 1 to 100';
const CURSOR_EXPECTED = 'expected the nextCursor of an earlier answer, a date-time such as 2026-01-31T12:00:00.000Z';

const Input = z.object({
  limit: z
    .int({ error: LIMIT_EXPECTED })
    .min(1, LIMIT_EXPECTED)
    .max(100, LIMIT_EXPECTED)
    .default(20)
    .describe('Scans in one answer at most'),
  cursor: z.iso
    .datetime({ offset: true, error: CURSOR_EXPECTED })
    .optional()
    .describe('nextCursor of an earlier answer: only scans older than it are listed'),
});

export const listScans = defineTool({
  name: 'list_scans',
  title: 'List your scans',
  description:
    'Lists the scans of your account, newest first, with their scores. Use get_scan for the findings of one. For the next page pass nextCursor as cursor.',
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
        .describe('Scans of websites, of MCP servers, or both'),
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
