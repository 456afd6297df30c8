import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReportData } from '../../../../src/scanner/reporters/reporter.ts';
import { fixFiles } from '../../../../src/web/report/fixes-zip.ts';
import { gradedReport } from '../../scanner/reporters/report-fixture.ts';

/** The report with the result that has a draft as a result of another check. */
function withDraftOf(checkId: string): ReportData {
  const { scan, explanation } = gradedReport();
  const siteChecks = scan.siteChecks.map((result) =>
    Object(result.details.evidence).draft === undefined ? result : { ...result, checkId, status: 'fail' as const },
  );
  return { scan: { ...scan, siteChecks }, explanation };
}
const readmeOf = (data: ReportData): string => fixFiles(data).find(({ path }) => path === 'README.md')?.text ?? '';

describe('the files of the fixes', () => {
  const rows = [
    ['S13', 'site/llms.txt'],
    ['S20', 'site/.well-known/api-catalog'],
    ['S15', 'lines/S15.txt'],
  ] as const;
  for (const [checkId, path] of rows) {
    it(`the draft of ${checkId} is ${path}, and the README says what to do with it`, () => {
      const data = withDraftOf(checkId);
      const { text } = fixFiles(data).find((file) => file.path === path) ?? {};
      assert.equal(text, '# Site\n\n> About us.\n');
      assert.match(readmeOf(data), new RegExp(`^## \`${path}\`\n\n${checkId}: .+\n\n.+`, 'm'));
    });
  }

  it('the README holds the other findings, and no draft', () => {
    const readme = readmeOf(withDraftOf('S13'));
    assert.match(readme, /^## What these files cannot do$/m);
    assert.match(readme, /^### S3: /m);
    assert.doesNotMatch(readme, /About us/);
  });

  it('a scan without drafts says so', () => {
    const { scan, explanation } = gradedReport();
    const files = fixFiles({ scan: { ...scan, siteChecks: [] }, explanation });
    assert.deepEqual(
      files.map(({ path }) => path),
      ['README.md'],
    );
    assert.match(files[0]?.text ?? '', /No fix of this scan can be drafted as a file/);
  });
});
