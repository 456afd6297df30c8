import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkLines, pageLine } from '../../../src/cli/check-lines.ts';
import { scanText } from '../../../src/cli/render.ts';
import { failedChecks } from '../../../src/cli/thresholds.ts';
import { findingsOf } from '../../../src/scanner/reporters/findings.ts';
import type { ReportData } from '../../../src/scanner/reporters/reporter.ts';
import { gradedReport } from '../scanner/reporters/report-fixture.ts';

const plain = (_: string, text: string) => text;
const look = { columns: Number.POSITIVE_INFINITY, paint: plain };

/** The report of a scan that reported these checks alone. */
function selected(...selection: string[]): ReportData {
  const { scan, explanation } = gradedReport();
  assert.ok(explanation !== undefined);
  const of = <Row extends { readonly checkId: string }>(rows: readonly Row[]) =>
    rows.filter(({ checkId }) => selection.includes(checkId));
  return {
    scan: {
      ...scan,
      siteChecks: of(scan.siteChecks),
      llmstxtChecks: of(scan.llmstxtChecks),
      pageResults: scan.pageResults.map((page) => ({ ...page, checks: of(page.checks) })),
    },
    explanation: {
      ...explanation,
      selection,
      fixes: of(explanation.fixes),
      llmstxt: { ...explanation.llmstxt, fixes: of(explanation.llmstxt.fixes) },
    },
  };
}

describe('the lines of checks', () => {
  it('have sign, id, name and link, of passed ones too, and a count', () => {
    const lines = checkLines(gradedReport(), plain);
    const lineOf = (id: string) => lines.find((line) => line.slice(2).startsWith(`${id} `)) ?? assert.fail(id);
    assert.match(lineOf('S1'), /^✓ S1 {2}\S.* https:\/\/\S+$/);
    assert.match(lineOf('S2'), /^✗ S2 {2}\S.* https:\/\/\S+$/);
    assert.match(lineOf('P12'), /^! P12 .* \(1 page\) https:\/\/\S+$/);
    assert.match(lineOf('S8'), /^\? S8 .*\(not measured\) https:\/\/\S+$/);
    assert.match(lines.at(-1) ?? '', /^\d+ checks: \d+ failed, 1 warned, \d+ passed, 1 not measured$/);
  });

  it('are in the text of a selection and of a verbose scan, and in no other', () => {
    assert.match(scanText(selected('S1', 'P22'), look), /^✓ S1 .*\n✗ P22 .*\n\n2 checks: 1 failed, 1 passed$/m);
    assert.match(scanText(gradedReport(), look, true), /^✓ S1 /m);
    assert.doesNotMatch(scanText(gradedReport(), look), /^✓/m);
  });
  it('names a page of each fix', () => {
    assert.match(
      scanText(gradedReport(), look),
      /^ +\d+\. \+\d+\.\d P\d+ \((?:1 page: |\d+ pages, such as )\/\S*\): /m,
    );
  });
});

describe('a selection of checks', () => {
  it('limits the findings and what fails, although the explanation counts every check', () => {
    const data = selected('S1', 'P22');
    assert.deepEqual(
      findingsOf(data).map(({ id }) => id),
      ['P22'],
    );
    assert.deepEqual(failedChecks(data, ['all']), ['P22']);
    assert.deepEqual(failedChecks(data, ['S2']), []);
    assert.ok(failedChecks(gradedReport(), ['all']).includes('S2'));
  });
});

describe('the line of a page', () => {
  it('names what failed and what warned', () => {
    const url = 'https://shop.example/a';
    assert.equal(
      pageLine(url, [
        { id: 'P1', status: 'pass' },
        { id: 'P9', status: 'fail' },
        { id: 'P14', status: 'fail' },
        { id: 'P12', status: 'warn' },
        { id: 'P22', status: 'na' },
      ]),
      `✗ ${url} failed P9 P14, warned P12`,
    );
    assert.equal(pageLine(url, [{ id: 'P12', status: 'warn' }]), `! ${url} warned P12`);
    assert.equal(pageLine(url, [{ id: 'P1', status: 'pass' }]), `✓ ${url}`);
  });
});
