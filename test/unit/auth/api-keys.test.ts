import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Account, type Accounts, createAccounts } from '../../../src/auth/accounts.ts';
import { createApiKeys, MAX_ACTIVE_KEYS } from '../../../src/auth/api-keys.ts';
import type { Plan } from '../../../src/auth/caller.ts';
import { ServiceError } from '../../../src/errors.ts';
import type { Store } from '../../../src/store/store.ts';
import { openLmdbUnderTest, type StoreUnderTest } from '../../support/store-drivers.ts';

const refused = (code: string, says: RegExp) => (error: unknown) =>
  error instanceof ServiceError && error.code === code && says.test(error.message);

let opened: StoreUnderTest;
let store: Store;
let accounts: Accounts;
let clock = Date.parse('2026-01-01T00:00:00.000Z');
let made = 0;
before(async () => {
  opened = await openLmdbUnderTest();
  store = opened.store;
  accounts = createAccounts(store);
});
after(() => opened.destroy());

const keysAtClock = () => createApiKeys(store, () => clock);
const newAccount = (plan: Plan = 'pro'): Promise<Account> => {
  made += 1;
  return accounts.create({ email: `account-${made}@example.com`, plan });
};
/** Everything that a store holds under a collection's name. */
async function documentsOf(name: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const [id, value] of store.documents<unknown>(name).iterator?.(undefined) ?? []) found.push([id, value]);
  return found;
}

describe('a new key', () => {
  it('has the form of the contract, and is its own', async () => {
    const account = await newAccount();
    const { key, record } = await keysAtClock().create(account, '  Nightly scan ');
    const [, prefix, secret = ''] = /^svc_live_([0-9A-Za-z]{8})_([0-9A-Za-z]{40})$/.exec(key) ?? [];
    assert.deepEqual(record, {
      prefix,
      name: 'Nightly scan',
      accountId: account.id,
      secretHash: createHash('sha256').update(secret).digest('hex'),
      createdAt: new Date(clock).toISOString(),
      lastUsedAt: null,
      revokedAt: null,
    });
    const other = await keysAtClock().create(account, 'Other');
    assert.notEqual(other.key, key);
    assert.notEqual(other.record.prefix, prefix);
  });

  it('leaves its secret nowhere in the store', async () => {
    const keys = keysAtClock();
    const account = await newAccount();
    const { key } = await keys.create(account, 'Job');
    const secret = key.slice(-40);
    await keys.verify(key);
    await keys.revoke(account.id, key.slice(9, 17));
    const all: unknown[] = [await keys.list(account.id)];
    for (const name of ['api-keys', 'api-key-revocations', 'api-key-uses', 'accounts', 'accounts-by-email']) {
      const documents = await documentsOf(name);
      assert.ok(documents.length > 0, name);
      all.push(documents);
    }
    assert.ok(!JSON.stringify(all).includes(secret));
  });

  for (const [name, fits] of [
    ['', false],
    [' \t\n', false],
    ['x', true],
    ['x'.repeat(100), true],
    [` ${'x'.repeat(100)} `, true],
    ['x'.repeat(101), false],
  ] as const) {
    it(`${fits ? 'takes' : 'refuses'} a name of ${name.length} characters, ${name.trim().length} without space`, async () => {
      const creation = keysAtClock().create(await newAccount(), name);
      if (fits) assert.equal((await creation).record.name, name.trim());
      else await assert.rejects(creation, refused('invalid_request', /^name: expected 1 to 100/));
    });
  }

  it('is not made for a free account', async () => {
    const account = await newAccount('free');
    await assert.rejects(keysAtClock().create(account, 'Job'), refused('subscription_required', /Pro/));
    assert.deepEqual(await keysAtClock().list(account.id), []);
  });

  it(`is one of ${MAX_ACTIVE_KEYS} at most, revoked ones left out, also when many are made at once`, async () => {
    assert.equal(MAX_ACTIVE_KEYS, 20);
    const account = await newAccount('team');
    const keys = keysAtClock();
    const creations = await Promise.allSettled(
      Array.from({ length: 25 }, (_, at) => keys.create(account, `Job ${at}`)),
    );
    assert.equal(creations.filter(({ status }) => status === 'fulfilled').length, 20);
    for (const creation of creations) {
      if (creation.status === 'rejected')
        assert.ok(refused('invalid_request', /at most 20 active keys/)(creation.reason));
    }
    const [first] = await keys.list(account.id);
    await keys.revoke(account.id, first?.prefix ?? '');
    await keys.create(account, 'In its place');
    await assert.rejects(keys.create(account, 'One more'), refused('invalid_request', /at most 20/));
    assert.equal((await keys.list(account.id)).length, 21);
    await keys.create(await newAccount(), "Another account's");
  });
});

