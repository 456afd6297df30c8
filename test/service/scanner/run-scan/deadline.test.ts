import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createDeadline } from '../../../../src/scanner/net/deadline.ts';

describe('createDeadline', () => {
  it('aborts after its time, even after garbage collections', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage: unknown = runInNewContext('gc');
    assert.ok(typeof collectGarbage === 'function');
    const { signal } = createDeadline(new AbortController().signal, 300);
    assert.equal(signal.aborted, false);
    for (let round = 0; round < 4; round += 1) {
      await delay(5);
      collectGarbage();
    }
    await delay(400);
    assert.equal(signal.aborted, true);
    assert.match(String(signal.reason), /300 ms/);
  });

  it('aborts with the other signal, for its reason', () => {
    const parent = new AbortController();
    const deadline = createDeadline(parent.signal, 60_000);
    const reason = new Error('enough');
    parent.abort(reason);
    assert.equal(deadline.signal.reason, reason);
    deadline.clear();
    const late = createDeadline(parent.signal, 60_000);
    assert.equal(late.signal.reason, reason, 'also when that has happened before');
    late.clear();
  });

  it('does nothing more once it is cleared', async () => {
    const parent = new AbortController();
    const { signal, clear } = createDeadline(parent.signal, 10);
    clear();
    parent.abort();
    await delay(30);
    assert.equal(signal.aborted, false);
  });
});
