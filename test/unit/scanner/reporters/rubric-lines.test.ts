import assert from 'node:assert/strict';
import { it } from 'node:test';
import { rubricLines } from '../../../../src/scanner/reporters/changes.ts';
import { gradedReport } from './report-fixture.ts';

for (const [before, says] of [
  ['2.0.0', undefined],
  ['1.0.0', /graded by rubric 1\.0\.0, this scan by 2\.0\.0/],
  [undefined, /a rubric it does not name/],
] as const) {
  it(`a baseline of ${before ?? 'an unknown rubric'} ${says === undefined ? 'compares' : 'is no measure of a score of rubric 2'}`, () => {
    const { scan, explanation } = gradedReport();
    const baseline = { ...scan, ...(before === undefined ? {} : { rubricVersion: before }) };
    const [line] = rubricLines(baseline, explanation);
    if (says === undefined) assert.equal(line, undefined);
    else assert.match(line ?? '', says);
    assert.deepEqual(rubricLines(baseline, undefined), [], 'there is no score to compare');
  });
}
