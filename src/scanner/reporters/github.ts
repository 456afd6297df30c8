import { quote } from '../checks/evidence.ts';
import { pluralize } from '../pluralize.ts';
import { accountLines, refusalMark } from './account-lines.ts';
import { changeLines, changesSince, rubricLines } from './changes.ts';
import { findingsOf } from './findings.ts';
import { codeSpan, escapeMarkdown, recipeWords } from './markdown.ts';
import { confidenceLines, type Reporter } from './reporter.ts';

/** Workflow commands of GitHub Actions, which become annotations of the run: one for each finding, in trusted text. */
export const annotations: Reporter = {
  name: 'annotations',
  mediaType: 'text/plain',
  render(data) {
    const gains = new Map(data.explanation?.fixes.map(({ checkId, gain }) => [checkId, gain]));
    // The run shows ten of each kind only.
    const sorted = findingsOf(data).sort((a, b) => (gains.get(b.id) ?? 0) - (gains.get(a.id) ?? 0));
    return sorted
      .map(({ id, name, status, message, howToFix, affectedPages }) => {
        const where = affectedPages === 0 ? '' : ` (found on ${pluralize(affectedPages, 'page')})`;
        const kind = status === 'fail' ? 'error' : 'warning';
        return `::${kind} title=${property(`${id} ${name}`)}::${escaped(`${message}${where} ${howToFix}`.trim())}\n`;
      })
      .join('');
  },
};

/** As the runner's own toolkit escapes them (actions/toolkit, packages/core/src/command.ts). */
const escaped = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string) => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const SHOWN_FIXES = 5;
/** A workflow that posts the summary finds its earlier comment by this mark. */
const SUMMARY_MARK = '<!-- legible: summary -->';

/** A page of Markdown for the head of a CI job and for comments: grade, what changed since the baseline, best fixes. */
export const summary: Reporter = {
  name: 'summary',
  mediaType: 'text/markdown',
  render({ scan, explanation, baseline }) {
    const changes =
      baseline === undefined
        ? []
        : [...rubricLines(baseline, explanation), ...changeLines(changesSince(baseline, scan))];
    const { fixes = [], categories = [] } = explanation ?? {};
    const grade =
      explanation === undefined
        ? '**No grade**: the site could not be scanned.'
        : `**${scan.siteScore}/100** (${scan.siteRating.replaceAll('_', ' ')}${refusalMark(explanation)}), llms.txt ${scan.llmstxtScore}/100, ${scan.pagesScanned} pages read.`;
    const lines = [
      SUMMARY_MARK,
      `### How well agents can use ${codeSpan(quote(scan.rootUrl))}`,
      '',
      grade,
      ...(explanation === undefined ? [] : [...accountLines(explanation), ...confidenceLines(explanation)]),
      '',
      ...(baseline === undefined
        ? []
        : ['**Since the baseline**', '', ...changes.map((line) => `- ${escapeMarkdown(line)}`), '']),
      ...(fixes.length === 0 ? [] : ['**Best fixes**', '']),
      ...fixes.slice(0, SHOWN_FIXES).map((fix, at) => {
        const { checkId, name, gain, howToFix } = fix;
        const recipe = explanation === undefined ? '' : recipeWords(fix, explanation);
        return `${at + 1}. **${checkId} ${escapeMarkdown(name)}** +${gain.toFixed(1)} points. ${escapeMarkdown(howToFix)}${recipe}`;
      }),
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
