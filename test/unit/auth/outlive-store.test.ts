import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { outliveStore } from '../../../src/auth/in-time.ts';
import { createMemoryWindows } from '../../../src/auth/quotas.ts';
import { ServiceError } from '../../../src/errors.ts';
import type { DrawAnswer, Windows } from '../../../src/store/store.ts';

const LIMITS = [{ windowMs: 60_000, max: 2 }];
const PATIENCE_MS = 30;

/** Windows that do with each draw what the test says. */
function sharedThat(draw: () => Promise<DrawAnswer>): Windows {
  return { draw, peek: draw };
}

const unavailable = () => new ServiceError('unavailable', 'The store cannot be reached just now.');

describe('windows that outlive their store', () => {
  it('are those of the store while it answers', async () => {
    const shared = createMemoryWindows();
    const local = createMemoryWindows();
    const windows = outliveStore(shared, local, PATIENCE_MS);
    await windows.draw('a', LIMITS);
    assert.equal((await shared.peek('a', LIMITS)).states[0]?.remaining, 1);
    assert.equal((await local.peek('a', LIMITS)).states[0]?.remaining, 2);
  });

  it('count by themselves while the store is away, and refuse requests over the limit', async () => {
    const windows = outliveStore(
      sharedThat(() => Promise.reject(unavailable())),
      createMemoryWindows(),
      PATIENCE_MS,
    );
    const answers = [];
    for (let draw = 0; draw < 3; draw += 1) answers.push((await windows.draw('a', LIMITS)).allowed);
    assert.deepEqual(answers, [true, true, false]);
    assert.equal((await windows.draw('b', LIMITS)).allowed, true);
    assert.equal((await windows.peek('a', LIMITS)).states[0]?.remaining, 0);
  });

  it('wait once for a silent store, then not at all, and ask it again from its first answer on', async () => {
    const store = createMemoryWindows();
    const open: (() => void)[] = [];
    let isSilent = true;
    let asked = 0;
    const shared = sharedThat(async () => {
      asked += 1;
      if (isSilent) await new Promise<void>((resolve) => open.push(resolve));
      return store.draw('a', LIMITS);
    });
    const windows = outliveStore(shared, createMemoryWindows(), PATIENCE_MS);
    const begun = performance.now();
    assert.equal((await windows.draw('a', LIMITS)).allowed, true);
    assert.ok(performance.now() - begun >= PATIENCE_MS - 1);
    assert.equal((await windows.draw('a', LIMITS)).allowed, true);
    assert.equal(asked, 1, 'the second did not wait for the store');
    isSilent = false;
    for (const answer of open) answer();
    await new Promise((resolve) => setImmediate(resolve));
    await windows.draw('a', LIMITS);
    assert.equal(asked, 2);
  });

  it('reject with an error that is not temporary', async () => {
    const windows = outliveStore(
      sharedThat(() => Promise.reject(new RangeError('no'))),
      createMemoryWindows(),
    );
    await assert.rejects(windows.draw('a', LIMITS), RangeError);
  });
});

describe('windows in memory', () => {
  it('forget the subject that drew longest ago when there are too many', async () => {
    const windows = createMemoryWindows(2);
    for (const subject of ['a', 'b', 'a', 'c']) await windows.draw(subject, LIMITS);
    const left = async (subject: string) => (await windows.peek(subject, LIMITS)).states[0]?.remaining;
    assert.deepEqual([await left('a'), await left('b'), await left('c')], [0, 2, 1]);
  });

  it('reject a limit without length, as every store does', async () => {
    const windows = createMemoryWindows();
    await assert.rejects(windows.draw('a', [{ windowMs: 0, max: 1 }]), RangeError);
    await assert.rejects(windows.peek('a', [{ windowMs: 1000, max: 0 }]), RangeError);
  });
});
