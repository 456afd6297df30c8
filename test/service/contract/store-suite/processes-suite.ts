import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import type { Store } from '../../../../src/store/store.ts';
import { inWhole } from '../../../support/exhaustive.ts';
import type { StoreUnderTest } from '../../../support/store-drivers.ts';
import { type StoreProcess, startStoreProcess } from '../../../support/store-process.ts';

/** What holds between processes, and after one is killed. */
export function processesSuite(open: () => Promise<StoreUnderTest>): void {
  let opened: StoreUnderTest | undefined;
  const opening = (): StoreUnderTest => {
    if (opened === undefined) throw new Error('The store is not open yet.');
    return opened;
  };
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened?.destroy());

  it('keeps everything over a reopening', async () => {
    const { store, reopen } = opening();
    await store.documents<string>('kept').set('id', 'document');
    await store.index.add('kept', 5, 'member');
    await store.histogram.set('kept', 'member', 5);
    await store.windows.draw('kept', [{ windowMs: 60_000, max: 1 }]);
    const claim = await store.claims.take('kept', { leaseMs: 60_000, note: 'kept' });
    const again = await reopen();
    await again.ping();
    assert.equal(await again.documents<string>('kept').get('id'), 'document');
    assert.deepEqual(await again.index.newest('kept', { limit: 5 }), [{ score: 5, member: 'member' }]);
    assert.equal(await again.histogram.bucketOf('kept', 'member'), 5);
    assert.equal((await again.windows.peek('kept', [{ windowMs: 60_000, max: 1 }])).allowed, false);
    assert.ok(claim.won && (await again.claims.finish('kept', claim.fence, 1, 60_000)));
  });

  it('rejects without side effects after it was closed', async () => {
    const { store, reopen } = opening();
    await reopen();
    await assert.rejects(store.ping());
    await assert.rejects(store.documents('closed').get('id'));
    await assert.rejects(store.documents('closed').set('id', 1));
    await assert.rejects(store.claims.take('closed', { leaseMs: 1, note: '' }));
    await assert.rejects(store.index.add('closed', 1, 'member'));
    await assert.rejects(store.index.newest('closed', { limit: 1 }));
    await assert.rejects(store.jobs.add({ id: 'closed', owner: '', priority: 1 }));
    await store.close();
  });

  it('is exact when several processes compete', async () => {
    const { store, location } = opening();
    const children = ['a', 'b', 'c'].map((name) => startStoreProcess(location, 'compete', name));
    const answers = await Promise.all(children.map(async (child) => JSON.parse(await child.line())));
    await Promise.all(children.map((child) => child.kill()));
    const total = (part: string) => answers.reduce((sum, answer) => sum + answer[part], 0);
    assert.equal(total('allowed'), 37);
    assert.equal(total('won'), 60);
    const scores: number[] = answers.flatMap((answer) => answer.scores);
    assert.deepEqual(
      scores.sort((a, b) => a - b),
      Array.from({ length: 180 }, (_, offset) => 1_000 + offset),
    );
    assert.equal(await store.index.count('shared'), 180);
    assert.deepEqual(
      await store.histogram.counts('shared'),
      Array.from({ length: 101 }, (_, bucket) => (bucket < 60 ? 3 : 0)),
    );
  });

  inWhole(() =>
    it('loses nothing that was acknowledged when processes are killed while they write', async () => {
      const { location, reopen } = opening();
      const killAfter = [3, 90, 310];
      const runs = killAfter.map((lines, run) =>
        writeUntilKilled(startStoreProcess(location, 'write', `${run}`), lines),
      );
      const acknowledged = await Promise.all(runs);
      for (const [run, keys] of acknowledged.entries()) assert.ok(keys.length >= (killAfter[run] ?? 0));
      await assertKept(await reopen(), acknowledged.flat());
    }),
  );
}

/** Lets a process write, kills it after this many acknowledgements, and returns all of them. */
async function writeUntilKilled(child: StoreProcess, lines: number): Promise<string[]> {
  const acknowledged: string[] = [];
  while (acknowledged.length < lines) acknowledged.push(await child.line());
  await child.kill();
  return [...acknowledged, ...(await child.rest())];
}

async function assertKept({ documents, index, histogram }: Store, keys: readonly string[]): Promise<void> {
  const numberOf = (key: string) => Number(key.split('-')[1]);
  const entries = await index.oldest('written', { limit: 10_000 });
  const members = new Set(entries.map(({ member }) => member));
  for (const key of keys) {
    assert.equal(await documents<number>('written').get(key), numberOf(key), key);
    assert.ok(members.has(key), key);
    assert.equal(await histogram.bucketOf('written', key), numberOf(key) % 101, key);
  }
  // A write without acknowledgement may be stored, whole or not at all.
  assert.equal(await index.count('written'), entries.length);
  const buckets = await Promise.all(entries.map(({ member }) => histogram.bucketOf('written', member)));
  const counts = Array.from({ length: 101 }, (_, bucket) => buckets.filter((each) => each === bucket).length);
  assert.deepEqual(await histogram.counts('written'), counts);
}
