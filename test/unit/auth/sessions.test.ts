import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Account, createAccounts } from '../../../src/auth/accounts.ts';
import {
  createPasswordLinks,
  createPasswords,
  createSessions,
  createSignIn,
  passwordLinkUrl,
} from '../../../src/auth/sign-in.ts';
import { ServiceError } from '../../../src/errors.ts';
import { openLmdbUnderTest, type StoreUnderTest } from '../../support/store-drivers.ts';

const refused =
  (code: string, says = /./) =>
  (error: unknown) =>
    error instanceof ServiceError && error.code === code && says.test(error.message);
const PASSWORD = 'correct horse battery';
/** The cost does not affect these tests. */
const LIGHT = { N: 2 ** 10, r: 8, p: 1 };

let opened: StoreUnderTest;
let count = 0;
before(async () => {
  opened = await openLmdbUnderTest();
});
after(() => opened.destroy());

/** All parts on one store, and a new account. */
async function bench() {
  const { store } = opened;
  const accounts = createAccounts(store);
  const passwords = createPasswords(store, LIGHT);
  count += 1;
  const account: Account = await accounts.create({ email: `person-${count}@example.com`, plan: 'pro' });
  return {
    store,
    account,
    passwords,
    links: createPasswordLinks(store, passwords),
    sessions: createSessions(store, { accounts, passwords }),
    signIn: createSignIn(store, { accounts, passwords }),
  };
}

describe('a password', () => {
  it('is 12 to 200 characters, and matches only itself', async () => {
    const { account, passwords } = await bench();
    assert.equal(await passwords.matches(account.id, ''), false);
    for (const bad of ['', 'x'.repeat(11), 'x'.repeat(201)]) {
      await assert.rejects(passwords.set(account.id, bad), refused('invalid_request', /^password: expected 12 to 200/));
    }
    assert.equal(await passwords.version(account.id), undefined);
    for (const good of ['x'.repeat(12), '💠'.repeat(200), PASSWORD]) {
      await passwords.set(account.id, good);
      assert.equal(await passwords.matches(account.id, good), true);
    }
    for (const wrong of [
      '',
      `${PASSWORD} `,
      PASSWORD.toUpperCase(),
      PASSWORD.slice(1),
      `${PASSWORD}${'x'.repeat(9999)}`,
    ]) {
      assert.equal(await passwords.matches(account.id, wrong), false, wrong);
    }
    assert.equal(await passwords.matches(undefined, PASSWORD), false);
  });

  it('is the same however a keyboard writes its letters', async () => {
    const { account, passwords } = await bench();
    await passwords.set(account.id, 'caf\u00e9 caf\u00e9 caf\u00e9');
    assert.equal(await passwords.matches(account.id, 'cafe\u0301 cafe\u0301 cafe\u0301'), true);
  });

  it('matches at any cost it was set under', async () => {
    const { store, account, passwords } = await bench();
    await createPasswords(store).set(account.id, PASSWORD);
    assert.equal(await passwords.matches(account.id, PASSWORD), true);
    assert.equal(await passwords.matches(account.id, 'wrong wrong wrong'), false);
  });

  it('is not in the store, and two accounts with one password have nothing in common there', async () => {
    const one = await bench();
    const two = await bench();
    await one.passwords.set(one.account.id, PASSWORD);
    await two.passwords.set(two.account.id, PASSWORD);
    const records = one.store.documents<Record<string, string>>('passwords');
    const [a = {}, b = {}] = [await records.get(one.account.id), await records.get(two.account.id)];
    assert.ok(!JSON.stringify(a).includes(PASSWORD));
    for (const [name, value] of Object.entries(a)) assert.notEqual(value, b[name], name);
  });
});

