import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LLMS_TXT_RUBRIC } from '../../../../src/scanner/checks/rubric.ts';
import type { CheckRecord } from '../../../../src/scanner/model/result.ts';
import type { PageTotals, Tallies } from '../../../../src/scanner/model/score.ts';
import { RUBRIC_1 } from '../../../../src/scanner/scoring/rubric-1.ts';
import { ratingOf, scoreLlmsTxt, scoreSite } from '../../../../src/scanner/scoring/score.ts';
import { creditOf, tally } from '../../../../src/scanner/scoring/tally.ts';
import { basisOf, idsOf, record, type Status, tallyOf, totals, weightOf, weightUnder1 } from './score-records.ts';

/** As scans before the delivered share were graded. */
const gradeUnder1 = (tallies: Tallies, pages: PageTotals) => scoreSite(basisOf(tallies, pages));
const perfectTallies = () => tallyOf([...idsOf('S'), ...idsOf('P')].map((id) => record(id, 'pass')));

describe('credits', () => {
  const cases: [Status, number | undefined, number | undefined][] = [
    ['pass', undefined, 1],
    ['pass', 0.8, 0.8],
    ['pass', 0, 0],
    ['warn', undefined, 0.5],
    ['warn', 0.75, 0.75],
    ['warn', 0, 0],
    ['fail', undefined, 0],
    ['fail', 0.25, 0.25],
    ['na', undefined, undefined],
    ['error', undefined, undefined],
  ];
  for (const [status, own, credit] of cases) {
    it(`${status}${own === undefined ? '' : ` of ${own}`}`, () =>
      assert.equal(creditOf(record('S1', status, own)), credit));
  }

  it('add up over any number of tallies', () => {
    const [first, second] = [
      [record('P1', 'pass'), record('P1', 'error')],
      [record('P1', 'warn'), record('P1', 'fail')],
    ];
    const tallies = tallyOf(first ?? []);
    tally(tallies, second ?? []);
    assert.deepEqual(tallies.get('P1'), { applicable: 3, credit: 1.5, fails: 1, warns: 1, errors: 1 });
  });
});

describe('rounding under rubric 1', () => {
  // 1 of 200 equal parts less is 99.5 exactly; P1 is alone, so its mean is the raw score.
  const cases: [number, number][] = [
    [0.995, 100],
    [0.994999, 99],
    [0.005, 1],
    [0.004999, 0],
    [0.145, 15],
    [0.285, 29],
    [0.575, 58],
  ];
  for (const [credit, score] of cases) {
    it(`${credit} is ${score}`, () =>
      assert.equal(gradeUnder1(tallyOf([record('P1', 'warn', credit)]), totals()).score, score));
  }
});

describe('coefficients under rubric 1', () => {
  const of = (...records: CheckRecord[]) => gradeUnder1(tallyOf(records), totals()).raw;
  const weighted = (...parts: [string, number][]) =>
    (100 * parts.reduce((sum, [id, credit]) => sum + weightUnder1(id) * credit, 0)) /
    parts.reduce((sum, [id]) => sum + weightUnder1(id), 0);
  const near = (actual: number, expected: number) => assert.ok(Math.abs(actual - expected) < 1e-6, `${actual}`);

  for (const id of RUBRIC_1.scaledByServerRendering.checks) {
    it(`${id} counts a fifth where no page is rendered`, () =>
      near(of(record('P5', 'fail'), record(id, 'pass')), weighted(['P5', 0], [id, 0.2])));
    it(`${id} counts as far as pages are rendered`, () =>
      near(of(record('P5', 'pass'), record('P5', 'warn'), record(id, 'pass')), weighted(['P5', 0.75], [id, 0.75])));
    it(`${id} counts in full where rendering could not be judged`, () =>
      near(of(record('P5', 'na'), record(id, 'pass')), 100));
  }
  for (const id of RUBRIC_1.scaledBySitemap.checks) {
    it(`${id} counts nothing without a sitemap`, () => near(of(record('S10', 'fail'), record(id, 'pass')), 0));
    it(`${id} counts as much as the sitemap`, () =>
      near(of(record('S10', 'warn', 0.75), record(id, 'warn')), weighted(['S10', 0.75], [id, 0.375])));
  }
  it('other checks count in full', () =>
    near(of(record('P5', 'fail'), record('P11', 'pass')), weighted(['P5', 0], ['P11', 1])));
});

