import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PAGE_CHECKS } from '../../../../src/scanner/checks/catalogue.ts';
import type { CheckRecord } from '../../../../src/scanner/model/result.ts';
import { pageScore, pageWeightOf } from '../../../../src/scanner/scoring/score.ts';

type Statuses = Readonly<Record<string, CheckRecord['status']>>;

/** A page that passes all checks but the given ones. */
const scoreOf = (statuses: Statuses = {}): number | undefined =>
  pageScore(PAGE_CHECKS.map(({ id }) => ({ id, status: statuses[id] ?? 'pass' })));
const NO_MARKDOWN: Statuses = { P22: 'fail', P23: 'na', P24: 'na' };

describe('the score of a page', () => {
  it('is 100 where every check passes, and where the others do not apply', () => {
    assert.equal(scoreOf(), 100);
    assert.equal(scoreOf({ P18: 'na', P20: 'na', P3: 'error' }), 100);
  });

  it('loses the weight of a check that fails, and half of it with a warning', () => {
    const whole = PAGE_CHECKS.reduce((sum, { id }) => sum + pageWeightOf(id), 0);
    for (const { id } of PAGE_CHECKS.filter(({ id }) => !['P1', 'P4', 'P5', 'P22', 'P26', 'P27', 'P28'].includes(id))) {
      const lost = (100 * pageWeightOf(id)) / whole;
      assert.equal(scoreOf({ [id]: 'fail' }), Math.round(100 - lost), id);
      assert.equal(scoreOf({ [id]: 'warn' }), Math.round(100 - lost / 2), id);
    }
  });

  it('is lower by half where text is missing, by a quarter for a warning, once for several', () => {
    const whole = PAGE_CHECKS.reduce((sum, { id }) => sum + pageWeightOf(id), 0);
    for (const id of ['P4', 'P26', 'P27', 'P28']) {
      const lost = pageWeightOf(id) / whole;
      assert.equal(scoreOf({ [id]: 'fail' }), Math.round(50 * (1 - lost)), id);
      assert.equal(scoreOf({ [id]: 'warn' }), Math.round(75 * (1 - lost / 2)), id);
    }
    const bare = scoreOf({ P10: 'fail', P11: 'fail', P28: 'fail' }) ?? 100;
    assert.ok(bare < 50, `a page with neither title, heading nor price: ${bare}`);
  });

  it('is 0 where no text reaches an agent', () => {
    assert.equal(scoreOf({ P1: 'fail' }), 0);
    assert.equal(scoreOf({ P5: 'fail' }), 0);
    const allNa = Object.fromEntries(PAGE_CHECKS.map(({ id }) => [id, 'na'])) as Statuses;
    assert.equal(scoreOf({ ...allNa, P1: 'fail' }), 0);
  });

  it('does not rise where a fault makes other checks inapplicable', () => {
    const without = scoreOf(NO_MARKDOWN) ?? 101;
    assert.ok(without <= (scoreOf({ P23: 'fail', P24: 'fail' }) ?? 0));
    assert.ok(without < 100);
  });

  it('is unknown where a check was not kept, or none could be measured', () => {
    assert.equal(pageScore([{ id: 'P1', status: 'pass' }]), undefined);
    const errors = Object.fromEntries(PAGE_CHECKS.map(({ id }) => [id, 'error'])) as Statuses;
    assert.equal(scoreOf(errors), undefined);
  });

  it('does not depend on the order of the results', () => {
    const statuses = ['pass', 'warn', 'fail'] as const;
    const results = PAGE_CHECKS.map(({ id }, at) => ({
      id,
      status: ['P1', 'P5'].includes(id) ? ('pass' as const) : (statuses[at % statuses.length] ?? 'pass'),
    }));
    const score = pageScore(results) ?? 0;
    assert.ok(score > 0 && score < 100);
    assert.equal(pageScore([...results].reverse()), score);
  });
});
