import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareBases, compareChecks, comparePages } from '../../../../src/scanner/scoring/compare.ts';
import { scoreSite } from '../../../../src/scanner/scoring/score.ts';
import { basisOf, delivered, idsOf, record, type Status, tallyOf, totals } from './score-records.ts';

describe('two scans compared', () => {
  const rows: [Status | undefined, Status | undefined, string | undefined][] = [
    ['fail', 'pass', 'better'],
    ['fail', 'warn', 'better'],
    ['warn', 'pass', 'better'],
    ['pass', 'warn', 'worse'],
    ['pass', 'fail', 'worse'],
    ['warn', 'fail', 'worse'],
    ['pass', 'pass', undefined],
    ['na', 'fail', 'appeared'],
    ['error', 'pass', 'appeared'],
    ['pass', 'na', 'disappeared'],
    ['fail', 'error', 'disappeared'],
    ['na', 'error', undefined],
    [undefined, 'fail', 'appeared'],
    ['fail', undefined, 'disappeared'],
  ];
  for (const [before, after, change] of rows) {
    it(`${before ?? 'nothing'} -> ${after ?? 'nothing'} is ${change ?? 'no change'}`, () => {
      const of = (status: Status | undefined) => (status === undefined ? [] : [record('S1', status)]);
      assert.deepEqual(
        compareChecks(of(before), of(after)).map((each) => each.change),
        change === undefined ? [] : [change],
      );
    });
  }

  it('counts pages by check, and pages that came and went', () => {
    const page = (name: string, status: Status) => ({
      url: `https://site.example/${name}`,
      checks: [record('P11', status)],
    });
    const compared = comparePages(
      [page('a', 'fail'), page('b', 'pass'), page('gone', 'fail'), page('same', 'warn')],
      [page('a', 'pass'), page('b', 'fail'), page('new', 'fail'), page('same', 'warn')],
    );
    assert.deepEqual(
      compared.pageChecks.map(({ checkId, better, worse, examples }) => [checkId, better, worse, examples]),
      [['P11', 1, 1, ['https://site.example/b']]],
    );
    assert.deepEqual(compared.pagesAppeared, { count: 1, examples: ['https://site.example/new'] });
    assert.deepEqual(compared.pagesDisappeared, { count: 1, examples: ['https://site.example/gone'] });
  });

  const basis = (except: Record<string, Status>, homepageStatus = 200) => ({
    tallies: Object.fromEntries(tallyOf([...idsOf('S'), ...idsOf('P')].map((id) => record(id, except[id] ?? 'pass')))),
    pages: totals({ homepageStatus }),
    llmsTxt: undefined,
  });

  it('says why the score moved, the largest change first', () => {
    const { reasons, capsAppeared, capsDisappeared } = compareBases(basis({ P13: 'fail' }, 500), basis({ S2: 'fail' }));
    assert.deepEqual(
      reasons.map(({ checkId, points }) => [checkId, points > 0]),
      [
        ['S2', false],
        ['P13', true],
      ],
    );
    assert.equal(capsAppeared.length, 1);
    assert.match(capsDisappeared[0] ?? '', /homepage answers 500/);
    assert.deepEqual(compareBases(basis({}), basis({})).reasons, []);
  });

  it('adds up under the delivered share: what reaches the readers, and each check', () => {
    const under2 = (except: Record<string, Status>, share: number) =>
      basisOf(
        tallyOf([...idsOf('S'), ...idsOf('P')].map((id) => record(id, except[id] ?? 'pass'))),
        totals(),
        delivered(share),
      );
    const [before, after] = [under2({ P11: 'fail', P5: 'fail' }, 0.5), under2({ P13: 'fail' }, 0.9)];
    const { reasons } = compareBases(before, after);
    assert.deepEqual(
      reasons.map(({ checkId }) => checkId),
      ['delivered-text', 'P11', 'P13'],
    );
    const change = scoreSite(after).raw - scoreSite(before).raw;
    assert.ok(Math.abs(reasons.reduce((sum, { points }) => sum + points, 0) - change) < 0.05);
  });

  it('gives no reasons between rubrics, for the formula moved', () => {
    const before = basis({ P13: 'fail' }, 500);
    assert.deepEqual(compareBases(before, { ...before, delivery: delivered(0.4, { isRefused: true }) }), {
      reasons: [],
      capsAppeared: [],
      capsDisappeared: [],
    });
  });

  it('names a cap only when its limit came or went, whatever its words say', () => {
    const { capsAppeared, capsDisappeared } = compareBases(basis({}, 404), basis({}, 500));
    assert.deepEqual([capsAppeared, capsDisappeared], [[], []]);
    assert.match(compareBases(basis({}), basis({}, 500)).capsAppeared[0] ?? '', /^At most \d+: .*500/);
  });

  it('gives no reason for shares that moved only because another check ceased to apply', () => {
    const { reasons } = compareBases(basis({}), basis({ S2: 'na' }));
    assert.deepEqual(
      reasons.map(({ checkId }) => checkId),
      ['S2'],
    );
  });
});
