import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { CheckRecord } from '../../../../src/scanner/model/result.ts';
import type { ScoreBasis } from '../../../../src/scanner/model/score.ts';
import { rankLlmsTxtFixes, rankSiteFixes } from '../../../../src/scanner/scoring/rank-fixes.ts';
import { capsOf, scoreSite } from '../../../../src/scanner/scoring/score.ts';
import { idsOf, record, type Status, tallyOf, totals, weightUnder1 } from './score-records.ts';

const basis = (records: readonly CheckRecord[], overrides: Partial<ScoreBasis> = {}): ScoreBasis => ({
  tallies: Object.fromEntries(tallyOf(records)),
  pages: totals(),
  llmsTxt: { charCount: 1000, linkCount: 10 },
  ...overrides,
});
const perfect = (except: Readonly<Record<string, Status>>) =>
  [...idsOf('S'), ...idsOf('P')].map((id) => record(id, except[id] ?? 'pass'));

describe('fixes of a site', () => {
  it('are none when nothing is wrong', () => assert.deepEqual(rankSiteFixes(basis(perfect({}))), []));

  it('come by what they gain, and end at the score of a perfect site', () => {
    const fixes = rankSiteFixes(basis(perfect({ S1: 'warn', P11: 'fail', P13: 'fail' })));
    assert.deepEqual(
      fixes.map(({ id }) => id),
      ['P11', 'P13', 'S1'].sort(
        (a, b) => fixes.findIndex(({ id }) => id === a) - fixes.findIndex(({ id }) => id === b),
      ),
    );
    assert.equal(fixes[0]?.id, 'P11');
    assert.equal(fixes.at(-1)?.scoreAfter, 100);
    assert.ok(fixes.every(({ gain }) => gain > 0));
  });

  it('put what lifts the binding cap first, although other fixes weigh more', () => {
    const fixes = rankSiteFixes(basis(perfect({ S6: 'fail', P11: 'fail' })));
    assert.equal(fixes[0]?.id, 'S6');
    assert.ok((fixes[0]?.gain ?? 0) > 40);
  });

  it('order by the raw gain while several caps bind and one fix alone gains nothing', () => {
    const fixes = rankSiteFixes(basis(perfect({ S2: 'fail', S6: 'fail', S1: 'warn' })));
    assert.equal(fixes[0]?.gain, 0);
    assert.ok(['S2', 'S6'].includes(fixes[0]?.id ?? ''));
    assert.ok((fixes[1]?.gain ?? 0) > 40);
  });

  it('take what depends on a check as fixed with it', () => {
    const fixes = rankSiteFixes(basis(perfect({ S10: 'fail', S16: 'warn' })));
    assert.equal(fixes[0]?.id, 'S10');
    assert.equal(fixes.at(-1)?.scoreAfter, 100);
  });

  it('let Markdown that nothing leads to count once something does', () => {
    const undiscovered = perfect({ P23: 'fail' }).map((each) => (each.id === 'P24' ? record('P24', 'pass', 0) : each));
    const fixes = rankSiteFixes(basis(undiscovered));
    assert.deepEqual(
      fixes.map(({ id, scoreAfter }) => [id, scoreAfter]),
      [['P23', 100]],
    );
  });

  for (const [way, credit] of [
    ['an alternate link', 0.8],
    ['llms.txt', 0.5],
  ] as const) {
    it(`name the discovery of Markdown that only ${way} leads to, although no check finds a fault`, () => {
      const found = perfect({}).map((each) => (each.id === 'P24' ? record('P24', 'pass', credit) : each));
      const fixes = rankSiteFixes(basis(found));
      assert.deepEqual(
        fixes.map(({ id, scoreAfter }) => [id, scoreAfter]),
        [['P23', 100]],
      );
      assert.ok((fixes[0]?.gain ?? 0) > 0);
    });
  }

  it('of Markdown gain as much as it is found, and leave the rest to its discovery', () => {
    const pages = [record('P24', 'pass', 0.8), record('P24', 'fail')];
    const fixes = rankSiteFixes(basis([...perfect({}).filter(({ id }) => id !== 'P24'), ...pages]));
    const weight = 4 / [...idsOf('S'), ...idsOf('P')].reduce((sum, id) => sum + weightUnder1(id), 0);
    assert.deepEqual(
      fixes.map(({ id, gain }) => [id, gain]),
      [
        ['P24', Math.round(100 * weight * 40) / 100],
        ['P23', Math.round(100 * weight * 20) / 100],
      ],
    );
    assert.equal(fixes.at(-1)?.scoreAfter, 100);
  });

  it('of Markdown that nothing leads to gain nothing, until something does', () => {
    const fixes = rankSiteFixes(basis(perfect({ P23: 'fail', P24: 'fail' })));
    assert.deepEqual(
      fixes.map(({ id }) => id),
      ['P23', 'P24'],
    );
    assert.ok(fixes.every(({ gain }) => gain > 0));
    assert.equal(fixes.at(-1)?.scoreAfter, 100);
  });

  it('undo the caps on pages that cannot be read', () => {
    const shell = perfect({}).map((each) => (each.id === 'P5' ? record('P5', 'fail') : each));
    const fixes = rankSiteFixes(basis(shell, { pages: totals({ unreadable: { wall: 0, shell: 90, both: 0 } }) }));
    assert.equal(fixes[0]?.id, 'P5');
    assert.equal(fixes[0]?.scoreAfter, 100);
  });

  it('add up to the whole way to 100, whatever the site', () => {
    const status = fc.constantFrom<Status>('pass', 'warn', 'fail', 'na', 'error');
    const ids = [...idsOf('S'), ...idsOf('P')];
    const worth = fc.constantFrom(1, 0.8, 0.5, 0);
    const anyTwin = fc.oneof(
      worth.map((credit) => record('P24', 'pass', credit)),
      worth.map((credit) => record('P24', 'warn', credit / 2)),
      fc.constant(record('P24', 'fail')),
    );
    const anyTwins = fc.array(anyTwin, { maxLength: 4 });
    fc.assert(
      fc.property(fc.array(status, { minLength: ids.length, maxLength: ids.length }), anyTwins, (statuses, twins) => {
        const given = basis([...ids.map((id, at) => record(id, statuses[at] ?? 'pass')), ...twins]);
        const fixes = rankSiteFixes(given);
        const { raw, score } = scoreSite(given);
        const start = Math.min(raw, ...capsOf(given).map(({ limit }) => limit));
        const gained = fixes.reduce((sum, { gain }) => sum + gain, 0);
        const counted = statuses.some((each) => each === 'pass' || each === 'warn' || each === 'fail');
        if (counted) assert.ok(Math.abs(start + gained - 100) < 0.01 * (fixes.length + 1), `${start} + ${gained}`);
        assert.ok(fixes.every(({ gain }) => gain >= 0));
        assert.ok(fixes.every(({ scoreAfter }, at) => scoreAfter >= (fixes[at - 1]?.scoreAfter ?? score)));
        assert.equal(new Set(fixes.map(({ id }) => id)).size, fixes.length);
      }),
      { seed: 1, numRuns: 60 },
    );
  });
});

