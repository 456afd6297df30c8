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
const leaving = (unlisted: number | undefined): Explanation => {
  const { delivery, ...rest } = graded();
  assert.ok(delivery);
  return { ...rest, delivery: { ...delivery, unlisted } };
};
const remainderOf = (explanation: Explanation) =>
  accountLines(explanation).filter((line) => /No listed fix/.test(line));

describe('points of text that no listed fix brings', () => {
  test('are named, without advice: what signs show has a fix', () => {
    assert.deepEqual(remainderOf(leaving(0.38)), ['No listed fix brings 26.6 points of text.']);
  });

  test('are left out under half a point, for a selection of checks and under rubric 1', () => {
    assert.deepEqual(remainderOf(leaving(0.007)), []);
    assert.deepEqual(remainderOf(leaving(undefined)), []);
    assert.deepEqual(remainderOf({ ...leaving(0.38), selection: ['S2'] }), []);
    assert.deepEqual(accountLines({ ...graded(), delivery: null }), []);
  });
});
