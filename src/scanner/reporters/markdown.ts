import type { Explanation, Fix } from '../../schema/explanation.ts';
import type { Scan } from '../../schema/scan.ts';
import { quote } from '../checks/clean-evidence.ts';
import { pluralize } from '../pluralize.ts';
import { accountLines, accountTable, refusalMark } from './account-lines.ts';
import { type Finding, findingsOf, unmeasuredOf } from './findings.ts';
import { codeSpan, escapeMarkdown, fenced, quotedBlocks, UNTRUSTED_NOTE } from './markdown-text.ts';
import type { Reporter } from './reporter.ts';
import { confidenceLines } from './reporter.ts';

const SHOWN_FIXES = 5;

/** The report for people: grade, what it is made of, the best fixes, every finding. */
export const markdown: Reporter = {
  name: 'markdown',
  mediaType: 'text/markdown',
  render(data) {
    const { scan, explanation } = data;
    const lines = [
      `# How well agents can use ${codeSpan(quote(scan.rootUrl))}`,
      '',
      `> ${UNTRUSTED_NOTE}`,
      '',
      ...gradeLines(scan, explanation),
      ...(explanation === undefined
        ? []
        : [...readerLines(explanation), ...categoryLines(explanation), ...fixLines(explanation)]),
      ...findingLines(findingsOf(data)),
      ...unmeasuredLines(scan),
    ];
    return `${lines.join('\n').trimEnd()}\n`;
  },
};

function gradeLines(scan: Scan, explanation: Explanation | undefined): string[] {
  const read = `${scan.pagesScanned} of ${scan.pagesDiscovered} pages found were read`;
  if (explanation === undefined) {
    return scan.status === 'failed'
      ? [`**No grade**: the scan failed. ${read}.`, '']
      : [`**No grade yet**: the scan is ${scan.status}. ${read}.`, ''];
  }
  const { siteScore, siteRating, rawScore, caps, coverage, rubricVersion, llmstxt } = explanation;
  return [
    `**${siteScore}/100** (${siteRating.replaceAll('_', ' ')}${refusalMark(explanation)}); llms.txt ${llmstxt.score}/100. ${read}.`,
    '',
    ...accountLines(explanation).map((line) => `- ${line}`),
    `- Before caps: ${rawScore.toFixed(1)} points.`,
    ...caps.map(
      ({ limit, reason, binding }) =>
        `- Cap at ${limit}${binding ? ', which sets the score' : ''}: ${escapeMarkdown(reason)}`,
    ),
    `- Coverage: ${Math.floor(coverage * 100)} % of the weight that applies could be measured.`,
    ...confidenceLines(explanation).map((line) => `- ${line}`),
    ...percentileLines(scan),
    `- Scan ${codeSpan(quote(scan.id))} of ${scan.createdAt}, rubric ${rubricVersion}.`,
    '',
  ];
}

const percentileLines = ({ percentile, corpusTotal }: Scan): string[] =>
  percentile === null || corpusTotal === null
    ? []
    : [`- Better than ${percentile} % of ${corpusTotal} other sites under the same rubric.`];

const readerLines = (explanation: Explanation): string[] =>
  explanation.delivery === null ? [] : ['## What reaches which reader', '', ...accountTable(explanation), ''];

const categoryLines = ({ categories, delivery }: Explanation): string[] => [
  '## Points by category',
  '',
  '| category | points | of |',
  '|---|--:|--:|',
  ...(delivery === null
    ? []
    : [`| text that reaches agents | ${delivery.points.toFixed(1)} | ${delivery.possible.toFixed(1)} |`]),
  ...categories.map(
    ({ category, points, possible }) =>
      `| ${categoryWords(category)} | ${points.toFixed(1)} | ${possible.toFixed(1)} |`,
  ),
  '',
];

function fixLines({ fixes, llmstxt }: Explanation): string[] {
  return [
    '## Best fixes',
    '',
    ...(fixes.length === 0 ? ['Nothing to fix.'] : fixes.slice(0, SHOWN_FIXES).map(fixLine)),
    '',
    ...(llmstxt.fixes.length === 0
      ? []
      : ['### Of the llms.txt score', '', ...llmstxt.fixes.slice(0, SHOWN_FIXES).map(fixLine), '']),
  ];
}

function fixLine({ checkId, name, gain, scoreAfter, affectedPages, howToFix }: Fix, at: number): string {
  const where = affectedPages === 0 ? '' : `, on ${pluralize(affectedPages, 'page')}`;
  return `${at + 1}. **${checkId} ${escapeMarkdown(name)}** +${gain.toFixed(1)} points (to ${scoreAfter})${where}. ${escapeMarkdown(howToFix)}`;
}

function findingLines(findings: readonly Finding[]): string[] {
  const categories = [...new Set(findings.map(({ category }) => category))];
  const sections = categories.flatMap((category) => [
    `### ${categoryWords(category)}`,
    '',
    ...findings.filter((finding) => finding.category === category).flatMap(oneFinding),
  ]);
  return sections.length === 0 ? [] : ['## Findings', '', ...sections];
}

function oneFinding(finding: Finding): string[] {
  const { id, name, status, message, howToFix, repro, source } = finding;
  return [
    `#### ${id} (${status}) ${escapeMarkdown(name)}`,
    '',
    ...(message === '' ? [] : [escapeMarkdown(message), '']),
    ...(howToFix === '' ? [] : [`**Fix:** ${escapeMarkdown(howToFix)}`, '']),
    ...quotedBlocks(finding),
    ...(repro === undefined ? [] : ['To see it:', '', fenced(repro, 'sh'), '']),
    ...(source === undefined ? [] : [`Source: <${source}>`, '']),
  ];
}

function unmeasuredLines(scan: Scan): string[] {
  const lines = unmeasuredOf(scan).map(
    ({ id, name, message, howToFix, count }) =>
      `- ${id} ${escapeMarkdown(name)}${count > 1 ? ` (${count} times; here the first)` : ''}: ${escapeMarkdown(`${message} ${howToFix}`).trimEnd()}`,
  );
  return lines.length === 0 ? [] : ['## Could not be measured', '', ...lines, ''];
}

const categoryWords = (category: string): string => escapeMarkdown(category.replaceAll('-', ' '));
