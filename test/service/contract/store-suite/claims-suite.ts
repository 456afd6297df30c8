import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Claims, Store } from '../../../../src/store/store.ts';
import { HARD_NAMES } from './hard-names.ts';

const SHORT_MS = 40;
const LONGER_MS = 80;
/** More than the calls of a test take on a busy machine. */
const KEPT_MS = 500;
const LONG = { leaseMs: 60_000, note: 'first' };

/** @param swept how many of this many rows a sweep finds */
export function claimsSuite(store: () => Store, swept: (count: number) => number): void {
  it('is won by exactly one of 50', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, taker) =>
        store().claims.take('of-fifty', { leaseMs: 60_000, note: `taker ${taker}` }),
      ),
    );
    const winner = answers.findIndex(({ won }) => won);
    for (const [taker, answer] of answers.entries()) {
      if (answer.won) assert.equal(taker, winner);
      else {
        assert.equal(answer.state, 'held');
        assert.equal(answer.note, `taker ${winner}`);
        const leaseLeftMs = answer.state === 'held' ? answer.leaseLeftMs : 0;
        assert.ok(leaseLeftMs > 50_000 && leaseLeftMs <= 60_000);
      }
    }
    assert.notEqual(winner, -1);
  });

  it('replays the note and the value of a finished claim, until it is forgotten', async () => {
    const { claims } = store();
    const fence = await won(claims, 'finished', LONG);
    const value = { list: [1, null, 'ü'], nested: { ok: true } };
    assert.equal(await claims.finish('finished', fence, value, KEPT_MS), true);
    const replay = { won: false, state: 'finished', note: 'first', value };
    assert.deepEqual(await claims.take('finished', { leaseMs: 1_000, note: 'second' }), replay);
    assert.equal(await claims.finish('finished', fence, 'other', 60_000), false);
    assert.equal(await claims.renew('finished', fence, 60_000), false);
    assert.equal(await claims.release('finished', fence), false);
    assert.deepEqual(await claims.take('finished', { leaseMs: 1_000, note: 'third' }), replay);
    await setTimeout(KEPT_MS + 40);
    assert.ok((await won(claims, 'finished', LONG)) > fence);
  });

  it('keeps a value of null and one that is left out', async () => {
    const { claims } = store();
    for (const value of [null, undefined, 0, '']) {
      const key = `value ${String(value)}`;
      await claims.finish(key, await won(claims, key, LONG), value, 60_000);
      const answer = await claims.take(key, LONG);
      assert.equal(!answer.won && answer.state === 'finished' ? answer.value : 'none', value);
    }
  });

  it('fences off a holder whose lease was lost', async () => {
    const { claims } = store();
    const old = await won(claims, 'lost', { leaseMs: SHORT_MS, note: 'old' });
    await setTimeout(LONGER_MS);
    const current = await won(claims, 'lost', { leaseMs: 60_000, note: 'current' });
    assert.ok(current > old);
    assert.equal(await claims.renew('lost', old, 60_000), false);
    assert.equal(await claims.finish('lost', old, 'old', 60_000), false);
    assert.equal(await claims.release('lost', old), false);
    assert.equal(await claims.finish('lost', current, 'current', 60_000), true);
    const answer = await claims.take('lost', LONG);
    assert.deepEqual(answer, { won: false, state: 'finished', note: 'current', value: 'current' });
  });

  it('returns the first fence of leases that expired one after the other, and starts again after an end', async () => {
    const { claims } = store();
    const take = async (leaseMs: number) => {
      const answer = await claims.take('in-a-row', { leaseMs, note: '' });
      assert.ok(answer.won);
      return answer;
    };
    const first = await take(SHORT_MS);
    assert.equal(first.firstFence, first.fence);
    await setTimeout(LONGER_MS);
    const second = await take(SHORT_MS);
    await setTimeout(LONGER_MS);
    const third = await take(60_000);
    assert.deepEqual([second.firstFence, third.firstFence], [first.fence, first.fence]);
    assert.notEqual(third.fence, first.fence);

    assert.equal(await claims.finish('in-a-row', third.fence, 1, SHORT_MS), true);
    await setTimeout(LONGER_MS);
    const afterEnd = await take(60_000);
    assert.equal(afterEnd.firstFence, afterEnd.fence);
    assert.equal(await claims.release('in-a-row', afterEnd.fence), true);
    const afterRelease = await take(60_000);
    assert.equal(afterRelease.firstFence, afterRelease.fence);
  });

  it('leaves an expired lease to its holder until another caller takes it', async () => {
    const { claims } = store();
    const [renewed, finished, released] = ['lapsed-renewed', 'lapsed-finished', 'lapsed-released'];
    const short = { leaseMs: SHORT_MS, note: '' };
    const fences = await Promise.all([renewed, finished, released].map((key) => won(claims, key, short)));
    await setTimeout(LONGER_MS);
    assert.equal(await claims.renew(renewed, fences[0] ?? 0, 60_000), true);
    assert.equal(await claims.finish(finished, fences[1] ?? 0, 1, 60_000), true);
    assert.equal(await claims.release(released, fences[2] ?? 0), true);
    assert.equal((await claims.take(renewed, LONG)).won, false);
    assert.equal((await claims.take(finished, LONG)).won, false);
    assert.equal((await claims.take(released, LONG)).won, true);
  });

  it('extends a lease', async () => {
    const { claims } = store();
    const fence = await won(claims, 'renewed', { leaseMs: 150, note: '' });
    assert.equal(await claims.renew('renewed', fence, 60_000), true);
    await setTimeout(200);
    assert.equal((await claims.take('renewed', LONG)).won, false);
  });

  it('gives a claim back, and never the same fence again', async () => {
    const { claims } = store();
    const old = await won(claims, 'released', LONG);
    assert.equal(await claims.release('released', old), true);
    assert.equal(await claims.release('released', old), false);
    const current = await won(claims, 'released', LONG);
    assert.notEqual(current, old);
    assert.equal(await claims.finish('released', old, 'old', 60_000), false);
    assert.equal(await claims.release('released', old), false);
    assert.equal(await claims.finish('released', current, 'current', 60_000), true);
  });

  it('knows nothing of claims that were never made, and keeps hard keys apart', async () => {
    const { claims } = store();
    assert.equal(await claims.finish('never', 1, '', 1), false);
    assert.equal(await claims.renew('never', 1, 1), false);
    assert.equal(await claims.release('never', 1), false);
    for (const name of HARD_NAMES) await won(claims, `hard ${name}`, LONG);
    for (const name of HARD_NAMES) await won(claims, name, LONG);
  });

  it('sweeps finished claims past their time, and no lease', async () => {
    const { claims } = store();
    await store().sweep();
    for (const key of ['sweep-1', 'sweep-2']) await claims.finish(key, await won(claims, key, LONG), 1, SHORT_MS);
    await claims.finish('sweep-kept', await won(claims, 'sweep-kept', LONG), 1, 60_000);
    const fence = await won(claims, 'sweep-lapsed', { leaseMs: SHORT_MS, note: '' });
    await setTimeout(LONGER_MS);
    assert.equal(await store().sweep(), swept(2));
    assert.equal((await claims.take('sweep-kept', LONG)).won, false);
    assert.equal(await claims.finish('sweep-lapsed', fence, 1, 60_000), true);
  });
}

async function won(claims: Claims, key: string, lease: { leaseMs: number; note: string }): Promise<number> {
  const answer = await claims.take(key, lease);
  assert.ok(answer.won, `${key} should have been free`);
  return answer.fence;
}
