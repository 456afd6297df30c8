import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Accounts, createAccounts } from '../../../src/auth/accounts.ts';
import { ServiceError } from '../../../src/errors.ts';
import { openLmdbUnderTest, type StoreUnderTest } from '../../support/store-drivers.ts';

const refused = (code: string, says: RegExp) => (error: unknown) =>
  error instanceof ServiceError && error.code === code && says.test(error.message);

describe('accounts', () => {
  let opened: StoreUnderTest;
  let accounts: Accounts;
  before(async () => {
    opened = await openLmdbUnderTest();
    accounts = createAccounts(opened.store);
  });
  after(() => opened.destroy());

  it('are made, found by id and address, and listed in their order', async () => {
    const ann = await accounts.create({ email: '  Ann@Example.com ', plan: 'pro' });
    const bob = await accounts.create({ email: 'bob@example.com', plan: 'free' });
    assert.match(ann.id, /^acc_[a-z2-7]{20}$/);
    assert.deepEqual([ann.email, ann.plan], ['ann@example.com', 'pro']);
    assert.equal(new Date(ann.createdAt).toISOString(), ann.createdAt);
    assert.deepEqual(await accounts.get(ann.id), ann);
    assert.deepEqual(await accounts.findByEmail('ANN@example.COM'), ann);
    assert.deepEqual(await accounts.list(), [ann, bob]);
    assert.equal(await accounts.get('acc_nobody'), undefined);
    assert.equal(await accounts.findByEmail('nobody@example.com'), undefined);
  });

  it('have one operator, made when first asked for and also when many ask at once', async () => {
    const asked = await Promise.all(Array.from({ length: 10 }, () => accounts.operator()));
    assert.equal(new Set(asked.map(({ id }) => id)).size, 1);
    await accounts.create({ email: 'later@example.com', plan: 'pro' });
    assert.deepEqual(await accounts.operator(), asked[0]);
  });

  it('have an address each, however it is spelt', async () => {
    await accounts.create({ email: 'taken@example.com', plan: 'pro' });
    await assert.rejects(
      accounts.create({ email: ' TAKEN@example.com', plan: 'team' }),
      refused('invalid_request', /^email: .*taken@example\.com already/),
    );
  });

  it('have an address each, also when many are made at once', async () => {
    const made = await Promise.allSettled(
      Array.from({ length: 20 }, () => accounts.create({ email: 'once@example.com', plan: 'pro' })),
    );
    assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.equal((await accounts.list()).filter(({ email }) => email === 'once@example.com').length, 1);
  });

  for (const email of [
    '',
    ' ',
    'ann',
    '@example.com',
    'ann@',
    'an n@example.com',
    'ann@exa\nmple.com',
    `${'a'.repeat(250)}@b.example`,
  ]) {
    it(`refuse the address ${JSON.stringify(email.slice(0, 30))}`, async () => {
      await assert.rejects(accounts.create({ email, plan: 'pro' }), refused('invalid_request', /^email: expected/));
      await assert.rejects(accounts.findByEmail(email), refused('invalid_request', /^email: expected/));
    });
  }

  it('change their plan and nothing else', async () => {
    const account = await accounts.create({ email: 'plan@example.com', plan: 'free' });
    assert.deepEqual(await accounts.setPlan('Plan@example.com', 'team'), { ...account, plan: 'team' });
    assert.deepEqual(await accounts.get(account.id), { ...account, plan: 'team' });
    await assert.rejects(accounts.setPlan('nobody@example.com', 'pro'), refused('not_found', /^email: no account/));
  });
});
