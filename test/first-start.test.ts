import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createAccounts } from '../src/auth/accounts.ts';
import { createApiKeys } from '../src/auth/api-keys.ts';
import { makeFirstKey } from '../src/first-start.ts';
import { openLmdbUnderTest, type StoreUnderTest } from './support/store-drivers.ts';

describe('the first key', () => {
  let opened: StoreUnderTest;
  before(async () => {
    opened = await openLmdbUnderTest();
  });
  after(() => opened.destroy());

  it('is made once, however many processes start at once', async () => {
    const { store } = opened;
    const start = () => makeFirstKey({ store, accounts: createAccounts(store), apiKeys: createApiKeys(store) });
    const made = await Promise.all([start(), start(), start(), start()]);
    assert.equal(made.filter((key) => key !== undefined).length, 1);
    assert.equal(await start(), undefined);
    const { id } = await createAccounts(store).operator();
    assert.equal((await createApiKeys(store).list(id)).length, 1);
  });
});
