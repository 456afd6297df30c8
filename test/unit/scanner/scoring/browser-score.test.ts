import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BROWSER_CHECKS } from '../../../../src/scanner/checks/catalogue.ts';
import type { CheckRecord } from '../../../../src/scanner/model/result.ts';
import { BROWSER_RUBRIC, BROWSER_WEIGHTS, browserScore } from '../../../../src/scanner/scoring/browser-score.ts';

const record = (id: string, status: CheckRecord['status'], credit?: number): CheckRecord => ({
  id,
  status,
  message: 'Found.',
  ...(credit === undefined ? {} : { credit }),
});
/** One page on which every check passes, but for those that are given. */
const page = (given: Readonly<Record<string, CheckRecord['status']>> = {}): CheckRecord[] =>
  BROWSER_CHECKS.map(({ id }) => record(id, given[id] ?? 'pass'));

describe('the rubric of the browser score', () => {
  it('weighs every check but the gate, with a reason, to 100', () => {
    const ids = BROWSER_CHECKS.map(({ id }) => id).filter((id) => id !== BROWSER_RUBRIC.gate);
    assert.deepEqual(Object.keys(BROWSER_WEIGHTS), ids);
    assert.equal(
      Object.values(BROWSER_WEIGHTS).reduce((sum, weight) => sum + weight, 0),
      100,
    );
    for (const [weight, reason] of Object.values(BROWSER_RUBRIC.weights)) {
      assert.ok(weight > 0);
      assert.match(reason, /^[A-Z].{30,}\.$/);
    }
  });
});

describe('the browser score', () => {
  it('is 100 where all passes, and 0 where all but the gate fails', () => {
    assert.equal(browserScore([page(), page()]), 100);
    const failed = page().map(({ id }) => record(id, id === 'B1' ? 'pass' : 'fail'));
    assert.equal(browserScore([failed]), 0);
  });
  it('takes the mean of a check over the pages to which it applies', () => {
    assert.equal(browserScore([page({ B3: 'fail' }), page()]), 93);
    assert.equal(browserScore([page({ B3: 'fail' }), page({ B3: 'na' })]), 86);
    assert.equal(browserScore([page({ B3: 'fail' }), page({ B3: 'error' })]), 86);
  });
  it('counts a credit of its own', () => {
    const records = page().map((each) => (each.id === 'B6' ? record('B6', 'fail', 0.75) : each));
    assert.equal(browserScore([records]), 94);
  });
  it('is multiplied by the share of pages that open', () => {
    const dead = BROWSER_CHECKS.map(({ id }) => record(id, id === 'B1' ? 'fail' : 'na'));
    assert.equal(browserScore([page(), dead, page(), dead]), 50);
    assert.equal(browserScore([dead]), 0);
  });
  it('leaves pages out of which it is not known whether they open', () => {
    const unknown = BROWSER_CHECKS.map(({ id }) => record(id, id === 'B1' ? 'error' : 'na'));
    assert.equal(browserScore([page(), unknown]), 100);
    assert.equal(browserScore([unknown]), undefined);
    assert.equal(browserScore([]), undefined);
  });
  it('is that of the gate where nothing else applies', () => {
    assert.equal(browserScore([[record('B1', 'warn')]]), 50);
  });
  it('never rises when a check gets worse', () => {
    for (const { id } of BROWSER_CHECKS) {
      const worse = (['warn', 'fail'] as const).map((status) => browserScore([page({ [id]: status }), page()]) ?? -1);
      assert.ok(100 >= (worse[0] ?? 0) && (worse[0] ?? 0) >= (worse[1] ?? 0), id);
    }
  });
});
