import { confidenceLines } from '../scanner/reporters/confidence.ts';
import { REPORTERS } from '../scanner/reporters/registry.ts';
import { Explanation } from '../schema/explanation.ts';
import { Scan } from '../schema/scan.ts';
import type { CallTool } from './local-engine.ts';

/** What a scan can be printed as: in short, as the API answers it, or as one of the reporters tells it. */
export const FORMATS = ['text', 'json', ...REPORTERS.map(({ name }) => name)];

const SHOWN_FIXES = 10;

/** A completed scan as the command line prints it. */
export async function renderScan(call: CallTool, id: string, format: string): Promise<string> {
  if (format === 'json') return JSON.stringify(await call('get_scan', { id, pages: 'all' }), null, 2);
  const explanation = Explanation.parse(await call('explain_scan', { id }));
  const reporter = REPORTERS.find(({ name }) => name === format);
  const scan = Scan.parse(await call('get_scan', { id, pages: reporter === undefined ? 'none' : 'failing' }));
  return reporter?.render({ scan, explanation }) ?? textOf(scan, explanation);
}

function textOf(scan: Scan, explanation: Explanation): string {
  const { rawScore, caps, categories, fixes, llmstxt } = explanation;
  const binding = caps.find((cap) => cap.binding);
  return [
    `${scan.rootUrl}`,
    `Site score ${scan.siteScore}/100 (${scan.siteRating}), llms.txt ${scan.llmstxtScore}/100, ${scan.pagesScanned} pages`,
    ...confidenceLines(explanation),
    ...(binding === undefined
      ? []
      : [`Capped at ${binding.limit} (${rawScore.toFixed(1)} without): ${binding.reason}`]),
    '',
    ...categories.map(
      ({ category, points, possible }) =>
        `  ${category.padEnd(14)} ${points.toFixed(1).padStart(5)} of ${possible.toFixed(1)}`,
    ),
    '',
    fixes.length === 0 ? 'Nothing to fix.' : 'What to fix, best first:',
    ...fixes.slice(0, SHOWN_FIXES).map(({ checkId, gain, message, howToFix, affectedPages }, at) => {
      const where = affectedPages === 0 ? '' : ` (${affectedPages} pages)`;
      return `${String(at + 1).padStart(3)}. +${gain.toFixed(1)} ${checkId}${where}: ${message}\n     ${howToFix}`;
    }),
    ...(llmstxt.fixes.length === 0 ? [] : ['', 'For llms.txt:']),
    ...llmstxt.fixes.map(({ checkId, gain, howToFix }) => `     +${gain.toFixed(1)} ${checkId}: ${howToFix}`),
  ].join('\n');
}