describe('fixes of an llms.txt', () => {
  it('are one when there is none: publish it', () => {
    const none = [
      record('L1', 'fail'),
      ...idsOf('L')
        .slice(1)
        .map((id) => record(id, 'na')),
    ];
    const fixes = rankLlmsTxtFixes(basis(none, { llmsTxt: undefined }));
    assert.deepEqual(fixes, [{ id: 'L1', gain: 100, scoreAfter: 100, parts: fixes[0]?.parts }]);
  });

  it('lift the cap of a file without a title', () => {
    const records = idsOf('L').map((id) => record(id, id === 'L3' ? 'fail' : id === 'L4' ? 'fail' : 'pass'));
    const fixes = rankLlmsTxtFixes(basis(records));
    assert.equal(fixes[0]?.id, 'L3');
    assert.equal(fixes.at(-1)?.scoreAfter, 100);
  });

  it('count the size of the file through what it scales', () => {
    const records = idsOf('L').map((id) => record(id, id === 'L10' ? 'fail' : 'pass'));
    const fixes = rankLlmsTxtFixes(basis(records, { llmsTxt: { charCount: 400_000, linkCount: 10 } }));
    assert.deepEqual(
      fixes.map(({ id, scoreAfter }) => [id, scoreAfter]),
      [['L10', 100]],
    );
  });
});
