import type { Explanation } from '../../schema/explanation.ts';
import type { Baseline, Scan } from '../../schema/scan.ts';
import { quote } from '../checks/evidence.ts';
import { pluralize } from '../pluralize.ts';
import { accountLines, refusalMark } from './account-lines.ts';
import { changedChecks, changesSince, pageLines, rubricLines, scoreLine } from './changes.ts';
import { findingsOf } from './findings.ts';
import { codeSpan, escapeMarkdown, recipeWords } from './markdown.ts';
import { confidenceLines, type ReportData, type Reporter } from './reporter.ts';

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
const SHOWN_CHANGES = 10;
/** A workflow that posts the summary finds its earlier comment by this mark. */
const SUMMARY_MARK = '<!-- legible: summary -->';

/** A page of Markdown for the head of a CI job and for comments: grade, what changed since the baseline, best fixes. */
export const summary: Reporter = {
  name: 'summary',
  mediaType: 'text/markdown',
  render(data) {
    const { scan, explanation, baseline } = data;
    const lines = [
      SUMMARY_MARK,
      `### How well agents can use ${codeSpan(quote(scan.rootUrl))}`,
      '',
      ...(explanation === undefined
        ? ['**No grade**: the site could not be scanned.']
        : [
            ...gradeLines(data, explanation),
            '',
            ...(baseline === undefined ? [] : sinceBaseline(scan, baseline, explanation)),
            ...fixLines(explanation),
            ...categoryLines(explanation),
          ]),
    ];
    return `${lines.join('\n').trimEnd()}\n`;
  },
};

/** The change stands in the first line, which is all that a mail of the comment shows. */
function gradeLines({ scan, baseline }: ReportData, explanation: Explanation): string[] {
  const { siteScore, siteRating, llmstxtScore, pagesScanned } = scan;
  const isComparable = baseline !== undefined && rubricLines(baseline, explanation).length === 0;
  const since = isComparable ? `, ${changeWords(siteScore - baseline.siteScore)} since the baseline` : '';
  const rating = `${siteRating.replaceAll('_', ' ')}${refusalMark(explanation)}`;
  const cap = explanation.caps.find(({ binding }) => binding);
  return [
    `**${siteScore}/100**${since} (${rating}), llms.txt ${llmstxtScore}/100, ${pluralize(pagesScanned, 'page')} read.`,
    ...(cap === undefined ? [] : [`Capped at ${cap.limit}: ${escapeMarkdown(cap.reason)}`]),
    ...accountLines(explanation),
    ...confidenceLines(explanation),
  ];
}

function changeWords(change: number): string {
  if (change === 0) return 'unchanged';
  return `${change > 0 ? 'up' : 'down'} ${pluralize(Math.abs(change), 'point')}`;
}

/** What got worse comes first, each with what to do, because a pull request is read for what it breaks. */
function sinceBaseline(scan: Scan, baseline: Baseline, explanation: Explanation): string[] {
  const changes = changesSince(baseline, scan);
  const fixes = new Map(
    [...explanation.fixes, ...explanation.llmstxt.fixes].map(({ checkId, howToFix }) => [checkId, howToFix]),
  );
  const worse = changedChecks(changes, 'worse').map(({ checkId, words }) => ({
    words: [words, fixes.get(checkId) ?? ''].join('. ').trimEnd(),
  }));
  const better = changedChecks(changes, 'better');
  // Text may be lost where no check changes.
  const isUnexplained = changes.siteScore.change < 0 && worse.length === 0;
  return [
    '**Since the baseline**',
    '',
    ...[...rubricLines(baseline, explanation), scoreLine(changes)].map(bullet),
    ...(isUnexplained ? [bullet('No check got worse: less text reaches the agents, or other pages were read')] : []),
    ...bullets('Worse', worse),
    ...bullets('Better', better),
    ...pageLines(changes).map(bullet),
    '',
  ];
}

const bullet = (text: string): string => `- ${escapeMarkdown(text)}`;

function bullets(way: 'Worse' | 'Better', changed: readonly { readonly words: string }[]): string[] {
  const rest = changed.length - SHOWN_CHANGES;
  return [
    ...changed.slice(0, SHOWN_CHANGES).map(({ words }) => bullet(`${way}: ${words}`)),
    ...(rest > 0 ? [bullet(`${way}: ${pluralize(rest, 'more check')}`)] : []),
  ];
}

function fixLines(explanation: Explanation): string[] {
  const { fixes, platform } = explanation;
  const [first] = fixes;
  if (first === undefined) return [];
  const rest = fixes.length - SHOWN_FIXES;
  return [
    '**Best fixes**',
    '',
    ...fixes.slice(0, SHOWN_FIXES).map((fix, at) => {
      const { checkId, name, gain, howToFix, affectedPages } = fix;
      const where = affectedPages === 0 ? '' : ` on ${pluralize(affectedPages, 'page')}`;
      return `${at + 1}. **${checkId} ${escapeMarkdown(name)}** +${gain.toFixed(1)} points${where}. ${escapeMarkdown(howToFix)}${recipeWords(fix, explanation)}`;
    }),
    '',
    [
      ...(rest > 0 ? [`The full report has ${rest} more.`] : []),
      ...(platform === undefined ? [`How to do it on your platform: \`legible checks ${first.checkId}\`.`] : []),
    ].join(' '),
    '',
  ];
}

const categoryLines = ({ categories }: Explanation): string[] =>
  categories.length === 0
    ? []
    : [
        '<details><summary>Points by category</summary>',
        '',
        '| category | points | of |',
        '|---|--:|--:|',
        ...categories.map(
          ({ category, points, possible }) => `| ${category} | ${points.toFixed(1)} | ${possible.toFixed(1)} |`,
        ),
        '',
        '</details>',
      ];
