/** Reports for CI: JUnit, SARIF, and the summary and annotations of GitHub. */

import { createHash } from 'node:crypto';
import { defined } from '../../basics/defined.ts';
import { VERSION } from '../../basics/version.ts';
import type { Explanation } from '../../schema/explanation.ts';
import type { Baseline, Scan } from '../../schema/scan.ts';
import { titlesOf, wordsOf } from '../checks/catalogue.ts';
import { quote } from '../checks/evidence.ts';
import { fixBehind } from '../checks/present.ts';
import { pluralize } from '../pluralize.ts';
import { changedChecks, changesSince, pageLines, rubricLines, scoreLine } from './changes.ts';
import { type Finding, findingsOf, ignoredLines, type Verdict, verdictsOf, withoutIgnoredFixes } from './findings.ts';
import { ignoredWords } from './ignored.ts';
import { codeSpan, escapeMarkdown, recipeWords } from './markdown.ts';
import { asPublished } from './published.ts';
import {
  accountLines,
  confidenceLines,
  originWords,
  type ReportData,
  type Reporter,
  recipesCommand,
  refusalMark,
} from './reporter.ts';

/** JUnit's XML, as CI servers read it: one test case a check. A warning passes and says so in its output. */
export const junit: Reporter = {
  name: 'junit',
  mediaType: 'application/xml',
  render(given) {
    const data = asPublished(given);
    const verdicts = verdictsOf(data);
    const failures = verdicts.filter((verdict) => isFailure(verdict)).length;
    const skipped = verdicts.filter(
      (verdict) => verdict.kind === 'unmeasured' || verdict.kind === 'not-applicable' || isIgnored(verdict),
    ).length;
    const { rootUrl, createdAt } = data.scan;
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<testsuites name="legible" tests="${verdicts.length}" failures="${failures}" skipped="${skipped}">`,
      `  <testsuite name="${xml(rootUrl)}" timestamp="${xml(createdAt)}" tests="${verdicts.length}" failures="${failures}" errors="0" skipped="${skipped}">`,
      ...verdicts.map(testCase),
      '  </testsuite>',
      '</testsuites>',
      '',
    ].join('\n');
  },
};

const isFailure = (verdict: Verdict) =>
  verdict.kind === 'finding' && verdict.finding.status === 'fail' && !isIgnored(verdict);

const isIgnored = (verdict: Verdict) => verdict.kind === 'finding' && verdict.finding.ignored !== undefined;

function testCase(verdict: Verdict): string {
  // The same whether it passes or fails: CI servers follow a test by its name.
  const name = titlesOf(verdict.id).pass;
  // A letter and a number.
  const series = verdict.id.charAt(0);
  return `    <testcase classname="legible.${xml(series)}" name="${xml(`${verdict.id} ${name}`)}">${inner(verdict)}</testcase>`;
}

function inner(verdict: Verdict): string {
  if (verdict.kind === 'pass') return '';
  if (verdict.kind !== 'finding') return `<skipped message="${xml(verdict.message)}"/>`;
  const { status, message, affectedPages, pages, ignored } = verdict.finding;
  if (ignored !== undefined) return `<skipped message="${xml(`${ignoredWords(ignored)} (${message})`)}"/>`;
  const where =
    pages.length === 0
      ? ''
      : `\nOn ${pluralize(affectedPages, 'page')}${affectedPages > pages.length ? ', among them' : ''}:\n${pages.map(({ url }) => url).join('\n')}`;
  const text = xml(`${fixBehind(verdict.finding)}${where}`);
  return status === 'fail'
    ? `<failure type="fail" message="${xml(message)}">${text}</failure>`
    : `<system-out>${xml(`Warning: ${message}\n`)}${text}</system-out>`;
}

/** Text for elements and attributes; characters that XML 1.0 does not have become spaces. */
function xml(text: string): string {
  return (
    // The round trip through UTF-8 replaces lone surrogates.
    Buffer.from(text)
      .toString()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be replaced.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  );
}

/**
 * SARIF 2.1.0 (OASIS) within the subset that GitHub's code scanning accepts: one rule a check with findings, one result
 * a page of it. https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support
 */
export const sarif: Reporter = {
  name: 'sarif',
  mediaType: 'application/sarif+json',
  render(given) {
    // A location is a URL, so a folder without a published origin keeps the one that was asked.
    const data = asPublished({ ...given, folder: undefined });
    const findings = findingsOf(data);
    // Without automationDetails, the upload sets GitHub's category from the job or its `category`. The address of a
    // preview there would keep GitHub from comparing a pull request with its base.
    const run = {
      tool: { driver: { name: 'Legible', semanticVersion: VERSION, rules: findings.map(ruleOf) } },
      results: findings.flatMap((finding, ruleIndex) => resultsOf(finding, ruleIndex, data.scan.rootUrl)),
    };
    return `${JSON.stringify({ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] }, null, 2)}\n`;
  },
};

const ruleOf = ({ id, name, rule, source, howToFix, status, category }: Finding) => ({
  id,
  ...defined({ name: pascalCase(wordsOf(id)) }),
  shortDescription: { text: name },
  // GitHub requires it.
  fullDescription: { text: rule ?? name },
  help: { text: howToFix === '' ? name : howToFix },
  ...defined({ helpUri: source }),
  defaultConfiguration: { level: levelOf(status) },
  properties: { tags: [category] },
});

/** `real-404` as `Real404`, which is how SARIF names rules; undefined for an id that the catalogue no longer has. */
const pascalCase = (check: ReturnType<typeof wordsOf>): string | undefined =>
  check !== undefined && 'slug' in check
    ? check.slug.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    : undefined;

/** Each page tells its own result, for there it is shown alone. */
function resultsOf(finding: Finding, ruleIndex: number, rootUrl: string) {
  const { id, pages } = finding;
  const places = pages.length === 0 ? [{ ...finding, url: rootUrl }] : pages;
  return places.map(({ url, status, message, howToFix, ignored }) => {
    const print = fingerprint(id, url);
    return {
      ruleId: id,
      ruleIndex,
      level: levelOf(status),
      message: { text: `${message} ${howToFix}`.trim() || id },
      ...(ignored === undefined
        ? {}
        : { suppressions: [{ kind: 'external', status: 'accepted', justification: ignoredWords(ignored) }] }),
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: artifactOf(url) }, region: { startLine: 1 } },
          logicalLocations: [{ fullyQualifiedName: url, kind: 'resource' }],
        },
      ],
      // GitHub compares the second one. Without it, the upload would compute it from a source file, which is missing.
      partialFingerprints: { 'checkAndPath/v1': print, primaryLocationLineHash: `${print.slice(0, 16)}:1` },
    };
  });
}

/**
 * The file of a page in a static build, as a relative reference: GitHub refuses a whole upload for one URI with a scheme.
 */
function artifactOf(url: string): string {
  const { pathname, search } = new URL(url);
  const path = pathname.replace(/^\/+/, '');
  const file = path === '' || path.endsWith('/') ? `${path}index.html` : path;
  // A colon in the first segment would make it a scheme (RFC 3986, section 4.2).
  return file.replaceAll(':', '%3A') + search;
}

const levelOf = (status: Finding['status']) => (status === 'fail' ? 'error' : 'warning');

/** The same for a preview and for production. */
function fingerprint(id: string, url: string): string {
  const { pathname, search } = new URL(url);
  return createHash('sha256').update(`${id} ${pathname}${search}`).digest('hex').slice(0, 32);
}

/** Workflow commands of GitHub Actions, which become annotations of the run: one for each finding, in trusted text. */
export const annotations: Reporter = {
  name: 'annotations',
  mediaType: 'text/plain',
  render(data) {
    const gains = new Map(data.explanation?.fixes.map(({ checkId, gain }) => [checkId, gain]));
    // The run shows ten of each kind only.
    const sorted = findingsOf(data).sort((a, b) => (gains.get(b.id) ?? 0) - (gains.get(a.id) ?? 0));
    return sorted
      .map(({ id, name, status, message, howToFix, affectedPages, ignored }) => {
        const where = affectedPages === 0 ? '' : ` (found on ${pluralize(affectedPages, 'page')})`;
        if (ignored !== undefined) {
          return `::notice title=${property(`${id} ${name}`)}::${escaped(`${ignoredWords(ignored)} (${message})`)}\n`;
        }
        const kind = status === 'fail' ? 'error' : 'warning';
        return `::${kind} title=${property(`${id} ${name}`)}::${escaped(`${message}${where} ${fixBehind({ message, howToFix })}`.trim())}\n`;
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
  render(given) {
    const data = asPublished(given);
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
            ...fixLines(withoutIgnoredFixes(data, explanation), data),
            ...ignoredLines(data).map(bullet),
            ...categoryLines(explanation),
          ]),
    ];
    return `${lines.join('\n').trimEnd()}\n`;
  },
};

/** The change is in the first line, which is all that a mail of the comment shows. */
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
    // The port of a copy says nothing to those who read a comment.
    ...confidenceLines({ ...explanation, publicOrigin: undefined }),
    ...(explanation.publicOrigin === undefined ? [] : [originWords(explanation.publicOrigin)]),
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
    ...(isUnexplained
      ? [
          bullet(
            'No check got worse; the score fell because less text reaches agents, or because other pages were read',
          ),
        ]
      : []),
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

function fixLines(explanation: Explanation, data: ReportData): string[] {
  const { fixes } = explanation;
  if (fixes.length === 0) return [];
  const recipes = recipesCommand(fixes, data);
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
      ...(recipes === undefined ? [] : [`How to do it on your platform: ${codeSpan(recipes)}.`]),
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
