import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Store } from '../../../../src/store/store.ts';
import { HARD_NAMES } from './hard-names.ts';

const minute = (max: number) => ({ windowMs: 60_000, max });

/** @param swept how many of this many rows a sweep finds */
export function windowsSuite(store: () => Store, swept: (count: number) => number): void {
  // The first test: windows of the others, which end at any time, would be swept too.
  it('sweeps windows with nothing inside, and no other', async () => {
    const { windows } = store();
    for (let subject = 0; subject < 5; subject += 1) {
      await windows.draw(`swept-${subject}`, [{ windowMs: 30, max: 5 }]);
      await windows.draw(`swept-${subject}`, [{ windowMs: 30, max: 5 }]);
    }
    await windows.draw('swept-not', [minute(1)]);
    await setTimeout(60);
    assert.equal(await store().sweep(), swept(5));
    assert.equal((await windows.draw('swept-not', [minute(1)])).allowed, false);
    assert.equal((await windows.draw('swept-1', [{ windowMs: 30, max: 5 }])).states[0]?.remaining, 4);
  });

  it('allows exactly its limit of 200 draws at once', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => store().windows.draw('many', [minute(37)])));
    const allowed = answers.filter((answer) => answer.allowed);
    assert.equal(allowed.length, 37);
    const remaining = allowed.map(({ states }) => states[0]?.remaining ?? -1).sort((a, b) => a - b);
    assert.deepEqual(
      remaining,
      Array.from({ length: 37 }, (_, left) => left),
    );
    for (const { allowed: wasAllowed, retryMs, states } of answers) {
      assert.equal(retryMs > 0 && retryMs <= 60_000, !wasAllowed);
      assert.ok(states[0] !== undefined && states[0].resetMs > 50_000 && states[0].resetMs <= 60_000);
      if (!wasAllowed) assert.equal(states[0].remaining, 0);
    }
  });

  it('charges nothing for a refused draw, and says exactly when the next one succeeds', async () => {
    const limits = [{ windowMs: 400, max: 2 }];
    const { windows } = store();
    const spread = 120;
    await windows.draw('retry', limits);
    await setTimeout(spread);
    await windows.draw('retry', limits);
    for (const which of ['first', 'second']) {
      const asked = Date.now();
      const { allowed, retryMs } = await windows.draw('retry', limits);
      assert.equal(allowed, false, which);
      const due = { earliest: asked + retryMs, latest: Date.now() + retryMs };
      for (;;) {
        const before = Date.now();
        const answer = await windows.draw('retry', limits);
        const after = Date.now();
        if (answer.allowed) {
          assert.ok(after >= due.earliest, `${which}: allowed ${due.earliest - after} ms early`);
          break;
        }
        assert.ok(before <= due.latest, `${which}: refused ${before - due.latest} ms late`);
        assert.ok(before + answer.retryMs <= due.latest && after + answer.retryMs >= due.earliest, which);
        await setTimeout(Math.min(20, answer.retryMs));
      }
    }
  });

  it('refuses 50 ms before the time it named', async () => {
    const limits = [{ windowMs: 600, max: 1 }];
    const { windows } = store();
    const drawnBefore = Date.now();
    await windows.draw('early', limits);
    const { retryMs } = await windows.draw('early', limits);
    await setTimeout(retryMs - 50);
    const { allowed } = await windows.draw('early', limits);
    // After a sleep longer than the wait, the machine is right to allow it.
    if (allowed) assert.ok(Date.now() - drawnBefore >= 600);
    await setTimeout(60);
    assert.ok(allowed || (await windows.draw('early', limits)).allowed);
  });

  it('draws on several limits all or nothing', async () => {
    const limits = [minute(5), { windowMs: 3_600_000, max: 2 }];
    const { windows } = store();
    const first = await windows.draw('several', limits);
    assert.deepEqual(
      first.states.map(({ windowMs, max, remaining }) => [windowMs, max, remaining]),
      [
        [60_000, 5, 4],
        [3_600_000, 2, 1],
      ],
    );
    await windows.draw('several', limits);
    for (let draw = 0; draw < 3; draw += 1) {
      const { allowed, retryMs, states } = await windows.draw('several', limits);
      assert.equal(allowed, false);
      assert.ok(retryMs > 3_500_000 && retryMs <= 3_600_000);
      assert.deepEqual(
        states.map(({ remaining }) => remaining),
        [3, 0],
      );
    }
    assert.equal((await windows.draw('several', [minute(5)])).states[0]?.remaining, 2);
  });

  it('keeps what a longer window needs while a shorter one is drawn on', async () => {
    const { windows } = store();
    const day = { windowMs: 86_400_000, max: 3 };
    await windows.draw('horizon', [day]);
    await setTimeout(15);
    for (let draw = 0; draw < 2; draw += 1) await windows.draw('horizon', [{ windowMs: 10, max: 5 }]);
    const { allowed, states } = await windows.peek('horizon', [day]);
    assert.equal(allowed, false);
    assert.equal(states[0]?.remaining, 0);
  });

  it('obeys a limit that was lowered or raised since', async () => {
    const { windows } = store();
    for (let draw = 0; draw < 6; draw += 1) await windows.draw('changed', [minute(10)]);
    const lowered = await windows.draw('changed', [minute(3)]);
    assert.equal(lowered.allowed, false);
    assert.equal(lowered.states[0]?.remaining, 0);
    assert.equal((await windows.draw('changed', [minute(7)])).allowed, true);
    assert.equal((await windows.draw('changed', [minute(7)])).allowed, false);
  });

  it('waits for as many draws to leave as a lowered limit asks for', async () => {
    const { windows } = store();
    for (const pauseMs of [0, 0, 80, 0]) {
      await setTimeout(pauseMs);
      await windows.draw('lowered', [minute(4)]);
    }
    const { retryMs } = await windows.peek('lowered', [minute(4)]);
    const lowered = await windows.peek('lowered', [minute(2)]);
    assert.ok(lowered.retryMs - retryMs >= 50, `${lowered.retryMs} ms after ${retryMs} ms`);
  });

  it('peeks without drawing', async () => {
    const { windows } = store();
    const untouched = { allowed: true, retryMs: 0, states: [{ ...minute(2), remaining: 2, resetMs: 0 }] };
    assert.deepEqual(await windows.peek('peek', [minute(2)]), untouched);
    assert.deepEqual(await windows.peek('peek', [minute(2)]), untouched);
    await windows.draw('peek', [minute(2)]);
    assert.equal((await windows.peek('peek', [minute(2)])).states[0]?.remaining, 1);
    await windows.draw('peek', [minute(2)]);
    const full = await windows.peek('peek', [minute(2)]);
    assert.equal(full.allowed, false);
    assert.ok(full.retryMs > 50_000 && full.retryMs <= 60_000);
  });

  it('keeps subjects apart', async () => {
    const { windows } = store();
    for (const name of HARD_NAMES) assert.equal((await windows.draw(name, [minute(1)])).allowed, true, name);
    for (const name of HARD_NAMES) assert.equal((await windows.draw(name, [minute(1)])).allowed, false, name);
  });

  it('rejects limits that are none', async () => {
    for (const limit of [
      minute(0),
      minute(-1),
      minute(1.5),
      { windowMs: 0, max: 1 },
      { windowMs: Number.NaN, max: 1 },
    ]) {
      await assert.rejects(store().windows.draw('none', [limit]), RangeError);
      await assert.rejects(store().windows.peek('none', [limit]), RangeError);
    }
  });
}
