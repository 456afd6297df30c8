import { rankFindings } from '../scanner/mcp/rank-findings.ts';
import type { CheckResult } from '../schema/check-result.ts';
import type { McpScanResponse } from '../schema/mcp-scan.ts';
import { countWithoutEvidence } from './fit-output.ts';
import { gradeOf } from './mcp-grade.ts';

const SHOWN_FIXES = 5;

/** The scan of an MCP server in a few lines of Markdown: score, what it counted, the best fixes. Our words only. */
export function summarizeMcpScan({ scan, shareUrl }: McpScanResponse): string {
  const handshake = scan.checks.find(({ checkId }) => checkId === 'M1');
  if (scan.status === 'failed') {
    return [
      `**0/100**: no MCP server that can be graded. ${handshake?.message ?? ''} ${handshake?.howToFix ?? ''}`.trimEnd(),
      '',
      `Report: ${shareUrl}`,
    ].join('\n');
  }
  const fixes = rankFindings(scan.checks, gradeOf(scan).rawScore);
  const lines = [
    `**${scan.mcpScore}/100** (${scan.mcpRating}); tools: ${countOf(scan.toolCount)}, resources: ${countOf(scan.resourceCount)}, prompts: ${countOf(scan.promptCount)}.`,
  ];
  if (fixes.length > 0) lines.push('', 'To fix, what counts most first:', ...fixes.slice(0, SHOWN_FIXES).map(fixLine));
  if (fixes.length > SHOWN_FIXES) lines.push(`- and ${fixes.length - SHOWN_FIXES} more, in checks.`);
  const bare = countWithoutEvidence(scan.checks);
  if (bare > 0) lines.push('', `The evidence of ${bare} checks had no room here; the report has it.`);
  lines.push('', `Report: ${shareUrl}. Call \`scan_mcp\` again after a fix to see the new score.`);
  return lines.join('\n');
}

const countOf = (count: number | null): string => (count === null ? 'not visible' : String(count));

const fixLine = ({ checkId, status, message, howToFix }: CheckResult): string =>
  `- ${checkId} ${status}: ${message} ${howToFix ?? ''}`.trimEnd();
