/** Findings that the owner of a site accepts with a reason. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderReport } from '../../../../src/cli/render.ts';
import { failedChecks } from '../../../../src/cli/thresholds.ts';
import { findingsOf } from '../../../../src/scanner/reporters/findings.ts';
import { type IgnoreRule, ignoredFindings } from '../../../../src/scanner/reporters/ignored.ts';
import type { ReportData } from '../../../../src/scanner/reporters/reporter.ts';
import { gradedReport } from './report-fixture.ts';

const TODAY = '2026-11-27';
const LOOK = { columns: Number.POSITIVE_INFINITY, paint: (_: unknown, text: string) => text };

function reportWith(...rules: IgnoreRule[]): { data: ReportData; notes: readonly string[] } {
  const data = gradedReport();
  const ignored = ignoredFindings(data.scan, rules, TODAY);
  return { data: { ...data, ignored }, notes: ignored.notes };
}

const pagesOf = (check: string): string[] =>
  gradedReport().scan.pageResults.flatMap(({ url, checks }) =>
    checks.some(({ checkId, status }) => checkId === check && status === 'fail') ? [new URL(url).pathname] : [],
  );

describe('ignored findings', () => {
  it('fail no threshold, and stay in the findings with the reason', () => {
    const rule = { check: 'P22', reason: 'Not planned' };
    const { data, notes } = reportWith(rule);
    assert.ok(failedChecks(gradedReport(), ['all']).includes('P22'));
    assert.ok(!failedChecks(data, ['all']).includes('P22'));
    assert.deepEqual(findingsOf(data).find(({ id }) => id === 'P22')?.ignored, rule);
    assert.deepEqual(notes, []);
  });

  it('apply until the end of their last day', () => {
    assert.ok(!failedChecks(reportWith({ check: 'P22', reason: 'x', until: TODAY }).data, ['all']).includes('P22'));
    const { data, notes } = reportWith({ check: 'P22', reason: 'x', until: '2026-11-26' });
    assert.ok(failedChecks(data, ['all']).includes('P22'));
    assert.match(notes.join(), /P22 ran out on 2026-11-26/);
  });

  it('cover a check only where all its failing pages match', () => {
    const paths = pagesOf('P22');
    assert.ok(paths.length > 1);
    assert.ok(!failedChecks(reportWith({ check: 'P22', paths, reason: 'x' }).data, ['all']).includes('P22'));
    const some = reportWith({ check: 'P22', paths: paths.slice(0, 1).map((path) => `${path}?`), reason: 'x' });
    assert.ok(failedChecks(some.data, ['all']).includes('P22'));
    const pages = findingsOf(some.data).find(({ id }) => id === 'P22')?.pages ?? [];
    assert.deepEqual(new Set(pages.map(({ ignored }) => ignored?.reason)), new Set(['x', undefined]));
  });

  it('that match nothing are named', () => {
    assert.match(
      reportWith({ check: 'P22', paths: ['/nowhere/'], reason: 'x' }).notes.join(),
      /P22 matches no finding/,
    );
  });

  const shown: readonly (readonly [format: string, pattern: RegExp])[] = [
    ['text', /Ignored, as the settings say:\n {2}\s*P22 .*Ignored until 2027-01-01: Not planned/],
    ['markdown', /## Ignored findings\n\n- P22 .*Not planned/],
    ['html', /<h3>Ignored by the owner<\/h3>\s*<ul><li><a href="#P22">P22<\/a> .*Not planned/],
    ['agent-prompt', /- P22 .*Ignored until 2027-01-01: Not planned/],
    ['summary', /- P22 .*Not planned/],
    ['junit', /<skipped message="Ignored until 2027-01-01: Not planned/],
    [
      'sarif',
      /"suppressions": \[\s*\{\s*"kind": "external",\s*"status": "accepted",\s*"justification": "Ignored until/,
    ],
    ['annotations', /::notice title=P22 .*Not planned/],
    ['json', /"ignored": \[\s*\{\s*"check": "P22",\s*"reason": "Not planned"/],
  ];
  it('are no task of the agent prompt and no fix of other formats', () => {
    const { data } = reportWith({ check: 'P22', reason: 'Not planned' });
    const prompt = renderReport(data, 'agent-prompt', LOOK);
    assert.match(renderReport(gradedReport(), 'agent-prompt', LOOK), /^## Task \d+: P22 /m);
    assert.doesNotMatch(prompt, /^## Task \d+: P22 /m);
    assert.match(prompt, /## No task: the owner accepts these\n\n- P22 .*Not planned/);
    const fixes = /<ol class="fixes">.*?<h3>Ignored by the owner/s.exec(renderReport(data, 'html', LOOK))?.[0] ?? '';
    assert.ok(fixes !== '' && !fixes.includes('Evidence of P22'));
  });

  for (const [format, pattern] of shown) {
    it(`are in the format ${format} with their reason`, () => {
      const { data } = reportWith({ check: 'P22', reason: 'Not planned', until: '2027-01-01' });
      assert.match(renderReport(data, format, LOOK), pattern);
    });
  }
});
