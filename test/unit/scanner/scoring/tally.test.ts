import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CheckRecord } from '../../../../src/scanner/model/result.ts';
import type { Tally } from '../../../../src/scanner/model/score.ts';
import { meanCredit, tally } from '../../../../src/scanner/scoring/tally.ts';

const record = (status: CheckRecord['status'], more: Partial<CheckRecord> = {}): CheckRecord => ({
  id: 'P22',
  status,
  message: 'A result.',
  ...more,
});

it('counts unasked pages in the share by what like pages have, and other errors not at all', () => {
  const tallies = new Map<string, Tally>();
  const unasked = Array.from({ length: 6 }, () => record('error', { estimate: 0 }));
  tally(tallies, [record('pass'), record('pass'), record('fail'), record('error'), ...unasked]);
  assert.deepEqual(tallies.get('P22'), { applicable: 9, credit: 2, fails: 1, warns: 0, errors: 1 });
  assert.equal(meanCredit(tallies, 'P22'), 2 / 9);
});
