import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { IndexEntry, Store } from '../../../../src/store/store.ts';
import { HARD_NAMES } from './hard-names.ts';

const ALL = { limit: 10_000 };

export function indexSuite(store: () => Store): void {
  it('gives 50 parallel adds of one score 50 scores in a row', async () => {
    const wished = 1_790_000_000_000;
    const scores = await Promise.all(
      Array.from({ length: 50 }, (_, member) => store().index.add('parallel', wished, `member-${member}`)),
    );
    assert.deepEqual(
      [...scores].sort((a, b) => a - b),
      Array.from({ length: 50 }, (_, offset) => wished + offset),
    );
    const entries = await store().index.oldest('parallel', ALL);
    assert.deepEqual(
      entries,
      scores.map((score, member) => ({ score, member: `member-${member}` })).sort((a, b) => a.score - b.score),
    );
    assert.equal(await store().index.count('parallel'), 50);
  });

  it('fills gaps from the wished score on', async () => {
    const { index } = store();
    for (const [wished, given] of [
      [10, 10],
      [12, 12],
      [10, 11],
      [10, 13],
      [9, 9],
      [14, 14],
    ] as const) {
      assert.equal(await index.add('gaps', wished, `m-${given}`), given);
    }
  });

  it('reads ranges in both directions', async () => {
    const { index } = store();
    const scores = [-2_000_000_000_000, -7, 0, 1, 255, 256, 65_536, 4_294_967_296, 1_790_000_000_000];
    for (const score of [...scores].reverse()) await index.add('ranges', score, `s${score}`);
    const scoresOf = (entries: IndexEntry[]) => entries.map(({ score }) => score);
    const upwards = (below: number) => scores.filter((score) => score < below);
    const downwards = (below: number) => upwards(below).reverse();

    assert.deepEqual(scoresOf(await index.oldest('ranges', ALL)), scores);
    assert.deepEqual(scoresOf(await index.newest('ranges', ALL)), [...scores].reverse());
    for (const below of [-3_000_000_000_000, -7, -6, 0, 1, 2, 256, 300, 1_790_000_000_000, 1_790_000_000_001]) {
      for (const limit of [0, 1, 3, 100]) {
        assert.deepEqual(
          scoresOf(await index.oldest('ranges', { below, limit })),
          upwards(below).slice(0, limit),
          `oldest ${limit} below ${below}`,
        );
        assert.deepEqual(
          scoresOf(await index.newest('ranges', { below, limit })),
          downwards(below).slice(0, limit),
          `newest ${limit} below ${below}`,
        );
      }
    }
    assert.deepEqual(await index.newest('ranges', { limit: 1 }), [
      { score: 1_790_000_000_000, member: 's1790000000000' },
    ]);
  });

  it('moves a member that is added again', async () => {
    const { index } = store();
    await index.add('moved', 5, 'other');
    assert.equal(await index.add('moved', 1, 'member'), 1);
    assert.equal(await index.add('moved', 1, 'member'), 1);
    assert.equal(await index.add('moved', 5, 'member'), 6);
    assert.equal(await index.count('moved'), 2);
    assert.deepEqual(await index.oldest('moved', ALL), [
      { score: 5, member: 'other' },
      { score: 6, member: 'member' },
    ]);
    assert.equal(await index.add('moved', 1, 'third'), 1);
  });

  it('removes', async () => {
    const { index } = store();
    await index.add('removed', 1, 'member');
    assert.equal(await index.remove('removed', 'none'), false);
    assert.equal(await index.remove('removed', 'member'), true);
    assert.equal(await index.remove('removed', 'member'), false);
    assert.equal(await index.count('removed'), 0);
    assert.deepEqual(await index.newest('removed', ALL), []);
    assert.equal(await index.count('never'), 0);
  });

  it('keeps hard lists and members apart', async () => {
    const { index } = store();
    await Promise.all(HARD_NAMES.flatMap((list) => HARD_NAMES.map((member, score) => index.add(list, score, member))));
    const wanted = HARD_NAMES.map((member, score) => ({ score, member }));
    for (const list of HARD_NAMES) {
      assert.deepEqual(await index.oldest(list, ALL), wanted);
      assert.deepEqual(await index.newest(list, ALL), [...wanted].reverse());
    }
  });

  it('rejects scores that are no integers', async () => {
    for (const score of [1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      await assert.rejects(store().index.add('odd', score, 'member'), RangeError);
    }
    assert.equal(await store().index.count('odd'), 0);
  });
}
