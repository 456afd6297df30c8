import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { createIdempotency, type IdempotentCall } from '../../../src/auth/idempotency.ts';
import { ServiceError } from '../../../src/errors.ts';
import type { Claims, Store } from '../../../src/store/store.ts';
import { openLmdbUnderTest, type StoreUnderTest } from '../../support/store-drivers.ts';

fc.configureGlobal({ seed: 1 });

const HOUR = 3_600_000;
let opened: StoreUnderTest;
let store: Store;
before(async () => {
  opened = await openLmdbUnderTest();
  store = opened.store;
});
after(() => opened.destroy());

let used = 0;
/** A call under a separate key. */
function newCall(overrides: Partial<IdempotentCall> = {}): IdempotentCall {
  used += 1;
  return {
    accountId: 'acc_a',
    key: `key-${used}`,
    tool: 'start_scan',
    input: { url: 'https://a.example/' },
    ...overrides,
  };
}
const refused = (code: string) => (error: unknown) => error instanceof ServiceError && error.code === code;
const never = () => assert.fail('ran again');
const once = <Output>(call: IdempotentCall, work: (workName: string) => Promise<Output>) =>
  createIdempotency(store).once(call, work);
interface Begun {
  readonly answer: Promise<{ output: string; replayed: boolean }>;
  resolve(output: string): void;
  reject(error: Error): void;
}

/** A call with running work that ends on request. */
function begun(call: IdempotentCall): Promise<Begun> {
  return new Promise((started) => {
    const answer = once(call, () => new Promise<string>((resolve, reject) => started({ resolve, reject, answer })));
  });
}

describe('a key that is used again', () => {
  it('replays the output of the first call', async () => {
    const call = newCall();
    const output = { id: 'scn_a', list: [1, null, { deep: 'é' }] };
    assert.deepEqual(await once(call, async () => output), { output, replayed: false });
    assert.deepEqual(await once(call, never), { output, replayed: true });
    assert.deepEqual(await once(call, never), { output, replayed: true });
  });

  const changes: [string, Partial<IdempotentCall>][] = [
    ['another value', { input: { url: 'https://b.example/' } }],
    ['another member', { input: { url: 'https://a.example/', pageLimit: 5 } }],
    ['no input', { input: undefined }],
    ['a value of another type', { input: { url: 1 } }],
    ['another tool', { tool: 'scan_mcp' }],
  ];
  for (const [what, change] of changes) {
    it(`is refused for ${what}, while the first call runs and after it`, async () => {
      const call = newCall();
      const first = await begun(call);
      await assert.rejects(once({ ...call, ...change }, never), refused('idempotency_mismatch'));
      first.resolve('done');
      await first.answer;
      await assert.rejects(once({ ...call, ...change }, never), refused('idempotency_mismatch'));
      assert.deepEqual(await once(call, never), { output: 'done', replayed: true });
    });
  }

  it('gets a retry time while the first call runs', async () => {
    const call = newCall();
    const first = await begun(call);
    await assert.rejects(
      once(call, never),
      (error) =>
        refused('idempotency_in_flight')(error) && error instanceof ServiceError && error.retryAfterSeconds === 1,
    );
    first.resolve('done');
    assert.deepEqual(await first.answer, { output: 'done', replayed: false });
    assert.deepEqual(await once(call, never), { output: 'done', replayed: true });
  });

  it('runs anew when the first call failed', async () => {
    const call = newCall();
    const failure = new ServiceError('rate_limited', 'Too many calls.');
    await assert.rejects(
      once(call, () => Promise.reject(failure)),
      (error) => error === failure,
    );
    assert.deepEqual(await once({ ...call, input: 'another' }, async () => 2), { output: 2, replayed: false });
  });

  it('is another key under another account', async () => {
    const call = newCall();
    await once(call, async () => 'of a');
    const ofB = { ...call, accountId: 'acc_b', input: 'another' };
    assert.deepEqual(await once(ofB, async () => 'of b'), { output: 'of b', replayed: false });
    assert.deepEqual(await once(call, never), { output: 'of a', replayed: true });
    assert.deepEqual(await once({ ...call, accountId: 'acc_akey' }, async () => 3), { output: 3, replayed: false });
  });

  it('is not mixed up with a shorter account and a longer key', async () => {
    const call = newCall();
    await once(call, async () => 1);
    const shifted = { ...call, accountId: call.accountId.slice(0, -1), key: `a${call.key}` };
    assert.deepEqual(await once(shifted, async () => 2), { output: 2, replayed: false });
  });

  it('is one run of fifty at once', async () => {
    const call = newCall();
    let runs = 0;
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        once(call, async () => {
          runs += 1;
          await new Promise((resolve) => setTimeout(resolve, 20));
          return runs;
        }),
      ),
    );
    assert.equal(runs, 1);
    const done = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    assert.equal(done.filter(({ replayed }) => !replayed).length, 1);
    for (const answer of answers) {
      if (answer.status === 'rejected') assert.ok(refused('idempotency_in_flight')(answer.reason));
    }
    assert.deepEqual(await once(call, never), { output: 1, replayed: true });
  });
});

