import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CheckIds, FailOn, selectChecks } from '../../../src/cli/check-ids.ts';
import { CATALOGUE } from '../../../src/scanner/checks/catalogue.ts';

const problemOf = (list: unknown, schema: typeof CheckIds | typeof FailOn = CheckIds) =>
  schema.safeParse(list).error?.issues[0]?.message;

describe('checks by name', () => {
  it('are known by id, in either case, and by slug', () => {
    assert.deepEqual(CheckIds.parse(['s2', 'P5', ' real-404 ']), ['S2', 'P5', 'S9']);
    assert.deepEqual(FailOn.parse(['all', 's2', 'worse']), ['all', 'S2', 'worse']);
  });

  for (const [list, says] of [
    [['S99'], /have no check "S99"\. Did you mean S9\?$/],
    [['real-403'], /Did you mean S9\?$/],
    [['M1'], /scans of websites have no check "M1"/],
    [['something-else-entirely'], /"legible checks" lists all\.$/],
    [['all'], /scans of websites have no check "all"/],
    [[], /expected check ids/],
    [[4], /expected check ids/],
    ['S2', /expected check ids/],
  ] as const) {
    it(`${JSON.stringify(list)} is refused with the remedy`, () => assert.match(problemOf(list) ?? '', says));
  }

  it('next to all, an unknown one is refused with the nearest', () => {
    assert.match(problemOf(['all', 'S99'], FailOn) ?? '', /Did you mean S9\?$/);
    assert.match(problemOf([7], FailOn) ?? '', /expected check ids/);
  });
});

describe('a selection', () => {
  it('has all checks without the skipped ones, or those of the list without them', () => {
    assert.equal(selectChecks(undefined, undefined), undefined);
    assert.equal(selectChecks(undefined, ['S2'])?.length, CATALOGUE.length - 1);
    assert.deepEqual(selectChecks(['S2', 'P5', 'S2'], ['P5']), ['S2']);
    assert.deepEqual(selectChecks(['S2'], ['S2']), []);
  });
});
