import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { open } from 'lmdb';
import { openEnvironment } from '../../../../src/store/lmdb/environment.ts';
import { openStore } from '../../../../src/store/open.ts';
import { STORE_FORMAT, UnusableStoreError } from '../../../../src/store/store.ts';
import { inWhole, someOf } from '../../../support/exhaustive.ts';
import { storeCommand } from '../../../support/store-process.ts';

const HOUR_MS = 3_600_000;

/** Properties of the embedded store alone. */
export function lmdbSuite(): void {
  describe('store: lmdb alone', () => {
    let directory = '';
    beforeEach(async () => {
      directory = await mkdtemp(join(tmpdir(), 'legible-lmdb-'));
    });
    afterEach(() => rm(directory, { recursive: true }));

    it('creates its directory for its owner only', async () => {
      const dataDir = join(directory, 'not', 'there');
      const store = await openStore({ dataDir });
      await store.ping();
      await store.close();
      const modeOf = async (...path: string[]) => (await stat(join(dataDir, ...path))).mode & 0o777;
      assert.deepEqual([await modeOf(), await modeOf('store')], [0o700, 0o700]);
      for (const name of await readdir(join(dataDir, 'store'))) assert.equal(await modeOf('store', name), 0o600, name);
    });

    it('rolls back a write that throws, and commits the concurrent ones', async () => {
      const environment = await openEnvironment(directory);
      const table = environment.table<string, number>('test');
      const thrown = environment.write(() => {
        table.put('thrown', 1);
        throw new Error('on purpose');
      });
      const kept = environment.write(() => {
        table.put('kept', 1);
        return table.get('thrown');
      });
      await assert.rejects(thrown, /on purpose/);
      assert.equal(await kept, undefined);
      assert.deepEqual([table.get('thrown'), table.get('kept'), table.size()], [undefined, 1, 1]);
      await environment.close();
    });

    it('ends the writes under way before it closes', async () => {
      const environment = await openEnvironment(directory);
      const table = environment.table<string, number>('test');
      const writes = Array.from({ length: 50 }, (_, number) => environment.write(() => table.put(`${number}`, number)));
      await environment.close();
      await Promise.all(writes);
      const again = await openEnvironment(directory);
      assert.equal(again.table('test').size(), 50);
      await again.close();
    });

    inWhole(() =>
      it('rejects what does not fit on the disk, and goes on', async () => {
        const limited = ['-c', 'ulimit -f 4096 && exec "$@"', 'sh', ...storeCommand(`lmdb:${directory}`, 'fill')];
        const { stdout } = await promisify(execFile)('sh', limited);
        assert.equal(stdout, 'true true unavailable, and not ready\nwritten again, and ready\n');
      }),
    );

    const filled = async (dataDir: string) => {
      const store = await openStore({ dataDir });
      const documents = store.documents<string>('whole');
      for (let number = 0; number < 40; number += 1) await documents.set(`${number}`, 'x'.repeat(9_000));
      await store.close();
      return join(dataDir, 'store', 'data.mdb');
    };
    const WHOLE_BYTES = 4096;
    const cuts: [string, (size: number) => number, RegExp][] = [
      ['by its last page', (size) => size - WHOLE_BYTES, /is cut short: it has \d+ of \d+ bytes/],
      ['by its last byte', (size) => size - 1, /is cut short: it has \d+ of \d+ bytes/],
      ['to its half, at a page', (size) => Math.floor(size / 2 / WHOLE_BYTES) * WHOLE_BYTES, /is cut short/],
      ['to its meta pages', () => 2 * WHOLE_BYTES, /is cut short/],
      ['within its meta pages', () => WHOLE_BYTES + 10, /its start is damaged/],
      ['to one byte', () => 1, /its start is damaged/],
      ['to nothing', () => 0, /is empty, although the store was in use/],
    ];
    for (const [name, sizeOf, words] of someOf(cuts, 3)) {
      it(`refuses a data file that was cut ${name}, names it and says to restore the backup`, async () => {
        const file = await filled(directory);
        await truncate(file, sizeOf((await stat(file)).size));
        await assert.rejects(openStore({ dataDir: directory }), (error: unknown) => {
          assert.ok(error instanceof UnusableStoreError);
          assert.match(error.message, words);
          assert.ok(error.message.includes(file) && /Restore your backup/.test(error.message), error.message);
          return true;
        });
      });
    }

    it('refuses a data file that is none, and opens a whole one with bytes after its end', async () => {
      const file = await filled(directory);
      await truncate(file, (await stat(file)).size + 1_000);
      const store = await openStore({ dataDir: directory });
      assert.equal((await store.documents<string>('whole').get('7'))?.length, 9_000);
      await store.close();
      await writeFile(file, Buffer.alloc(20_000, 7));
      await assert.rejects(openStore({ dataDir: directory }), UnusableStoreError);
    });

    it('refuses data of a newer format, and takes data from before formats were written down', async () => {
      await filled(directory);
      const writeFormat = async (format: number | undefined) => {
        const root = open<number, string>({ path: join(directory, 'store'), maxDbs: 32, overlappingSync: false });
        const numbers = root.openDB<number, string>({ name: 'numbers' });
        const stored = numbers.get('format');
        if (format === undefined) await numbers.remove('format');
        else await numbers.put('format', format);
        await root.close();
        return stored;
      };
      assert.equal(await writeFormat(undefined), STORE_FORMAT);
      await (await openStore({ dataDir: directory })).close();
      assert.equal(await writeFormat(STORE_FORMAT + 1), STORE_FORMAT);
      await assert.rejects(openStore({ dataDir: directory }), (error: unknown) => {
        assert.ok(error instanceof UnusableStoreError);
        assert.match(error.message, /data of format 2, and this version reads format 1\. Start the newer version/);
        return true;
      });
    });

    it('grants nothing after the clock was set back, and no wait exceeds a window', async (t) => {
      const store = await openStore({ dataDir: directory });
      const limits = [{ windowMs: 10_000, max: 3 }];
      const clock = setClock(t, Date.now());
      for (const wait of [0, 4_000, 1_000]) {
        clock.forward(wait);
        assert.equal((await store.windows.draw('clock', limits)).allowed, true);
      }
      clock.forward(-HOUR_MS);
      assert.equal((await store.windows.peek('clock', limits)).retryMs, 5_000);
      clock.forward(1_000);
      assert.equal((await store.windows.draw('clock', limits)).retryMs, 4_000);
      clock.forward(-HOUR_MS);
      assert.equal((await store.windows.draw('clock', limits)).retryMs, 5_000);
      clock.forward(4_999);
      assert.equal((await store.windows.draw('clock', limits)).retryMs, 1);
      clock.forward(1);
      assert.equal((await store.windows.draw('clock', limits)).allowed, true);
      assert.equal((await store.windows.draw('clock', limits)).retryMs, 4_000);
      await store.close();
    });

    it('leaves no row behind when all has ended', async (t) => {
      const store = await openStore({ dataDir: directory });
      const clock = setClock(t, Date.now());
      const lease = { leaseMs: 1_000, note: '' };
      await store.claims.take('abandoned', lease);
      const answer = await store.claims.take('finished', lease);
      assert.ok(answer.won && (await store.claims.finish('finished', answer.fence, 1, 48 * HOUR_MS)));
      for (let draw = 0; draw < 3; draw += 1) {
        clock.forward(HOUR_MS);
        await store.windows.draw('window', [{ windowMs: 2 * HOUR_MS, max: 5 }]);
        await store.documents<number>('mortal').set('id', draw, 2 * HOUR_MS);
      }
      assert.equal(await store.sweep(), 0);
      clock.forward(2 * HOUR_MS);
      assert.equal(await store.sweep(), 2);
      clock.forward(24 * HOUR_MS);
      assert.equal(await store.sweep(), 1);
      clock.forward(24 * HOUR_MS);
      assert.equal(await store.sweep(), 1);
      await store.close();

      const environment = await openEnvironment(join(directory, 'store'));
      for (const name of ['claims', 'documents', 'windows', 'deadlines']) {
        assert.equal(environment.table(name, name === 'windows' ? 'binary' : 'msgpack').size(), 0, name);
      }
      await environment.close();
    });
  });
}

function setClock(t: TestContext, start: number): { forward(ms: number): void } {
  let now = start;
  t.mock.method(Date, 'now', () => now);
  return {
    forward(ms) {
      now += ms;
    },
  };
}