describe('caps under rubric 1', () => {
  const cases: [string, Partial<PageTotals>, number, string | undefined][] = [
    ['nothing wrong', {}, 100, undefined],
    ['49 of 100 pages unreadable', { unreadable: { wall: 49, shell: 0, both: 0 } }, 100, undefined],
    ['half of the pages unreadable', { unreadable: { wall: 50, shell: 0, both: 0 } }, 59, 'unreadable-pages'],
    ['74 of 100 pages unreadable', { unreadable: { wall: 74, shell: 0, both: 0 } }, 59, 'unreadable-pages'],
    ['three quarters unreadable', { unreadable: { wall: 75, shell: 0, both: 0 } }, 39, 'unreadable-pages'],
    ['a homepage that is not there', { homepageStatus: 404 }, 39, 'homepage-status'],
    ['a homepage that answers 204', { homepageStatus: 204 }, 39, 'homepage-status'],
    ['half of the pages broken', { not200: 50 }, 100, undefined],
    ['more than half of the pages broken', { not200: 51 }, 59, 'broken-pages'],
    [
      'two of three pages unreadable',
      { scanned: 3, unreadable: { wall: 2, shell: 0, both: 0 } },
      59,
      'unreadable-pages',
    ],
    [
      'three of four pages unreadable',
      { scanned: 4, unreadable: { wall: 3, shell: 0, both: 0 } },
      39,
      'unreadable-pages',
    ],
    [
      'the lowest of several',
      { not200: 60, unreadable: { wall: 60, shell: 0, both: 0 }, homepageStatus: 500 },
      39,
      'homepage-status',
    ],
    ['no page at all', { scanned: 0, discovered: 0 }, 100, undefined],
  ];
  for (const [when, overrides, score, cap] of cases) {
    it(when, () => {
      const result = gradeUnder1(perfectTallies(), totals(overrides));
      assert.deepEqual([result.score, result.cap?.id, result.raw], [score, cap, 100]);
      assert.equal(result.cap?.limit, cap === undefined ? undefined : score);
    });
  }

  for (const [found, limit] of [
    [80, 69],
    [79, 39],
  ] as const) {
    it(`three quarters unreadable, and Markdown to be found on ${found} of 100 pages`, () => {
      const tallies = perfectTallies();
      tally(
        tallies,
        Array.from({ length: found - 1 }, () => record('P23', 'pass')),
      );
      const { cap } = gradeUnder1(tallies, totals({ unreadable: { wall: 75, shell: 0, both: 0 } }));
      assert.equal(cap?.limit, limit);
    });
  }

  for (const id of ['S2', 'S6']) {
    it(`a fail of ${id} caps, a warning does not`, () => {
      const withStatus = (status: Status) => {
        const tallies = perfectTallies();
        tallies.delete(id);
        tally(tallies, [record(id, status)]);
        return gradeUnder1(tallies, totals());
      };
      assert.deepEqual([withStatus('fail').score, withStatus('fail').cap?.id], [49, 'agents-refused']);
      assert.match(withStatus('fail').cap?.reason ?? '', new RegExp(id));
      for (const status of ['warn', 'error', 'na'] as const) assert.equal(withStatus(status).cap, undefined, status);
    });
  }

  it('a cap that lowers nothing is not reported', () => {
    const at = (credit: number) =>
      gradeUnder1(tallyOf([record('P1', 'warn', credit)]), totals({ homepageStatus: 404 }));
    assert.deepEqual([at(0.3).score, at(0.3).cap], [30, undefined]);
    assert.deepEqual([at(0.39).score, at(0.39).cap], [39, undefined]);
    assert.deepEqual([at(0.394).score, at(0.394).cap], [39, undefined]);
    assert.deepEqual([at(0.395).score, at(0.395).cap?.limit], [39, 39]);
  });
});

