/** A list that was cut by interruptions: faults and comparison are those of the whole list. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mergeComparisons, mergeParts, type Part } from '../../../src/cli/sites-parts.ts';
import { compareBatches, type ReadBatch } from '../../../src/sites/batch-comparison.ts';
import { countsOf, linesOf } from '../../../src/sites/batch-list.ts';
import { resultsOf } from '../../../src/sites/batch-results.ts';
import type { Outcome } from '../../../src/sites/outcome.ts';

type Scored = readonly [host: string, score?: number, fixes?: readonly string[]];
const CREATED = '2026-01-01T00:00:00.000Z';

/** A batch in which lines without a score were cancelled. */
function batch(id: string, scored: readonly Scored[]): ReadBatch {
  const lines = linesOf(scored.map(([host]) => host)).map((line, at) => {
    if (line.state !== 'waiting') return line;
    return scored[at]?.[1] === undefined
      ? { ...line, state: 'cancelled' as const }
      : { ...line, state: 'completed' as const, scanId: `scn_${id}_${at}` };
  });
  const outcomes = lines.map(({ rootUrl = '', scanId }, at): Outcome | undefined => {
    if (scanId === undefined) return undefined;
    const [, score, fixes = []] = scored[at] ?? [''];
    return {
      ...{ scanId, shareToken: `token_${at}`, rootUrl, pageLimit: 5, status: 'completed', createdAt: CREATED },
      ...{ score, rubricVersion: '3.0.0', fixes: fixes.map((checkId) => ({ checkId, gain: 1.5 })) },
    } as Outcome;
  });
  const about = { id, accountId: 'acc_x', keyPrefix: undefined, createdAt: CREATED, pageLimit: 5, labels: [] };
  return { batch: { ...about, lines: lines.length, counts: countsOf(lines) }, lines, outcomes };
}

const partOf = ({ batch: { id }, lines, outcomes }: ReadBatch, places: readonly number[]): Part => ({
  id,
  places,
  results: resultsOf(lines, outcomes, { from: 0, limit: 1000 }),
});

const SITES: readonly Scored[] = [
  ['a.example', 50, ['S1', 'S2']],
  ['b.example', 60, ['S1']],
  ['c.example', 70, ['S1', 'S3', 'S2']],
  ['d.example', 80, ['S1', 'S3']],
];
const at = (places: readonly number[]) => places.map((place) => SITES[place] ?? (['none.example'] as const));
const WHOLE = batch('bat_whole', SITES);
/** Interrupted after the first and third line, and again after the second. */
const CUT = [
  {
    places: [0, 1, 2, 3],
    read: batch(
      'bat_1',
      SITES.map((site, place) => (place % 2 === 0 ? site : [site[0]])),
    ),
  },
  { places: [1, 3], read: batch('bat_2', [...at([1]), ['d.example']]) },
  { places: [3], read: batch('bat_3', at([3])) },
];
const PARTS = CUT.map(({ places, read }) => partOf(read, places));

describe('a list in several parts', () => {
  it('has the lines and the faults of the list in one part', () => {
    const merged = mergeParts(PARTS);
    const whole = mergeParts([partOf(WHOLE, [0, 1, 2, 3])]);
    assert.deepEqual(merged.batchIds, ['bat_1', 'bat_2', 'bat_3']);
    assert.deepEqual(
      merged.lines.map(({ line, text, score }) => [line, text, score]),
      SITES.map(([host, score], place) => [place + 1, host, score]),
    );
    assert.deepEqual([merged.telling, merged.common], [whole.telling, whole.common]);
  });

  it('in one part has the faults that get_batch tells', () => {
    const part = partOf(WHOLE, [0, 1, 2, 3]);
    const { telling, common } = mergeParts([part]);
    assert.deepEqual({ telling, common }, { telling: part.results.telling, common: part.results.common });
    assert.deepEqual(
      [...common, ...telling].map(({ checkId, sites, of, gain, lines }) => [checkId, sites, of, gain, lines]),
      [
        ['S1', 4, 4, 6, [1, 2, 3, 4]],
        ['S2', 2, 4, 3, [1, 3]],
        ['S3', 2, 4, 3, [3, 4]],
      ],
    );
  });

  it('says of how many sites at least where a part lists as many faults as it can', () => {
    const many = Array.from({ length: 20 }, (_, place) => `P${place + 1}`);
    const parts = [
      partOf(batch('bat_1', [['a.example', 50, ['S1']], ['b.example']]), [0, 1]),
      partOf(batch('bat_2', [['b.example', 50, [...many, 'S1']]]), [1]),
    ];
    const { telling } = mergeParts(parts);
    const found = telling.find(({ checkId }) => checkId === 'S1');
    assert.deepEqual([found?.sites, found?.of, found?.atLeast], [1, 2, true]);
    assert.equal(telling.find(({ checkId }) => checkId === 'P1')?.atLeast, undefined);
  });

  it('is compared with another batch as the list in one part is', () => {
    const before = batch('bat_before', [
      ['b.example', 65, ['S2']],
      ['c.example', 20, ['S1', 'L1']],
      ['gone.example', 5],
    ]);
    const [first, ...others] = CUT.map(({ read }) => compareBatches(before, read));
    assert.ok(first);
    const merged = mergeComparisons([first, ...others], mergeParts(PARTS).lines);
    const whole = compareBatches(before, WHOLE);
    const withoutScans = (comparison: typeof whole) => ({
      ...comparison,
      sites: comparison.sites.map(({ url, before: was, after: is, change }) => [url, was, is, change]),
      onlyAfter: comparison.onlyAfter.toSorted(),
    });
    assert.deepEqual(withoutScans(merged), withoutScans(whole));
    assert.deepEqual(merged.onlyBefore, ['https://gone.example/']);
  });
});
