import { ServiceError } from '../errors.ts';
import { stateOf } from '../scanner/checks/present.ts';
import { signed } from '../scanner/reporters/changes.ts';
import { codeSpan } from '../scanner/reporters/markdown.ts';
import { compareChecks } from '../scanner/scoring/compare.ts';
import type { McpScanRecord } from '../scans/mcp-scans.ts';
import type { AgentComparison } from '../schema/agent-forms.ts';
import type { Comparison } from '../schema/comparison.ts';
import type { McpScan } from '../schema/scan.ts';
import { ANSWER_CHARACTERS, resultSize } from './agent-scan/text.ts';
import type { ToolContext } from './define-tool.ts';
import { findMcpScan, findReadableScan, mcpIdFor } from './find-scan.ts';
import { gradeOf } from './mcp-grade.ts';

/** Entries of each list, as many as there is room for. */
const ROOM = [100, 50, 25, 12, 6, 3] as const;
const EXAMPLES = 2;
const AGAIN = 'Call get_scan with either id for its findings.';

/**
 * Compares two scans of MCP servers; undefined where both ids are of websites.
 * @throws ServiceError invalid_request for one of each kind, or where the baseline is the later one
 */
export async function compareServers(
  { id, with: baselineId }: { readonly id: string; readonly with: string },
  context: ToolContext,
): Promise<AgentComparison | undefined> {
  const [before, after] = [await findMcpScan(baselineId, context, 'with'), await findMcpScan(id, context)];
  if (before === undefined && after === undefined) return undefined;
  if (before === undefined || after === undefined) {
    const [field, other] = before === undefined ? (['with', baselineId] as const) : (['id', id] as const);
    // An id of neither kind is refused as such.
    await findReadableScan(other, context, field);
    throw new ServiceError('invalid_request', `${field}: one scan is of a website and the other of an MCP server.`, {
      hint: { tool: 'list_scans', does: 'with kind shows those that can be compared' },
    });
  }
  return inRoom({
    kind: 'mcp',
    id: mcpIdFor(after, context.caller),
    with: mcpIdFor(before, context.caller),
    ...compareServerScans(before, after),
    next: AGAIN,
  });
}

/**
 * What changed between two scans of MCP servers.
 * @throws ServiceError invalid_request where the baseline is the later one, or one has no grade
 */
export function compareServerScans(
  before: McpScanRecord,
  after: McpScanRecord,
): Pick<AgentComparison, 'notComparableBecause' | 'score' | 'capsAppeared' | 'capsDisappeared' | 'checks'> {
  requireGraded(before, 'with');
  requireGraded(after, 'id');
  if (Date.parse(before.createdAt) >= Date.parse(after.createdAt)) {
    throw new ServiceError('invalid_request', 'with: the baseline must be a scan that was started before the other.');
  }
  const [old, fresh] = [gradeOf(before.scan), gradeOf(after.scan)];
  const [oldCaps, freshCaps] = [old.caps.map(capText), fresh.caps.map(capText)];
  return {
    notComparableBecause: whyNotComparable(before.scan, after.scan),
    score: changeOf(before.scan.mcpScore, after.scan.mcpScore),
    capsAppeared: freshCaps.filter((cap) => !oldCaps.includes(cap)),
    capsDisappeared: oldCaps.filter((cap) => !freshCaps.includes(cap)),
    checks: compareChecks(before.scan.checks.map(stateOf), after.scan.checks.map(stateOf)).map(briefChange),
  };
}

function requireGraded({ scan }: McpScanRecord, field: string): void {
  if (scan.status === 'completed') return;
  throw new ServiceError('invalid_request', `${field}: the scan failed and has no grade.`, {
    hint: { tool: 'get_scan', does: 'says why it failed' },
  });
}

function whyNotComparable(before: McpScan, after: McpScan): string | null {
  const [old, fresh] = [gradeOf(before).rubricVersion, gradeOf(after).rubricVersion];
  if (old !== fresh) return `the scans were graded under different weights (${old} and ${fresh}).`;
  return before.endpoint === after.endpoint ? null : 'the scans are of different endpoints.';
}