describe('coverage and confidence under rubric 1', () => {
  const of = (measured: number, errors: number) =>
    gradeUnder1(
      tallyOf([
        ...Array.from({ length: measured }, () => record('P1', 'pass')),
        ...Array.from({ length: errors }, () => record('P1', 'error')),
      ]),
      totals(),
    );
  const cases: [number, number, number, boolean][] = [
    [5, 0, 1, false],
    [3, 2, 0.6, false],
    [601, 399, 0.601, false],
    [599, 401, 0.599, true],
    [0, 4, 0, true],
    [0, 0, 0, true],
  ];
  for (const [measured, errors, coverage, low] of cases) {
    it(`${measured} measured, ${errors} not`, () => {
      const result = of(measured, errors);
      assert.deepEqual([result.coverage, result.lowConfidence], [coverage, low]);
      assert.equal(result.score, measured === 0 ? 0 : 100);
    });
  }

  it('weighs missing results', () => {
    const { coverage } = gradeUnder1(
      tallyOf([record('S2', 'pass'), record('S1', 'error'), record('S3', 'na')]),
      totals(),
    );
    assert.ok(Math.abs(coverage - weightUnder1('S2') / (weightUnder1('S1') + weightUnder1('S2'))) < 1e-6);
  });

  it('at 0.6 of unequal parts, which no sum of floats hits', () => {
    // Thirds of several weights: exactly three fifths on paper.
    const ids = ['P1', 'P2', 'P3', 'P4', 'P5', 'P7', 'P10', 'P11', 'P12'];
    const records = ids.flatMap((id) => [
      ...Array.from({ length: 9 }, () => record(id, 'pass')),
      ...Array.from({ length: 6 }, () => record(id, 'error')),
    ]);
    const result = gradeUnder1(tallyOf(records), totals());
    assert.deepEqual([result.coverage, result.lowConfidence], [0.6, false]);
  });

  const pageCases: [Partial<PageTotals>, boolean][] = [
    [{ discovered: 3, scanned: 3 }, false],
    [{ discovered: 3, scanned: 2 }, true],
    [{ discovered: 500, scanned: 2 }, true],
    [{ discovered: 500, scanned: 3 }, false],
    [{ discovered: 2, scanned: 2 }, false],
    [{ discovered: 2, scanned: 1 }, false],
    [{ discovered: 1, scanned: 1 }, false],
    [{ cutShort: true }, true],
  ];
  for (const [overrides, low] of pageCases) {
    it(JSON.stringify(overrides), () =>
      assert.equal(gradeUnder1(perfectTallies(), totals(overrides)).lowConfidence, low),
    );
  }
});

describe('ratings', () => {
  const cases: [number, string][] = [
    [100, 'excellent'],
    [90, 'excellent'],
    [89, 'good'],
    [70, 'good'],
    [69, 'fair'],
    [50, 'fair'],
    [49, 'needs_improvement'],
    [0, 'needs_improvement'],
  ];
  for (const [score, rating] of cases) it(`${score} is ${rating}`, () => assert.equal(ratingOf(score), rating));
});

describe('the llms.txt score', () => {
  const small = { charCount: 5000, linkCount: 20 };
  const all = (changes: Record<string, Status> = {}) =>
    tallyOf(idsOf('L').map((id) => record(id, changes[id] ?? 'pass')));
  const share = (...lost: [string, number][]) => {
    const sum = idsOf('L').reduce((total, id) => total + weightOf(id), 0);
    const earned = lost.reduce((total, [id, part]) => total - weightOf(id) * part, sum);
    return Math.floor((100 * earned) / sum + 0.5);
  };

  it('is 100 for a file without fault', () => assert.equal(scoreLlmsTxt(all(), small), 100));
  it('is 0 without a file', () => assert.equal(scoreLlmsTxt(all(), undefined), 0));
  it('is 0 when the file cannot be reached', () => assert.equal(scoreLlmsTxt(all({ L1: 'fail' }), small), 0));
  it('survives a warning about reaching it', () =>
    assert.equal(scoreLlmsTxt(all({ L1: 'warn' }), small), share(['L1', 0.5])));
  it('is 59 at most without an H1', () => {
    assert.equal(scoreLlmsTxt(all({ L3: 'fail' }), small), 59);
    assert.equal(scoreLlmsTxt(all({ L3: 'warn' }), small), share(['L3', 0.5]));
  });
  it('is 39 at most without a link', () => {
    assert.equal(scoreLlmsTxt(all(), { ...small, linkCount: 0 }), 39);
    assert.equal(scoreLlmsTxt(all({ L3: 'fail' }), { ...small, linkCount: 0 }), 39);
    assert.equal(scoreLlmsTxt(all(), { ...small, linkCount: 1 }), 100);
  });
  it('is 0 when nothing was measured', () => assert.equal(scoreLlmsTxt(tallyOf([]), small), 0));

  const sizes: [number, number][] = [
    [0, 1],
    [100_000, 1],
    [125_000, 0.8],
    [200_000, 0.5],
    [10_000_000, 0.01],
  ];
  for (const [charCount, factor] of sizes) {
    it(`of ${charCount} characters keeps ${factor} of what its contents earn`, () => {
      const lost = LLMS_TXT_RUBRIC.scaledBySize.checks.map((id): [string, number] => [id, 1 - factor]);
      assert.equal(scoreLlmsTxt(all(), { charCount, linkCount: 20 }), share(...lost));
    });
  }
});
