import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createAccounts } from '../../../src/auth/accounts.ts';
import { createPasswords, createSignIn, MAX_SIGN_IN_DELAY_MS } from '../../../src/auth/sign-in.ts';
import { ServiceError } from '../../../src/errors.ts';
import { startRedisServer } from '../../support/redis-server.ts';
import { openLmdbUnderTest, openRedisUnderTest, type StoreUnderTest } from '../../support/store-drivers.ts';

const PASSWORD = 'correct horse battery';
const WRONG = 'wrong horse battery';
/** The limits do not depend on the cost of the hash. */
const LIGHT = { N: 2 ** 10, r: 8, p: 1 };

const redis = await startRedisServer();
after(() => redis.destroy());

const isLimited = (error: unknown) =>
  error instanceof ServiceError &&
  error.code === 'rate_limited' &&
  Number(error.retryAfterSeconds) > 800 &&
  /15 minutes/.test(error.message);

for (const [driver, open] of [
  ['lmdb', () => openLmdbUnderTest()],
  ['redis', () => openRedisUnderTest(redis)],
] as const) {
  describe(`sign-in limits on ${driver}`, () => {
    let opened: StoreUnderTest;
    let owners = 0;
    before(async () => {
      opened = await open();
    });
    after(() => opened.destroy());

    /** An account with a password, and the delays that its attempts were given. */
    async function bench() {
      const { store } = opened;
      const accounts = createAccounts(store);
      const passwords = createPasswords(store, LIGHT);
      owners += 1;
      const account = await accounts.create({ email: `owner-${owners}@example.com`, plan: 'pro' });
      await passwords.set(account.id, PASSWORD);
      const delays: number[] = [];
      const signIn = createSignIn(store, { accounts, passwords }, async (ms) => delays.push(ms));
      const attempt = (clientAddress: string, password: string, email = account.email) =>
        signIn({ email, password, clientAddress });
      return { account, attempt, delays };
    }

    it('refuses the 11th attempt on an account from one /24, with the right password too', async () => {
      const { account, attempt } = await bench();
      for (let at = 0; at < 10; at += 1) assert.equal(await attempt(`192.0.2.${at}`, WRONG), undefined);
      await assert.rejects(attempt('192.0.2.200', PASSWORD), isLimited);
      await assert.rejects(attempt('::ffff:192.0.2.201', PASSWORD, ` ${account.email.toUpperCase()}`), isLimited);
      assert.equal(await attempt('192.0.3.1', PASSWORD), account.id);
    });

    it('refuses the 11th attempt on an account from one IPv6 /64', async () => {
      const { account, attempt } = await bench();
      for (let at = 0; at < 10; at += 1) assert.equal(await attempt(`2001:db8:1::${at}`, WRONG), undefined);
      await assert.rejects(attempt('2001:db8:1:0:ffff::1', PASSWORD), isLimited);
      assert.equal(await attempt('2001:db8:1:1::1', PASSWORD), account.id);
    });

    it('accepts the right password from elsewhere after any number of wrong ones, at most 5 s later', async () => {
      const { account, attempt, delays } = await bench();
      for (let at = 0; at < 60; at += 1) assert.equal(await attempt(`198.18.${at}.1`, WRONG), undefined);
      assert.equal(await attempt('203.0.113.9', PASSWORD), account.id);
      assert.equal(delays.length, 51, 'the first 10 attempts are not delayed');
      assert.deepEqual(
        delays,
        [...delays].sort((a, b) => a - b),
        'delays grow',
      );
      assert.ok(Number(delays[0]) > 0);
      assert.equal(delays.at(-1), MAX_SIGN_IN_DELAY_MS);
      assert.equal(MAX_SIGN_IN_DELAY_MS, 5_000);
    });

    it('delays and limits attempts on an account that does not exist in the same way', async () => {
      const { attempt, delays } = await bench();
      const email = `missing-${owners}@example.com`;
      for (let at = 0; at < 12; at += 1) assert.equal(await attempt(`198.19.${at}.1`, WRONG, email), undefined);
      assert.equal(delays.length, 2);
      for (let at = 0; at < 9; at += 1) assert.equal(await attempt('198.19.0.1', WRONG, email), undefined);
      await assert.rejects(attempt('198.19.0.1', WRONG, email), isLimited);
    });

    it('refuses the 61st attempt of one network over all accounts', async () => {
      const { account, attempt } = await bench();
      for (let at = 0; at < 60; at += 1) await attempt('203.0.114.1', WRONG, `guess-${at}@example.com`);
      await assert.rejects(attempt('203.0.114.1', PASSWORD), isLimited);
      assert.equal(await attempt('203.0.115.1', PASSWORD), account.id);
    });

    it('keeps a name with separators apart from another account', async () => {
      const { account, attempt } = await bench();
      for (let at = 0; at < 10; at += 1) await attempt('192.0.5.1', WRONG, `x:${account.email}`);
      assert.equal(await attempt('192.0.5.1', PASSWORD), account.id);
    });
  });
}
