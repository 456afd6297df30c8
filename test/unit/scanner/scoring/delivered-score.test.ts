import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { RUBRIC } from '../../../../src/scanner/checks/rubric.ts';
import { capsOf, scoreSite, siteParts } from '../../../../src/scanner/scoring/score.ts';
import { basisOf, delivered, record, type Status, tallyOf, totals } from './score-records.ts';

const IDS = Object.keys(RUBRIC.weighings);
const WEIGHTS = new Map(Object.entries(RUBRIC.weighings).map(([id, [weight]]) => [id, weight]));
const weightOf = (...ids: string[]) => ids.reduce((sum, id) => sum + (WEIGHTS.get(id) ?? 0), 0);
const TOTAL = weightOf(...IDS);
const all = (changes: Readonly<Record<string, Status>> = {}) =>
  tallyOf(IDS.map((id) => record(id, changes[id] ?? 'pass')));
const score = (
  share: number,
  changes: Readonly<Record<string, Status>> = {},
  isRefused = false,
  homepageStatus = 200,
) => scoreSite(basisOf(all(changes), totals({ homepageStatus }), delivered(share, { isRefused })));
const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-6, `${actual}, ${expected}`);

describe('the rubric of the delivered score', () => {
  it('gives Markdown and llms.txt a quarter of Q at most, and cosmetics a fifth', () => {
    // What a documentation site is judged by: neither API nor MCP nor forms.
    const site = TOTAL - weightOf('S20', 'S21', 'S22', 'S23', 'S24', 'S25', 'P20');
    assert.ok(weightOf('S13', 'S14', 'S17', 'P22', 'P23', 'P24') <= 0.25 * site);
    assert.ok(weightOf('P13', 'P14', 'P15', 'P16', 'S11', 'S15', 'S18', 'S19') <= 0.2 * site);
  });
  it('leaves a site without Markdown, llms.txt and cosmetics 65 % of Q', () => {
    const missing: Record<string, Status> = { S13: 'fail', S14: 'na', S17: 'na', P22: 'fail', P23: 'na', P24: 'na' };
    for (const id of ['S15', 'P14', 'P16']) missing[id] = 'fail';
    for (const id of ['S20', 'S21', 'S22', 'S23', 'S24', 'S25', 'P20']) missing[id] = 'na';
    const quality = (score(1, missing).raw - 70) / 30;
    assert.ok(quality >= 0.65 && quality < 0.85, String(quality));
  });
  it('weighs no gate, and names the evidence of every weight', () => {
    for (const id of ['S2', 'S3', 'S6', 'P1', 'P5', 'P7', 'P8']) assert.equal(weightOf(id), 0, id);
    for (const [, evidence] of Object.values(RUBRIC.weighings)) assert.match(evidence, /^[A-D]$/);
  });
});

describe('the delivered score', () => {
  it('is the share times what a site has for delivering and for the rest', () => {
    near(score(1).raw, 100);
    near(score(0.5).raw, 50);
    near(score(1, { P11: 'fail' }).raw, 100 - (30 * weightOf('P11')) / TOTAL);
    near(score(0.5, { P11: 'fail' }).raw, 50 - (15 * weightOf('P11')) / TOTAL);
  });
  it('is 0 where nothing is delivered, whatever the rest', () => assert.equal(score(0).score, 0));
  it('does not see a gate twice', () => near(score(0.5, { S2: 'fail', P5: 'fail', P7: 'warn' }).raw, 50));
  it('is 45 at most where all imitations are refused, and says that it is unverified', () => {
    const { score: limited, cap } = score(0.9, {}, true);
    assert.equal(limited, 45);
    assert.match(cap?.reason ?? '', /^Unverified refusal/);
    assert.equal(score(0.3, {}, true).score, 30);
  });
  it('is 39 at most where the homepage answers no 200', () => assert.equal(score(1, {}, false, 404).score, 39));
  it('is not raised by what does not apply for want of something', () => {
    assert.ok(score(1, { S10: 'fail', S11: 'na', S12: 'na', S16: 'na' }).raw < score(1, { S10: 'fail' }).raw + 1e-9);
    near(
      score(1, { P22: 'fail', P23: 'na', P24: 'na', S17: 'na' }).raw,
      100 - (30 * weightOf('P22', 'P23', 'P24', 'S17')) / TOTAL,
    );
  });
  it('has no cap of rubric 1 but that of the homepage', () => {
    const pages = totals({ not200: 90, unreadable: { wall: 90, shell: 0, both: 0 } });
    assert.deepEqual(capsOf(basisOf(all({ S2: 'fail', S6: 'fail' }), pages, delivered())), []);
  });
  it('adds up: delivered text and checks come to the raw score, and could come to 100', () => {
    const basis = basisOf(all({ P11: 'fail', S10: 'warn' }), totals(), delivered(0.8));
    const { delivered: points, checks } = siteParts(basis);
    near(points, 56);
    near(
      checks.reduce((sum, part) => sum + part.points, points),
      scoreSite(basis).raw,
    );
    near(
      checks.reduce((sum, part) => sum + part.possible, 70),
      100,
    );
  });
  it('counts what could not be measured of a gate in the coverage', () => {
    assert.ok(score(1, { P5: 'error', P1: 'error' }).coverage < score(1, { P16: 'error' }).coverage);
    assert.equal(score(1).coverage, 1);
  });
  it('leaves out what does not apply although nothing is missing', () =>
    near(score(1, { P20: 'na', S17: 'na' }).raw, 100));

  const anyTallies = fc.array(fc.constantFrom<Status>('pass', 'warn', 'fail', 'na', 'error'), {
    minLength: IDS.length,
    maxLength: IDS.length,
  });
  const gradeOf = (statuses: readonly Status[], share: number) =>
    scoreSite(basisOf(tallyOf(IDS.map((id, at) => record(id, statuses[at] ?? 'na'))), totals(), delivered(share)));
  it('stays between 0 and 100 and only sinks with the share and with faults', () => {
    fc.assert(
      fc.property(
        anyTallies,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (given, share, part) => {
          const { raw, score: rounded } = gradeOf(given, share);
          assert.ok(Number.isInteger(rounded) && rounded >= 0 && rounded <= 100);
          assert.ok(gradeOf(given, share * part).raw <= raw + 1e-9);
          for (const [at, status] of given.entries())
            if (status === 'pass') assert.ok(gradeOf(given.with(at, 'fail'), share).raw <= raw + 1e-9, IDS[at]);
        },
      ),
      { seed: 1, numRuns: 200 },
    );
  });
});
