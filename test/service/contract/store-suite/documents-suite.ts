import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Documents, Store } from '../../../../src/store/store.ts';
import { HARD_NAMES } from './hard-names.ts';

const SHORT_MS = 40;
const LONGER_MS = 80;

/** @param swept how many of this many rows a sweep finds */
export function documentsSuite(store: () => Store, swept: (count: number) => number): void {
  it('sets, gets, has and deletes', async () => {
    const documents = store().documents<{ text: string; list: number[] }>('plain');
    assert.equal(await documents.get('one'), undefined);
    assert.equal(await documents.has('one'), false);
    await documents.set('one', { text: 'ü \u0000 :base64:', list: [1, 2.5] });
    assert.deepEqual(await documents.get('one'), { text: 'ü \u0000 :base64:', list: [1, 2.5] });
    assert.equal(await documents.has('one'), true);
    assert.deepEqual(await documents.getMany(['none', 'one']), [
      undefined,
      { text: 'ü \u0000 :base64:', list: [1, 2.5] },
    ]);
    assert.equal(await documents.delete('one'), true);
    assert.equal(await documents.delete('one'), false);
    assert.equal(await documents.get('one'), undefined);
  });

  it('keeps a document of a megabyte', async () => {
    const documents = store().documents<string>('large');
    const text = 'ab"\n'.repeat(262_144);
    await documents.set('one', text);
    assert.equal(await documents.get('one'), text);
  });

  it('ends a document with its time to live', async () => {
    const documents = store().documents<number>('mortal');
    await documents.set('mortal', 1, SHORT_MS);
    await documents.set('immortal', 2);
    await documents.set('renewed', 3, SHORT_MS);
    await documents.set('renewed', 4);
    assert.equal(await documents.get('immortal'), 2);
    await setTimeout(LONGER_MS);
    assert.equal(await documents.get('mortal'), undefined);
    assert.equal(await documents.has('mortal'), false);
    assert.equal(await documents.delete('mortal'), false);
    assert.equal(await documents.get('renewed'), 4);
    assert.deepEqual((await entriesOf(documents)).sort(), [
      ['immortal', 2],
      ['renewed', 4],
    ]);
  });

  it('keeps hard ids and collections apart', async () => {
    const collections = HARD_NAMES.map((name) => store().documents<string>(name));
    await Promise.all(collections.flatMap((documents, at) => HARD_NAMES.map((id) => documents.set(id, `${at} ${id}`))));
    for (const [at, documents] of collections.entries()) {
      for (const id of HARD_NAMES) assert.equal(await documents.get(id), `${at} ${id}`);
    }
  });

  it('iterates over one collection of any size, while it changes', async () => {
    const documents = store().documents<number>('many');
    const wanted = Array.from({ length: 130 }, (_, number) => [`id-${number}`, number] as const);
    await Promise.all(wanted.map(([id, number]) => documents.set(id, number)));
    const seen: [string, number][] = [];
    for await (const entry of documents.iterator?.({}) ?? []) {
      seen.push(entry);
      await documents.delete(entry[0]);
    }
    assert.deepEqual(
      seen.sort(([, a], [, b]) => a - b),
      wanted,
    );
    assert.deepEqual(await entriesOf(documents), []);
  });

  it('clears one collection', async () => {
    const [cleared, other] = [store().documents<number>('clear'), store().documents<number>('clear-not')];
    await Promise.all(Array.from({ length: 120 }, (_, number) => cleared.set(`id-${number}`, number)));
    await other.set('id', 1);
    await cleared.clear();
    assert.deepEqual(await entriesOf(cleared), []);
    assert.equal(await other.get('id'), 1);
  });

  it('sweeps expired rows, and no others', async () => {
    await store().sweep();
    const documents = store().documents<number>('swept');
    await Promise.all(Array.from({ length: 450 }, (_, number) => documents.set(`over-${number}`, number, SHORT_MS)));
    await documents.set('over-later', 1, SHORT_MS);
    await documents.set('over-later', 2, 60_000);
    await documents.set('stays', 3);
    await setTimeout(LONGER_MS);
    assert.equal(await store().sweep(), swept(450));
    assert.equal(await store().sweep(), 0);
    assert.equal(await documents.get('over-later'), 2);
    assert.equal(await documents.get('stays'), 3);
  });
}

async function entriesOf<Value>(documents: Documents<Value>): Promise<[string, Value][]> {
  const entries: [string, Value][] = [];
  for await (const entry of documents.iterator?.({}) ?? []) entries.push(entry);
  return entries;
}