describe('time', () => {
  const NOW = Date.parse('2026-01-01T00:00:00Z');

  it('ends a replay after 24 hours', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: NOW });
    const call = newCall();
    await once(call, async () => 1);
    t.mock.timers.tick(24 * HOUR - 1);
    assert.deepEqual(await once(call, never), { output: 1, replayed: true });
    t.mock.timers.tick(1);
    assert.deepEqual(await once({ ...call, input: 'another' }, async () => 2), { output: 2, replayed: false });
  });

  it('frees the key of a call that died, and keeps that call from overwriting its successor', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: NOW });
    const call = newCall();
    const lost = await begun(call);
    t.mock.timers.tick(59_999);
    await assert.rejects(once(call, never), refused('idempotency_in_flight'));
    t.mock.timers.tick(1);
    const failing = await begun(call);
    t.mock.timers.tick(60_000);
    assert.deepEqual(await once(call, async () => 'third'), { output: 'third', replayed: false });

    lost.resolve('first, late');
    failing.reject(new Error('second, late'));
    assert.deepEqual(await lost.answer, { output: 'first, late', replayed: false });
    await assert.rejects(failing.answer, /second, late/);
    assert.deepEqual(await once(call, never), { output: 'third', replayed: true });
  });
});

describe('the name of a piece of work', () => {
  const nameOf = async (call: IdempotentCall) => (await once(call, async (workName) => workName)).output;

  it('is the same when it is done again because the first process died', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-01-01T00:00:00Z') });
    const call = newCall();
    const names: string[] = [];
    for (let died = 0; died < 2; died += 1) {
      await new Promise<void>((begunAndLost) => {
        void once(call, (workName) => {
          names.push(workName);
          begunAndLost();
          return new Promise(() => undefined);
        });
      });
      t.mock.timers.tick(60_000);
    }
    names.push(await nameOf(call));
    assert.equal(new Set(names).size, 1);
    t.mock.timers.tick(24 * HOUR);
    assert.notEqual(await nameOf(call), names[0], 'what is done on another day is other work');
  });

  it('is another for another request, key or account, and after work that was rejected', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-01-01T00:00:00Z') });
    const call = newCall();
    const names: string[] = [];
    await assert.rejects(
      once(call, (workName) => {
        names.push(workName);
        return Promise.reject(new Error('did nothing'));
      }),
    );
    void once(call, (workName) => {
      names.push(workName);
      return new Promise(() => undefined);
    });
    while (names.length < 2) await new Promise((resolve) => setImmediate(resolve));
    t.mock.timers.tick(60_000);
    for (const other of [{ ...call, input: 'another' }, newCall(), { ...call, accountId: 'acc_b' }]) {
      names.push(await nameOf(other));
    }
    assert.equal(new Set(names).size, names.length);
  });
});

describe('a store that fails after the work is done', () => {
  it('does not give the key away for the work to be done twice', async () => {
    const call = newCall();
    const claims: Claims = { ...store.claims, finish: () => Promise.reject(new Error('the disk is full')) };
    await assert.rejects(
      createIdempotency({ claims }).once(call, async () => 1),
      /the disk is full/,
    );
    await assert.rejects(once(call, never), refused('idempotency_in_flight'));
  });
});

describe('the fingerprint of a request', () => {
  it('does not know the order of members', async () => {
    const call = newCall({ input: { a: 1, b: { c: [{ d: 1, e: 2 }], f: null } } });
    await once(call, async () => 1);
    const turned = { b: { f: null, c: [{ e: 2, d: 1 }] }, a: 1 };
    assert.deepEqual(await once({ ...call, input: turned }, never), { output: 1, replayed: true });
  });

  it('knows the order of a list', async () => {
    const call = newCall({ input: { list: [1, 2] } });
    await once(call, async () => 1);
    await assert.rejects(once({ ...call, input: { list: [2, 1] } }, never), refused('idempotency_mismatch'));
  });

  it('is the same for the same JSON and different for different JSON', async () => {
    const notes: string[] = [];
    const claims: Claims = {
      ...store.claims,
      take: async (_key, { note }) => {
        notes.push(note);
        return { won: true, fence: 1, firstFence: 1 };
      },
      finish: async () => true,
    };
    const noteOf = async (input: unknown) => {
      await createIdempotency({ claims }).once(newCall({ input }), async () => 0);
      return notes.at(-1);
    };
    const turned = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(turned);
      if (value === null || typeof value !== 'object') return value;
      return Object.fromEntries(
        Object.entries(value)
          .map(([name, inner]): [string, unknown] => [name, turned(inner)])
          .reverse(),
      );
    };
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), async (one, other) => {
        assert.equal(await noteOf(turned(one)), await noteOf(one));
        assert.equal(
          (await noteOf(one)) === (await noteOf(other)),
          JSON.stringify(sorted(one)) === JSON.stringify(sorted(other)),
        );
      }),
    );
  });
});

/** The value with the members of every object in the order of their names. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const names = Object.keys(value).sort();
  return { object: names.map((name) => [name, sorted(Reflect.get(value, name))]) };
}