const capText = ({ limit, reason }: { limit: number; reason: string }) => `At most ${limit}: ${reason}`;
const changeOf = (before: number, after: number) => ({ before, after, change: after - before });
const briefChange = ({ checkId, change, before, after }: Comparison['checks'][number]) => ({
  checkId,
  change,
  before,
  after,
});

/** A comparison of two scans of websites, as agents read it. */
export const briefComparison = (comparison: Comparison): AgentComparison =>
  inRoom({
    kind: 'site',
    id: comparison.id,
    with: comparison.with,
    notComparableBecause: comparison.notComparableBecause,
    score: comparison.siteScore,
    llmstxtScore: comparison.llmstxtScore,
    capsAppeared: comparison.capsAppeared,
    capsDisappeared: comparison.capsDisappeared,
    reasons: comparison.reasons.map(({ checkId, points }) => ({ checkId, points })),
    checks: comparison.checks.map(briefChange),
    pageChecks: comparison.pageChecks.map(({ checkId, better, worse, examples }) => ({
      checkId,
      better,
      worse,
      examples: examples.slice(0, EXAMPLES),
    })),
    pagesAppeared: comparison.pagesAppeared.count,
    pagesDisappeared: comparison.pagesDisappeared.count,
    next: AGAIN,
  });

/** With shorter lists where they have no room, and the number of entries that are missing. */
function inRoom(comparison: AgentComparison): AgentComparison {
  const { reasons, checks, pageChecks } = comparison;
  for (const room of ROOM) {
    const cut = {
      checks: checks.slice(0, room),
      ...(reasons === undefined ? {} : { reasons: reasons.slice(0, room) }),
      ...(pageChecks === undefined ? {} : { pageChecks: pageChecks.slice(0, room) }),
    };
    const leftOut = [reasons, checks, pageChecks].reduce(
      (sum, list) => sum + Math.max(0, (list?.length ?? 0) - room),
      0,
    );
    const shown = { ...comparison, ...cut, ...(leftOut === 0 ? {} : { leftOut }) };
    if (answerSize(shown) <= ANSWER_CHARACTERS || room === ROOM.at(-1)) return shown;
  }
  return comparison;
}

const answerSize = (comparison: AgentComparison): number => resultSize(agentComparisonText(comparison), comparison);

/** What a comparison says, in Markdown. Addresses of pages are in code. */
export function agentComparisonText(comparison: AgentComparison): string {
  const { id, with: baselineId, score, llmstxtScore, notComparableBecause, checks, reasons = [], leftOut } = comparison;
  const { pageChecks = [], pagesAppeared, pagesDisappeared, capsAppeared, capsDisappeared, next } = comparison;
  return [
    `Score ${moved(score)}${llmstxtScore === undefined ? '' : `; llms.txt ${moved(llmstxtScore)}`}. Scan \`${id}\` compared with \`${baselineId}\`.`,
    ...(notComparableBecause === null ? [] : [`Not comparable: ${notComparableBecause}`]),
    ...capsAppeared.map((cap) => `New cap. ${cap}`),
    ...capsDisappeared.map((cap) => `Cap gone. ${cap}`),
    ...(reasons.length === 0
      ? []
      : [`Points: ${reasons.map(({ checkId, points }) => `${checkId} ${signed(points)}`).join(', ')}.`]),
    ...(checks.length + pageChecks.length === 0 ? ['No check changed.'] : []),
    ...checks.map(
      ({ checkId, change, before, after }) => `- ${checkId} ${change}: ${before ?? 'none'} -> ${after ?? 'none'}`,
    ),
    ...pageChecks.map(
      ({ checkId, better, worse, examples }) =>
        `- ${checkId} better on ${better} pages, worse on ${worse}${examples.length === 0 ? '' : `: ${codeSpan(examples.join(' '))}`}`,
    ),
    ...(pagesAppeared === undefined ? [] : [`${pagesAppeared} pages new, ${pagesDisappeared} gone.`]),
    ...(leftOut === undefined ? [] : [`${leftOut} more changes had no room.`]),
    next,
  ].join('\n');
}

const moved = ({ before, after, change }: AgentComparison['score']) => `${before} -> **${after}** (${signed(change)})`;
