import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accountLines } from '../../../../src/scanner/reporters/reporter.ts';
import type { Explanation } from '../../../../src/schema/explanation.ts';
import { gradedReport } from './report-fixture.ts';

const graded = (): Explanation => {
  const { explanation } = gradedReport();
  assert.ok(explanation);
  return explanation;
};
/** The fixture has 43.4 of 70 points for text. */
const withBroughtText = (gains: readonly number[]): Explanation => {
  const { fixes, ...rest } = graded();
  return {
    ...rest,
    fixes: fixes.map((fix, at) => ({ ...fix, parts: [{ of: 'delivered-text', gain: gains[at] ?? 0 }] })),
  };
};
const remainderOf = (explanation: Explanation) =>
  accountLines(explanation).filter((line) => /No listed fix/.test(line));

describe('points of text that no listed fix brings', () => {
  test('are named where no fix brings text', () => {
    assert.match(remainderOf(withBroughtText([])).join(), /^No listed fix brings 26\.6 points of text\./);
  });

  test('are what the fixes leave', () => {
    assert.match(remainderOf(withBroughtText([20, 4.1])).join(), / brings 2\.5 points /);
  });

  test('are left without advice: what signs show has a fix', () => {
    assert.match(remainderOf(withBroughtText([])).join(), / points of text\.$/);
  });

  test('are left out under half a point, for a selection of checks and under rubric 1', () => {
    assert.deepEqual(remainderOf(withBroughtText([20, 6.2])), []);
    assert.deepEqual(remainderOf({ ...graded(), selection: ['S2'] }), []);
    assert.deepEqual(accountLines({ ...graded(), delivery: null }), []);
  });
});
