import * as z from 'zod';
import { confidenceLines } from '../scanner/reporters/confidence.ts';
import { collectFindings, collectPageFindings, explainScore, type Findings } from '../scanner/scoring/explain.ts';
import { Explanation, type Fix } from '../schema/explanation.ts';
import { defineTool } from './define-tool.ts';
import { findGradedScan, ScanId } from './find-scan.ts';

const SHOWN_FIXES = 5;

export const explainScan = defineTool({
  name: 'explain_scan',
  title: 'Explain a score',
  description:
    'Explains the score of a completed scan: points by category and check, the caps that bound it, and the fixes ranked by the points each gains, with the pages they concern. Use it after get_scan to decide what to change first.',
  input: z.object({ id: ScanId.describe('Id of a completed scan') }),
  output: Explanation,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  access: 'key',
  budget: 'read-scan',
  summarize(explanation) {
    const { siteScore, siteRating, rawScore, caps, fixes, llmstxt } = explanation;
    const binding = caps.find((cap) => cap.binding);
    return [
      `**${siteScore}/100** (${siteRating}); llms.txt ${llmstxt.score}/100.`,
      ...confidenceLines(explanation),
      ...(binding === undefined
        ? []
        : [`Capped at ${binding.limit} (${rawScore.toFixed(1)} without): ${binding.reason}`]),
      ...(fixes.length === 0
        ? ['Nothing to fix.']
        : ['', 'Best fixes first:', ...fixes.slice(0, SHOWN_FIXES).map(fixLine)]),
      ...(llmstxt.fixes.length === 0 ? [] : ['', 'For llms.txt:', ...llmstxt.fixes.slice(0, 2).map(fixLine)]),
    ].join('\n');
  },
  async handle({ id }, context) {
    const { scan, checks, basis } = await findGradedScan(id, context);
    const findings: Findings = new Map();
    collectFindings(findings, [...checks.site, ...checks.llmsTxt]);
    for await (const pages of context.scans.pages(scan)) collectPageFindings(findings, pages);
    return explainScore({ id: scan.id, rootUrl: scan.rootUrl, rubricVersion: scan.rubricVersion }, basis, findings);
  },
});

function fixLine({ checkId, gain, scoreAfter, affectedPages, howToFix }: Fix, at: number): string {
  const where = affectedPages === 0 ? '' : ` on ${affectedPages} page${affectedPages === 1 ? '' : 's'}`;
  return `${at + 1}. ${checkId} +${gain.toFixed(1)} (to ${scoreAfter})${where}: ${howToFix}`;
}
