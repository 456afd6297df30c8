/** A number of pages next to a text that holds for one of them: every report of a scan says so. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scanText } from '../../../../src/cli/render.ts';
import { type Differing, NOTHING_DIFFERS } from '../../../../src/scanner/checks/present.ts';
import type { CheckRecord } from '../../../../src/scanner/model/result.ts';
import { agentPrompt } from '../../../../src/scanner/reporters/agent-prompt.ts';
import { annotations, junit, sarif } from '../../../../src/scanner/reporters/ci-reports.ts';
import { findingsOf } from '../../../../src/scanner/reporters/findings.ts';
import { markdown } from '../../../../src/scanner/reporters/markdown.ts';
import type { ReportData } from '../../../../src/scanner/reporters/reporter.ts';
import { collectPageFindings, explainScore, type Findings } from '../../../../src/scanner/scoring/explain.ts';
import type { Explanation } from '../../../../src/schema/explanation.ts';
import type { PageResult, Scan } from '../../../../src/schema/scan.ts';
import { presentRecord } from '../../../../src/tools/present-scan.ts';
import { viewsOf } from '../../../../src/web/report/check-views.ts';
import { fixList } from '../../../../src/web/report/report-page.ts';
import { gradedReport } from '../reporters/report-fixture.ts';
import { record, tallyOf, totals } from '../scoring/score-records.ts';

const GONE = { message: 'The page answers 404.', howToFix: 'Answer 200.' };
const NO_CHARSET = { message: 'The page declares no charset.', howToFix: 'Declare it.' };
const urlOf = (at: number) => `https://site.example/${String(at).padStart(2, '0')}`;

/** A scan of pages that have one check each, as the API answers it. */
function reportOf(
  checks: readonly CheckRecord[],
): ReportData & { readonly explanation: Explanation; readonly differing: ReadonlyMap<string, Differing> } {
  const pages = checks.map((check, at) => ({ url: urlOf(at), checks: [check] }));
  const findings: Findings = new Map();
  collectPageFindings(findings, pages);
  const explanation = explainScore(
    { id: 'scn_1', rootUrl: 'https://site.example/', rubricVersion: '1.0.0' },
    { tallies: Object.fromEntries(tallyOf(checks)), pages: totals(), llmsTxt: undefined },
    findings,
  );
  const pageResults: PageResult[] = pages.map((page) => ({
    url: page.url,
    checks: page.checks.map((each) => presentRecord(each)),
  }));
  const scan: Scan = { ...gradedReport().scan, siteChecks: [], llmstxtChecks: [], pageResults };
  const differing = new Map([...findings].map(([id, { differing: words = NOTHING_DIFFERS }]) => [id, words]));
  return { scan, explanation, differing };
}

const warned: CheckRecord = { ...record('P1', 'warn'), ...NO_CHARSET };
const failed: CheckRecord = { ...record('P1', 'fail'), ...GONE };
/** Fourteen pages that warn, and then one that fails. */
const mixed = reportOf([...Array.from({ length: 14 }, () => warned), failed]);
const alike = reportOf([failed, failed, failed]);

const PLAIN = { columns: Number.POSITIVE_INFINITY, paint: (_: string, text: string) => text };
const FORMS: Readonly<Record<string, (data: typeof mixed) => string>> = {
  'text report': (data) => scanText(data, PLAIN),
  Markdown: ({ scan, explanation }) => markdown.render({ scan, explanation }),
  'agent prompt': ({ scan, explanation }) => agentPrompt.render({ scan, explanation }),
  annotations: ({ scan, explanation }) => annotations.render({ scan, explanation }),
  JUnit: ({ scan, explanation }) => junit.render({ scan, explanation }),
  'web report, fixes': ({ explanation }) => fixList(explanation).text,
  'web report, checks': ({ scan, explanation, differing }) =>
    viewsOf({
      scan,
      explanation,
      pages: [{ url: urlOf(0), fails: [], warns: [], errors: [], passed: 0 }],
      notApplicable: {},
      differing,
    })
      .map(({ message, howToFix }) => `${message} ${howToFix}`)
      .join('\n'),
  'page results cut short': ({ scan, explanation }) =>
    markdown.render({ explanation, scan: { ...scan, pageResults: scan.pageResults.slice(-1) } }),
  'page results cut short, of a check that has no fix of its own': ({ scan, explanation, differing }) =>
    markdown.render({
      explanation: { ...explanation, fixes: [] },
      scan: { ...scan, pageResults: scan.pageResults.slice(-1) },
      differing,
    }),
};

describe('the text of one page next to the number of all', () => {
  for (const [form, render] of Object.entries(FORMS)) {
    it(`${form}: say that they are of one`, () => {
      for (const words of [GONE.message, GONE.howToFix]) {
        const parts = render(mixed).split(words).slice(0, -1);
        for (const before of parts) assert.match(before, /(?:On the worst page|There): $/);
      }
      assert.match(render(mixed), /On the worst page: (?:The page answers 404|Answer 200)\./);
    });

    it(`${form}: do not name the page twice in one finding`, () =>
      assert.doesNotMatch(
        render(mixed),
        /On the worst page: The page answers 404\.\s{1,12}(?:\*\*Fix:\*\* |Change: |<p>)?On the worst page/,
      ));

    it(`${form}: stand as they are where they hold for all`, () => {
      assert.match(render(alike), /The page answers 404\.|Answer 200\./);
      assert.doesNotMatch(render(alike), /On the worst page/);
    });
  }

  it('SARIF: each page has its own result', () => {
    const [{ results }] = JSON.parse(sarif.render(mixed)).runs;
    const rows = results.map(
      (result: {
        level: string;
        message: { text: string };
        locations: { physicalLocation: { artifactLocation: { uri: string } } }[];
      }) => [result.locations[0]?.physicalLocation.artifactLocation.uri, result.level, result.message.text] as const,
    );
    assert.equal(rows.length, 10);
    assert.deepEqual(rows[0], ['14', 'error', 'The page answers 404. Answer 200.'], 'the worst is among the ten');
    for (const [, level, text] of rows.slice(1)) {
      assert.deepEqual([level, text], ['warning', 'The page declares no charset. Declare it.']);
    }
  });

  it('a finding stored without its differences keeps its text', () => {
    const stored: Findings = new Map([['P1', { record: failed, affectedPages: 2, examples: [] }]]);
    const { fixes } = explainScore(
      { id: 'scn_1', rootUrl: 'https://site.example/', rubricVersion: '1.0.0' },
      { tallies: Object.fromEntries(tallyOf([failed, failed])), pages: totals(), llmsTxt: undefined },
      stored,
    );
    assert.equal(fixes[0]?.message, GONE.message);
  });

  it('a second failure with other words is not claimed to be the same', () => {
    const other = { ...failed, message: 'The page answers 500.' };
    const { scan, explanation } = reportOf([failed, other]);
    const [finding] = findingsOf({ scan, explanation });
    assert.equal(finding?.message, 'On the worst page: The page answers 404.');
    assert.equal(finding.howToFix, 'Answer 200.', 'which holds for both');
  });
});