describe('verify', () => {
  it('knows a key and whose it is', async () => {
    const account = await newAccount();
    const { key, record } = await keysAtClock().create(account, 'Job');
    assert.deepEqual(await keysAtClock().verify(key), record);
  });

  it('answers alike for every key that is none', async () => {
    const account = await newAccount();
    const { key } = await keysAtClock().create(account, 'Job');
    const other = await keysAtClock().create(account, 'Other');
    const flipped = key.endsWith('a') ? 'b' : 'a';
    const wrong = {
      'the wrong secret': `${key.slice(0, -1)}${flipped}`,
      'the secret of another key': `${key.slice(0, 18)}${other.key.slice(18)}`,
      'an unknown prefix': `svc_live_00000000_${key.slice(18)}`,
      'the prefix alone': key.slice(0, 17),
      'the prefix and an underscore': key.slice(0, 18),
      'the secret alone': key.slice(18),
      'the hash of the secret': `${key.slice(0, 18)}${createHash('sha256').update(key.slice(18)).digest('hex')}`,
      'a shorter secret': key.slice(0, -1),
      'a longer secret': `${key}a`,
      'another kind of key': key.replace('svc_live', 'svc_test'),
      capitals: key.toUpperCase(),
      'a line end': `${key}\n`,
      'a space before': ` ${key}`,
      'a null character': `${key}\0`,
      'other letters': key.replace(/.$/, 'é'),
      nothing: '',
      'a great length': `svc_live_${'a'.repeat(100_000)}`,
    };
    for (const [what, bearer] of Object.entries(wrong)) {
      assert.equal(await keysAtClock().verify(bearer), undefined, what);
    }
  });

  it('refuses a revoked key at once and for good, and leaves the others', async () => {
    const account = await newAccount();
    const keys = keysAtClock();
    const { key, record } = await keys.create(account, 'Job');
    const other = await keys.create(account, 'Other');
    assert.ok(await keys.verify(key));
    const revoked = await keys.revoke(account.id, record.prefix);
    assert.equal(revoked.revokedAt, new Date(clock).toISOString());
    assert.equal(await keys.verify(key), undefined);
    assert.equal(await createApiKeys(store).verify(key), undefined);
    assert.ok(await keys.verify(other.key));

    clock += 5000;
    assert.equal((await keys.revoke(account.id, record.prefix)).revokedAt, revoked.revokedAt, 'revoked once');
    assert.deepEqual(
      (await keys.list(account.id)).map(({ prefix, revokedAt }) => [prefix, revokedAt]),
      [
        [other.record.prefix, null],
        [record.prefix, revoked.revokedAt],
      ],
    );
  });

  it('does not undo a revocation by a use that began before it', async () => {
    const account = await newAccount();
    const { key, record } = await keysAtClock().create(account, 'Job');
    await Promise.all([
      ...Array.from({ length: 10 }, () => keysAtClock().verify(key)),
      keysAtClock().revoke(account.id, record.prefix),
      ...Array.from({ length: 10 }, () => keysAtClock().verify(key)),
    ]);
    assert.equal(await keysAtClock().verify(key), undefined);
    assert.notEqual((await keysAtClock().list(account.id))[0]?.revokedAt, null);
  });

  it('reads the record of a key that was right no more, and that of any other as often as of an unknown one', async () => {
    const account = await newAccount();
    const reads: string[] = [];
    const counted: Store = {
      ...store,
      documents: <Value>(name: string) => {
        const documents = store.documents<Value>(name);
        const get = documents.get.bind(documents);
        // Of the overloads of Keyv's `get` only the one of a single key is in use here.
        return Object.assign(documents, {
          get(id: string) {
            reads.push(name);
            return get(id);
          },
        });
      },
    };
    const keys = createApiKeys(counted, () => clock);
    const { key, record } = await keys.create(account, 'Job');
    const readsOf = async (bearer: string) => {
      reads.length = 0;
      await keys.verify(bearer);
      return [...reads];
    };
    assert.deepEqual(await readsOf(key), ['api-keys', 'api-key-revocations', 'api-key-uses']);
    assert.deepEqual(await readsOf(key), ['api-key-revocations']);
    const wrong = key.replace(/.{40}$/, '0'.repeat(40));
    for (const bearer of [wrong, wrong, `svc_live_00000000_${key.slice(18)}`]) {
      assert.deepEqual(await readsOf(bearer), ['api-keys']);
    }
    await createApiKeys(store).revoke(account.id, record.prefix);
    assert.equal(await keys.verify(key), undefined, 'revoked by another process');
  });

  it('records a use once a minute, over all processes', async () => {
    const account = await newAccount();
    const [here, there] = [keysAtClock(), keysAtClock()];
    const { key } = await here.create(account, 'Job');
    const start = clock;
    const at = async (keys: typeof here, elapsedMs: number) => {
      clock = start + elapsedMs;
      await keys.verify(key);
      return Date.parse((await here.list(account.id))[0]?.lastUsedAt ?? '') - start;
    };
    assert.deepEqual(
      [await at(here, 0), await at(there, 30_000), await at(there, 60_000), await at(here, 90_000)],
      [0, 0, 60_000, 60_000],
    );
  });

  it('writes down a use at most once a minute', async () => {
    const account = await newAccount();
    const keys = keysAtClock();
    const { key } = await keys.create(account, 'Job');
    const lastUse = async () => (await keys.list(account.id))[0]?.lastUsedAt;
    assert.equal(await lastUse(), null);
    const start = clock;
    const at = async (elapsedMs: number) => {
      clock = start + elapsedMs;
      await keys.verify(key);
      return Date.parse((await lastUse()) ?? '') - start;
    };
    assert.deepEqual(
      [await at(0), await at(1), await at(59_999), await at(60_000), await at(119_999), await at(500_000)],
      [0, 0, 0, 60_000, 60_000, 500_000],
    );
    await keys.verify(`${key.slice(0, -1)}!`);
    await keys.verify(`${key.slice(0, 18)}${'0'.repeat(40)}`);
    assert.equal(Date.parse((await lastUse()) ?? '') - start, 500_000, 'a wrong secret is no use');
  });
});

describe('the keys of an account', () => {
  it('are listed newest first, and other accounts can neither see nor revoke them', async () => {
    const [ann, bob] = [await newAccount(), await newAccount()];
    const keys = keysAtClock();
    const first = await keys.create(ann, 'First');
    clock += 10;
    const second = await keys.create(ann, 'Second');
    assert.deepEqual(await keys.list(ann.id), [second.record, first.record]);
    assert.deepEqual(await keys.list(bob.id), []);
    const notTheirs = refused('not_found', /^prefix: /);
    await assert.rejects(keys.revoke(bob.id, first.record.prefix), notTheirs);
    await assert.rejects(keys.revoke(ann.id, 'nothing0'), notTheirs);
    assert.ok(await keys.verify(first.key));
  });
});
