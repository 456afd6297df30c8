import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { CheckRecord } from '../../../../src/scanner/model/result.ts';
import type { Delivery, SiteScore } from '../../../../src/scanner/model/score.ts';
import { RUBRIC_1 } from '../../../../src/scanner/scoring/rubric-1.ts';
import { scoreLlmsTxt, scoreSite } from '../../../../src/scanner/scoring/score.ts';
import { creditOf } from '../../../../src/scanner/scoring/tally.ts';
import { runsOf } from '../../../support/exhaustive.ts';
import { basisOf, delivered, idsOf, record, type Status, tallyOf, totals, weightUnder1 } from './score-records.ts';

const RUNS = { seed: 1, numRuns: runsOf(200) };

interface Page {
  readonly status: number;
  readonly records: readonly CheckRecord[];
}
interface Scan {
  readonly site: readonly CheckRecord[];
  readonly pages: readonly Page[];
}

const fails = ({ records }: Page, check: string) => records.some(({ id, status }) => status === 'fail' && id === check);

const gradeUnder = (delivery: Delivery | undefined, { site, pages }: Scan): SiteScore =>
  scoreSite(
    basisOf(
      tallyOf([...pages.flatMap(({ records }) => records), ...site]),
      totals({
        discovered: pages.length,
        scanned: pages.length,
        not200: pages.filter(({ status }) => status !== 200).length,
        unreadable: {
          wall: pages.filter((page) => fails(page, 'P4') && !fails(page, 'P5')).length,
          shell: pages.filter((page) => fails(page, 'P5') && !fails(page, 'P4')).length,
          both: pages.filter((page) => fails(page, 'P4') && fails(page, 'P5')).length,
        },
        homepageStatus: pages[0]?.status ?? 0,
      }),
      delivery,
    ),
  );
/** Under rubric 1, which had no delivered share. */
const grade = (scan: Scan) => gradeUnder(undefined, scan);

const anyStatus = fc.constantFrom<Status>('pass', 'pass', 'warn', 'fail', 'na', 'error');
const anyRecord = (id: string, status: fc.Arbitrary<Status> = anyStatus): fc.Arbitrary<CheckRecord> =>
  fc
    .tuple(status, fc.option(fc.integer({ min: 0, max: 100 })))
    .map(([given, percent]) => record(id, given, given === 'warn' && percent !== null ? percent / 100 : undefined));
const anyRecords = (series: string, status?: fc.Arbitrary<Status>) =>
  fc
    .tuple(...idsOf(series).map((id) => fc.option(anyRecord(id, status), { freq: 6 })))
    .map((records) => records.filter((one) => one !== null));
const anyScan = (status?: fc.Arbitrary<Status>): fc.Arbitrary<Scan> =>
  fc.record({
    site: anyRecords('S', status),
    pages: fc.array(fc.record({ status: fc.constantFrom(200, 200, 200, 404), records: anyRecords('P', status) }), {
      minLength: 1,
      maxLength: 6,
    }),
  });
/** Every scan that differs from the given one by one record changed. */
function* changed(scan: Scan, change: (record: CheckRecord) => CheckRecord | undefined): Generator<Scan> {
  for (const [at, one] of scan.site.entries()) {
    const other = change(one);
    if (other !== undefined) yield { ...scan, site: scan.site.with(at, other) };
  }
  for (const [at, page] of scan.pages.entries()) {
    for (const [position, one] of page.records.entries()) {
      const other = change(one);
      if (other === undefined) continue;
      yield { ...scan, pages: scan.pages.with(at, { ...page, records: page.records.with(position, other) }) };
    }
  }
}

