/** Two batches side by side. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareBatches, type ReadBatch } from '../../../src/sites/batch-comparison.ts';
import { countsOf, linesOf } from '../../../src/sites/batch-list.ts';
import type { Outcome } from '../../../src/sites/outcome.ts';

type Scored = readonly [host: string, score?: number, fixes?: readonly string[], rubricVersion?: string];

function batch(id: string, scored: readonly Scored[]): ReadBatch {
  const lines = linesOf(scored.map(([host]) => host));
  const outcomes = lines.map(({ state, rootUrl = '' }, at): Outcome | undefined => {
    const [, score, fixes = [], rubricVersion = '3.0.0'] = scored[at] ?? [''];
    if (state !== 'waiting' || score === undefined) return undefined;
    return {
      scanId: `scn_${id}_${at}`,
      shareToken: `token_${id}_${at}`,
      rootUrl,
      pageLimit: 5,
      status: 'completed',
      createdAt: '2026-01-01T00:00:00.000Z',
      score,
      rubricVersion,
      fixes: fixes.map((checkId) => ({ checkId, gain: 1 })),
    };
  });
  const about = { id, accountId: 'acc_x', keyPrefix: undefined, createdAt: '2026-01-01T00:00:00.000Z', pageLimit: 5 };
  return {
    batch: { ...about, labels: [], lines: lines.length, counts: countsOf(lines) },
    lines,
    outcomes,
  };
}

describe('two batches', () => {
  const before = batch('bat_one', [
    ['a.example', 50, ['S2']],
    ['https://b.example/', 60, ['S2', 'S1']],
    ['gone.example', 70],
    ['dead.example'],
    ['old.example', 10, [], '2.0.0'],
    ['a.example', 99],
  ]);
  const after = batch('bat_two', [
    ['b.example', 55, ['S1']],
    ['A.example', 80],
    ['new.example', 30, ['S1']],
    ['dead.example', 20],
    ['old.example', 90],
    ['not a host'],
  ]);
  const { sites, both, onlyBefore, onlyAfter, means, faults, with: other } = compareBatches(before, after);

  it('pair the sites of both by their root URLs, what lost most first, and without a change where one has no score or another rubric', () => {
    assert.deepEqual(
      sites.map(({ url, before: was, after: is, change }) => [url, was, is, change]),
      [
        ['https://b.example/', 60, 55, -5],
        ['https://a.example/', 50, 80, 30],
        ['https://dead.example/', null, 20, null],
        ['https://old.example/', 10, 90, null],
      ],
    );
    assert.deepEqual(both, { sites: 4, comparable: 2, better: 1, worse: 1, meanChange: 12.5 });
    assert.deepEqual(sites[0]?.scanIds, { before: 'scn_bat_one_1', after: 'scn_bat_two_0' });
    assert.equal(other.id, 'bat_one');
  });

  it('name the sites that one list lacks, without lines that name no site', () => {
    assert.deepEqual([onlyBefore, onlyAfter], [['https://gone.example/'], ['https://new.example/']]);
  });

  it('have means over all their scores, and faults by how far their shares differ', () => {
    assert.deepEqual(means, { before: 47.5, after: 55 });
    assert.deepEqual(
      faults.map(({ checkId, before: was, after: is }) => [checkId, was.sites, was.of, is.sites, is.of]),
      [
        ['S2', 2, 4, 0, 5],
        ['S1', 1, 4, 2, 5],
      ],
    );
  });

  it('of which one has no score have no mean and no comparable site', () => {
    const empty = compareBatches(batch('bat_none', [['a.example']]), after);
    assert.deepEqual([empty.means.before, empty.both.comparable, empty.both.meanChange], [null, 0, null]);
  });
});
