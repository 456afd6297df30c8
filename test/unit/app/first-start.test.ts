import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeFirstAccess } from '../../../src/app/first-start.ts';
import { createAccounts } from '../../../src/auth/accounts.ts';
import { createApiKeys } from '../../../src/auth/api-keys.ts';
import { createPasswordLinks, createPasswords } from '../../../src/auth/sign-in.ts';
import { openLmdbUnderTest, type StoreUnderTest } from '../../support/store-drivers.ts';

describe('the first key and the first link', () => {
  let opened: StoreUnderTest;
  before(async () => {
    opened = await openLmdbUnderTest();
  });
  after(() => opened.destroy());

  it('is made once, however many processes start at once', async () => {
    const { store } = opened;
    const accounts = createAccounts(store);
    const apiKeys = createApiKeys(store);
    const passwords = createPasswords(store);
    const passwordLinks = createPasswordLinks(store, passwords);
    const start = () => makeFirstAccess({ store, accounts, apiKeys, passwords, passwordLinks });
    const made = await Promise.all([start(), start(), start(), start()]);
    assert.equal(made.filter((access) => access !== undefined).length, 1);
    assert.equal(await start(), undefined);
    const { id } = await accounts.operator();
    assert.equal((await apiKeys.list(id)).length, 1);
    const [first] = made.filter((access) => access !== undefined);
    assert.equal(await passwordLinks.accountOf(first?.passwordToken ?? ''), id);
  });
});