const EDITIONS = [
  { rubric: 1, delivery: undefined },
  { rubric: 2, delivery: delivered(0.8) },
];
for (const { rubric, delivery } of EDITIONS) {
  describe(`the site score under rubric ${rubric}, whatever the scan`, () => {
    const grade = (scan: Scan) => gradeUnder(delivery, scan);

    it('stays between 0 and 100, and a whole number', () => {
      fc.assert(
        fc.property(anyScan(), (scan) => {
          const { score, raw, coverage } = grade(scan);
          assert.ok(Number.isInteger(score) && score >= 0 && score <= 100, String(score));
          assert.ok(raw >= 0 && raw <= 100, String(raw));
          assert.ok(coverage >= 0 && coverage <= 1, String(coverage));
        }),
        RUNS,
      );
    });

    it('does not know the order of records and pages', () => {
      const shuffled = <T>(values: readonly T[]) => fc.shuffledSubarray([...values], { minLength: values.length });
      const anyOrder = anyScan().chain((scan) => {
        const [first, ...others] = scan.pages;
        return fc.record({
          scan: fc.constant(scan),
          site: shuffled(scan.site),
          // The homepage's status caps the score, so the page that is the homepage stays it.
          others: shuffled(others).map((rest) => (first === undefined ? rest : [first, ...rest])),
        });
      });
      fc.assert(
        fc.property(anyOrder, ({ scan, site, others }) => {
          assert.deepEqual(grade({ site, pages: others }), grade(scan));
        }),
        RUNS,
      );
    });

    it('does not change when every page is there several times', () => {
      fc.assert(
        fc.property(anyScan(), fc.integer({ min: 2, max: 7 }), (scan, times) => {
          const { lowConfidence: _, ...once } = grade(scan);
          const pages = Array.from({ length: times }, () => scan.pages).flat();
          const { lowConfidence: __, ...often } = grade({ ...scan, pages });
          assert.deepEqual(often, once);
        }),
        RUNS,
      );
    });

    it('never rises when one check turns from pass to fail', () => {
      fc.assert(
        fc.property(anyScan(), (scan) => {
          const before = grade(scan);
          const toFail = (one: CheckRecord) => (one.status === 'pass' ? record(one.id, 'fail') : undefined);
          for (const worse of changed(scan, toFail)) {
            const after = grade(worse);
            assert.ok(after.score <= before.score, `${before.score} -> ${after.score}`);
            assert.ok(after.raw <= before.raw, `${before.raw} -> ${after.raw}`);
          }
        }),
        RUNS,
      );
    });

    it('never rises when one credit sinks', () => {
      fc.assert(
        fc.property(anyScan(), fc.double({ min: 0, max: 0.999, noNaN: true }), (scan, part) => {
          const before = grade(scan);
          const lower = (one: CheckRecord) => {
            const credit = creditOf(one);
            return credit === undefined ? undefined : record(one.id, 'warn', credit * part);
          };
          // A fail that becomes a warning rightly lifts caps; this test checks only the sum.
          for (const worse of changed(scan, lower)) assert.ok(grade(worse).raw <= before.raw);
        }),
        RUNS,
      );
    });
  });
}

describe('the site score under rubric 1', () => {
  it('never rises when a check turns from pass to fail and what depends on it fails with it', () => {
    const dependants: Readonly<Record<string, readonly string[]>> = RUBRIC_1.fixedWith;
    const spoilt = (records: readonly CheckRecord[], id: string): readonly CheckRecord[] | undefined =>
      records.some((one) => one.id === id && one.status === 'pass')
        ? records.map((one) => {
            if (one.id === id) return record(id, 'fail');
            return dependants[id]?.includes(one.id) === true && one.status !== 'error' ? record(one.id, 'fail') : one;
          })
        : undefined;
    fc.assert(
      fc.property(anyScan(), fc.constantFrom(...Object.keys(dependants)), (scan, id) => {
        const before = grade(scan);
        const site = spoilt(scan.site, id);
        const worse: Scan[] = [
          ...(site === undefined ? [] : [{ ...scan, site }]),
          ...scan.pages.flatMap((page, at) => {
            const records = spoilt(page.records, id);
            return records === undefined ? [] : [{ ...scan, pages: scan.pages.with(at, { ...page, records }) }];
          }),
        ];
        for (const after of worse) assert.ok(grade(after).raw <= before.raw, id);
      }),
      { seed: 1, numRuns: runsOf(1000) },
    );
  });

  it('does not see what does not apply', () => {
    fc.assert(
      fc.property(anyScan(), (scan) => {
        const applies = ({ status }: CheckRecord) => status !== 'na';
        const without = {
          site: scan.site.filter(applies),
          pages: scan.pages.map((page) => ({ ...page, records: page.records.filter(applies) })),
        };
        assert.deepEqual(grade(without), grade(scan));
        const padded = scan.pages.map((page) => ({
          ...page,
          records: [...page.records, ...idsOf('P').map((id) => record(id, 'na'))],
        }));
        assert.deepEqual(grade({ site: scan.site, pages: padded }), grade(scan));
      }),
      RUNS,
    );
  });

  it('does not know the llms.txt series', () => {
    fc.assert(
      fc.property(anyScan(), anyRecords('L'), (scan, llmsTxt) => {
        assert.deepEqual(grade({ ...scan, site: [...scan.site, ...llmsTxt] }), grade(scan));
      }),
      RUNS,
    );
  });

  it('is the formula in whole numbers, rounded half up', () => {
    fc.assert(
      fc.property(anyScan(), (scan) => {
        const tallies = tallyOf([...scan.site, ...scan.pages.flatMap(({ records }) => records)]);
        const { score } = scoreSite(basisOf(tallies));
        const capped = ['S2', 'S6'].some((id) => (tallies.get(id)?.fails ?? 0) > 0);
        const expected = exactScore(scan);
        assert.equal(score, capped ? Math.min(49, expected) : expected);
      }),
      { seed: 1, numRuns: runsOf(2000) },
    );
  });
});

