import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type BoundedSource, bounded } from '../../../src/logs/bounded-source.ts';

const LIMITS = { maxBytes: 100, maxMs: 120_000 };

/** Bytes that came until the source ended. */
async function read({ chunks }: BoundedSource): Promise<number> {
  let bytes = 0;
  for await (const chunk of chunks) bytes += chunk.length;
  return bytes;
}

async function* pieces(sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (const size of sizes) yield new Uint8Array(size);
}

async function* stalling(sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  yield* pieces(sizes);
  await new Promise(() => undefined);
}

/** Lets the source reach its stall, then moves the clock. */
async function passTime(t: TestContext, ms: number): Promise<void> {
  for (let at = 0; at < 5; at += 1) await turn();
  t.mock.timers.tick(ms);
}

describe('a bounded source', () => {
  it('is read to its end within the limits', async () => {
    const source = bounded(pieces([40, 60]), LIMITS);
    assert.equal(await read(source), 100);
    assert.equal(source.endedBy, undefined);
  });

  it('keeps no chunk alive that was read', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const refs: WeakRef<Uint8Array>[] = [];
    let isKept = true;
    const source = bounded(
      (async function* () {
        for (let at = 0; at < 100; at += 1) {
          const chunk = new Uint8Array(1000);
          refs.push(new WeakRef(chunk));
          yield chunk;
        }
        // A weak reference holds its target until the turn ends.
        await turn();
        collect();
        isKept = refs.slice(0, 90).some((ref) => ref.deref() !== undefined);
      })(),
      { ...LIMITS, maxBytes: 200_000 },
    );
    assert.equal(await read(source), 100_000);
    assert.equal(isKept, false);
  });

  it('ends at the limit of time that ran out while a chunk was used', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const source = bounded(stalling([30, 30]), LIMITS);
    let bytes = 0;
    for await (const chunk of source.chunks) {
      bytes += chunk.length;
      if (bytes === 60) t.mock.timers.tick(120_000);
    }
    assert.equal(source.endedBy, 'late');
  });

  it('ends at the first chunk above the limit of bytes', async () => {
    const source = bounded(pieces([60, 41, 5]), LIMITS);
    assert.equal(await read(source), 60);
    assert.equal(source.endedBy, 'too-large');
  });

  it('ends at the limit of time when no further chunk comes', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    const source = bounded(stalling([30]), LIMITS);
    const reading = read(source);
    await passTime(t, 119_999);
    assert.equal(source.endedBy, undefined);
    await passTime(t, 1);
    assert.equal(await reading, 30);
    assert.equal(source.endedBy, 'late');
  });

  it('ends at the limit of time when nothing comes at all', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    const source = bounded(stalling([]), LIMITS);
    const reading = read(source);
    await passTime(t, 120_000);
    assert.equal(await reading, 0);
    assert.equal(source.endedBy, 'late');
  });

  it('ends at the limit of time when chunks come faster than timers run', async (t) => {
    t.mock.timers.enable({ apis: ['Date'] });
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      for (;;) {
        t.mock.timers.tick(50_000);
        yield new Uint8Array(1);
      }
    };
    const source = bounded(endless(), LIMITS);
    assert.equal(await read(source), 2);
    assert.equal(source.endedBy, 'late');
  });

  it('ends where its sender breaks it off', async () => {
    const breaking = async function* (): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(7);
      throw new Error('aborted');
    };
    const source = bounded(breaking(), LIMITS);
    assert.equal(await read(source), 7);
    assert.equal(source.endedBy, 'broken');
  });

  it('stops the source that it does not read to the end', async () => {
    let isStopped = false;
    const watched = async function* (): AsyncGenerator<Uint8Array> {
      try {
        yield* pieces([200, 1]);
      } finally {
        isStopped = true;
      }
    };
    await read(bounded(watched(), LIMITS));
    await turn();
    assert.equal(isStopped, true);
  });
});
