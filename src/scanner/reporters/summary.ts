import { quote } from '../clean-evidence.ts';
import { changeLines } from './change-lines.ts';
import { changesSince } from './changes.ts';
import { confidenceLines } from './confidence.ts';
import { codeSpan, escapeMarkdown } from './markdown-text.ts';
import type { Reporter } from './reporter.ts';

const SHOWN_FIXES = 5;
/** By which whoever posts it as a comment finds the comment of the run before. */
const SUMMARY_MARK = '<!-- legible: summary -->';

/** A page of Markdown for the head of a CI job and for comments: grade, what changed since the baseline, best fixes. */
export const summary: Reporter = {
  name: 'summary',
  mediaType: 'text/markdown',
  render({ scan, explanation, baseline }) {
    const changes = baseline === undefined ? [] : changeLines(changesSince(baseline, scan));
    const { fixes = [], categories = [] } = explanation ?? {};
    const grade =
      explanation === undefined
        ? '**No grade**: the site could not be scanned.'
        : `**${scan.siteScore}/100** (${scan.siteRating.replaceAll('_', ' ')}), llms.txt ${scan.llmstxtScore}/100, ${scan.pagesScanned} pages read.`;
    const lines = [
      SUMMARY_MARK,
      `### How well agents can use ${codeSpan(quote(scan.rootUrl))}`,
      '',
      grade,
      ...(explanation === undefined ? [] : confidenceLines(explanation)),
      '',
      ...(baseline === undefined
        ? []
        : ['**Since the baseline**', '', ...changes.map((line) => `- ${escapeMarkdown(line)}`), '']),
      ...(fixes.length === 0 ? [] : ['**Best fixes**', '']),
      ...fixes
        .slice(0, SHOWN_FIXES)
        .map(
          ({ checkId, name, gain, howToFix }, at) =>
            `${at + 1}. **${checkId} ${escapeMarkdown(name)}** +${gain.toFixed(1)} points. ${escapeMarkdown(howToFix)}`,
        ),
      ...(fixes.length === 0 ? [] : ['']),
      ...(categories.length === 0 ? [] : ['<details><summary>Points by category</summary>', '']),
      ...(categories.length === 0 ? [] : ['| category | points | of |', '|---|--:|--:|']),
      ...categories.map(
        ({ category, points, possible }) => `| ${category} | ${points.toFixed(1)} | ${possible.toFixed(1)} |`,
      ),
      ...(categories.length === 0 ? [] : ['', '</details>']),
    ];
    return `${lines.join('\n').trimEnd()}\n`;
  },
};
