import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Store } from '../../../../src/store/store.ts';
import { HARD_NAMES } from './hard-names.ts';

const withCounts = (counts: Record<number, number>): number[] =>
  Array.from({ length: 101 }, (_, bucket) => counts[bucket] ?? 0);

export function histogramSuite(store: () => Store): void {
  it('counts a member once, in its latest bucket', async () => {
    const { histogram } = store();
    assert.deepEqual(await histogram.counts('moves'), withCounts({}));
    await histogram.set('moves', 'a', 0);
    await histogram.set('moves', 'b', 0);
    await histogram.set('moves', 'c', 100);
    assert.deepEqual(await histogram.counts('moves'), withCounts({ 0: 2, 100: 1 }));
    await histogram.set('moves', 'a', 57);
    await histogram.set('moves', 'c', 100);
    assert.deepEqual(await histogram.counts('moves'), withCounts({ 0: 1, 57: 1, 100: 1 }));
    assert.equal(await histogram.bucketOf('moves', 'a'), 57);
    assert.equal(await histogram.bucketOf('moves', 'none'), undefined);
    await histogram.remove('moves', 'a');
    await histogram.remove('moves', 'a');
    await histogram.remove('moves', 'none');
    assert.equal(await histogram.bucketOf('moves', 'a'), undefined);
    assert.deepEqual(await histogram.counts('moves'), withCounts({ 0: 1, 100: 1 }));
  });

  it('stays exact under 50 parallel changes', async () => {
    const { histogram } = store();
    const members = Array.from({ length: 50 }, (_, member) => `member-${member}`);
    await Promise.all(members.map((member) => histogram.set('parallel', member, 10)));
    assert.deepEqual(await histogram.counts('parallel'), withCounts({ 10: 50 }));
    await Promise.all(
      members.flatMap((member, at) => [
        histogram.set('parallel', member, at % 3),
        at % 5 === 0 ? histogram.remove('parallel', member) : histogram.set('parallel', member, 20),
      ]),
    );
    assert.deepEqual(await histogram.counts('parallel'), withCounts({ 20: 40 }));
  });

  it('keeps hard names and members apart', async () => {
    const { histogram } = store();
    await Promise.all(HARD_NAMES.flatMap((name) => HARD_NAMES.map((member) => histogram.set(name, member, 7))));
    for (const name of HARD_NAMES) {
      assert.deepEqual(await histogram.counts(name), withCounts({ 7: HARD_NAMES.length }), name);
    }
  });

  it('rejects buckets that are none', async () => {
    for (const bucket of [-1, 101, 1.5, Number.NaN]) {
      await assert.rejects(store().histogram.set('odd', 'member', bucket), RangeError);
    }
    assert.deepEqual(await store().histogram.counts('odd'), withCounts({}));
  });
}