/** 100 * sum(w k c) / sum(w), rounded half up, in fractions of whole numbers (credits are hundredths). */
function exactScore(scan: Scan): number {
  type Fraction = readonly [bigint, bigint];
  const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d];
  const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d];
  const max = (a: Fraction, b: Fraction): Fraction => (a[0] * b[1] > b[0] * a[1] ? a : b);
  const ONE: Fraction = [1n, 1n];

  const all = [...scan.site, ...scan.pages.flatMap(({ records }) => records)];
  const mean = (wanted: string): Fraction | undefined => {
    const credits = all
      .filter(({ id }) => id === wanted)
      .map(creditOf)
      .filter((credit) => credit !== undefined);
    const hundredths = credits.reduce((sum, credit) => sum + Math.round(credit * 100), 0);
    return credits.length === 0 ? undefined : [BigInt(hundredths), BigInt(100 * credits.length)];
  };
  const { scaledByServerRendering: rendering, scaledBySitemap: sitemap } = RUBRIC_1;
  const isIn = (list: readonly string[], id: string) => list.includes(id);
  const floor: Fraction = [BigInt(Math.round(rendering.floor * 100)), 100n];
  const coefficient = (id: string): Fraction => {
    if (isIn(rendering.checks, id)) return max(floor, mean(rendering.by) ?? ONE);
    return isIn(sitemap.checks, id) ? (mean(sitemap.by) ?? ONE) : ONE;
  };

  let earned: Fraction = [0n, 1n];
  let weights = 0n;
  for (const id of [...idsOf('S'), ...idsOf('P')]) {
    const credit = mean(id);
    if (credit === undefined) continue;
    const weight = BigInt(weightUnder1(id));
    weights += weight;
    earned = plus(earned, times([weight, 1n], times(coefficient(id), credit)));
  }
  if (weights === 0n) return 0;
  const [over, under] = [100n * earned[0], earned[1] * weights];
  return Number((2n * over + under) / (2n * under));
}

describe('the llms.txt score, whatever the file', () => {
  it('stays in bounds, knows no order, and only sinks with faults and size', () => {
    const anyFile = fc.record({ charCount: fc.nat(400_000), linkCount: fc.nat(2) });
    fc.assert(
      fc.property(anyRecords('L'), anyFile, fc.nat(400_000), (records, file, more) => {
        const score = scoreLlmsTxt(tallyOf(records), file);
        assert.ok(Number.isInteger(score) && score >= 0 && score <= 100);
        assert.equal(scoreLlmsTxt(tallyOf(records.toReversed()), file), score);
        assert.equal(scoreLlmsTxt(tallyOf(records.filter(({ status }) => status !== 'na')), file), score);
        assert.ok(scoreLlmsTxt(tallyOf(records), { ...file, charCount: file.charCount + more }) <= score);
        for (const worse of changed({ site: records, pages: [] }, ({ id, status }) =>
          status === 'pass' ? record(id, 'fail') : undefined,
        )) {
          assert.ok(scoreLlmsTxt(tallyOf(worse.site), file) <= score);
        }
      }),
      RUNS,
    );
  });
});
