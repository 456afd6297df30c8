import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { packedDocuments } from '../../../src/scans/page-store.ts';
import { openLmdbUnderTest } from '../../support/store-drivers.ts';

describe('packed documents', () => {
  it('come back as they were, are small in the store, and can be deleted', async (t) => {
    const { store, destroy } = await openLmdbUnderTest();
    t.after(destroy);
    const documents = packedDocuments<readonly { text: string }[]>(store, 'packed');
    const value = Array.from({ length: 100 }, (_, at) => ({ text: `Überschrift ${at} – “quoted”` }));
    await documents.set('a', value);
    assert.deepEqual(await documents.get('a'), value);
    const raw = await store.documents('packed').get('a');
    assert.ok(typeof raw === 'string' && raw.length * 3 < JSON.stringify(value).length);
    await documents.delete('a');
    assert.equal(await documents.get('a'), undefined);
  });

  it('are read too when they were written before they were packed', async (t) => {
    const { store, destroy } = await openLmdbUnderTest();
    t.after(destroy);
    await store.documents('packed').set('old', { run: 1 });
    assert.deepEqual(await packedDocuments(store, 'packed').get('old'), { run: 1 });
  });
});