describe('a link that sets a password', () => {
  it('works once, and a bad password does not use it up', async () => {
    const { account, links, passwords } = await bench();
    const token = await links.issue(account.id);
    assert.match(token, /^[0-9A-Za-z]{32}$/);
    assert.equal(passwordLinkUrl('http://a.test', token), `http://a.test/dashboard/set-password?token=${token}`);
    assert.equal(await links.accountOf(token), account.id);
    await assert.rejects(links.redeem(token, 'short'), refused('invalid_request'));
    assert.equal(await links.redeem(token, PASSWORD), account.id);
    assert.equal(await passwords.matches(account.id, PASSWORD), true);
    assert.equal(await links.accountOf(token), undefined);
    await assert.rejects(links.redeem(token, PASSWORD), refused('not_found'));
  });

  it('works once, however many use it at once', async () => {
    const { account, links, passwords } = await bench();
    const token = await links.issue(account.id);
    const tries = ['a', 'b', 'c'].map((letter) => letter.repeat(12));
    const outcomes = await Promise.allSettled(tries.map((password) => links.redeem(token, password)));
    const won = outcomes.findIndex(({ status }) => status === 'fulfilled');
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.equal(await passwords.matches(account.id, tries[won] ?? ''), true);
  });

  it('ends when a newer one is made', async () => {
    const { account, links } = await bench();
    const old = await links.issue(account.id);
    const token = await links.issue(account.id);
    await assert.rejects(links.redeem(old, PASSWORD), refused('not_found'));
    assert.equal(await links.redeem(token, PASSWORD), account.id);
    await assert.rejects(links.redeem('', PASSWORD), refused('not_found'));
  });

  it('ends after 24 hours', async (t) => {
    const { account, links } = await bench();
    const start = Date.now();
    t.mock.timers.enable({ apis: ['Date'], now: start });
    const token = await links.issue(account.id);
    t.mock.timers.setTime(start + 24 * 3_600_000 - 1000);
    assert.equal(await links.accountOf(token), account.id);
    t.mock.timers.setTime(start + 24 * 3_600_000 + 1000);
    assert.equal(await links.accountOf(token), undefined);
  });
});

describe('a session', () => {
  it('is of its account until it is ended', async () => {
    const { account, passwords, sessions } = await bench();
    await assert.rejects(sessions.begin(account.id), /no password/);
    await passwords.set(account.id, PASSWORD);
    const [one, two] = [await sessions.begin(account.id), await sessions.begin(account.id)];
    assert.notEqual(one, two);
    assert.deepEqual(await sessions.accountOf(one), account);
    await sessions.end(one);
    assert.equal(await sessions.accountOf(one), undefined);
    assert.deepEqual(await sessions.accountOf(two), account);
    for (const unknown of ['', 'x', account.id]) assert.equal(await sessions.accountOf(unknown), undefined);
  });

  it('ends with the password it was begun with', async () => {
    const { account, links, passwords, sessions } = await bench();
    await passwords.set(account.id, PASSWORD);
    const id = await sessions.begin(account.id);
    await links.redeem(await links.issue(account.id), PASSWORD);
    assert.equal(await sessions.accountOf(id), undefined);
  });

  it('ends after 12 hours, however much it is used', async (t) => {
    const { account, passwords, sessions } = await bench();
    await passwords.set(account.id, PASSWORD);
    const start = Date.now();
    t.mock.timers.enable({ apis: ['Date'], now: start });
    const id = await sessions.begin(account.id);
    for (const hours of [1, 6, 11.9]) {
      t.mock.timers.setTime(start + hours * 3_600_000);
      assert.deepEqual(await sessions.accountOf(id), account);
    }
    t.mock.timers.setTime(start + 12 * 3_600_000 + 1000);
    assert.equal(await sessions.accountOf(id), undefined);
  });
});

describe('signing in', () => {
  it('takes the right pair and nothing else', async () => {
    const { account, passwords, signIn } = await bench();
    await passwords.set(account.id, PASSWORD);
    const attempt = (email: string, password: string) => signIn({ email, password, clientAddress: '192.0.2.1' });
    assert.equal(await attempt(` ${account.email.toUpperCase()} `, PASSWORD), account.id);
    assert.equal(await attempt(account.email, `${PASSWORD}!`), undefined);
    for (const email of ['', 'nobody@example.com', 'no address', `${'a'.repeat(9999)}@example.com`, '@', 'a b@c']) {
      assert.equal(await attempt(email, PASSWORD), undefined, email);
    }
  });
});
