/** The single use of a signature, and the limits on records and fetches that untrusted requests cause. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDirectoryCache } from '../../../../src/auth/bot-signature/directory.ts';
import { DIRECTORY_TYPE, publicJwkOf, thumbprintOf } from '../../../../src/auth/bot-signature/profile.ts';
import { RULES } from '../../../../src/auth/bot-signature/signatures.ts';
import { inWhole } from '../../../support/exhaustive.ts';
import { openLmdbUnderTest } from '../../../support/store-drivers.ts';
import { countingStore, LOOSE, NOW_SECONDS, sign, storeOf, verifierOf } from './bot-bench.ts';

/** Not the example key, which no directory may list. */
const seed = Buffer.alloc(32, 5);
const jwk = publicJwkOf(seed);
const key = { secret: seed.toString('hex'), keyId: thumbprintOf(jwk) };
const good = sign();

describe('replay', () => {
  it('of any number of the same request, at once or later, one counts', async () => {
    const { store, destroy } = await openLmdbUnderTest();
    const once = verifierOf({ store });
    const verdicts = await Promise.all(Array.from({ length: 8 }, () => once(good)));
    assert.equal(verdicts.filter(({ state }) => state === 'verified').length, 1);
    assert.deepEqual(await once(good), { state: 'invalid', reason: 'replayed' });
    assert.equal((await once(sign({ parameters: { nonce: 'one' } }))).state, 'verified');
    const sameNonce = sign({ parameters: { nonce: 'one', expires: NOW_SECONDS + 59 } });
    assert.deepEqual(await once(sameNonce), { state: 'invalid', reason: 'replayed' });
    assert.equal((await once(sign({ parameters: { nonce: 'two' } }))).state, 'verified');
    await destroy();
  });

  it('is not claimed to be ruled out while the store does not answer', async () => {
    const store = storeOf(() => Promise.reject(new Error('no store')));
    assert.deepEqual(await verifierOf({ store })(good), {
      state: 'unverified',
      reason: 'replay_unknown',
    });
  });

  it('is of a nonce by the same key of the same agent: others may choose the same', async () => {
    const verify = verifierOf({ store: countingStore() });
    const by = (agent: string) =>
      sign({ headers: { 'signature-agent': `sig1="${agent}"` }, parameters: { nonce: 'n' } });
    assert.equal((await verify(by('https://a.test/keys'))).state, 'verified');
    assert.equal((await verify(by('https://b.test/keys'))).state, 'verified');
    assert.deepEqual(await verify(by('https://a.test/keys')), { state: 'invalid', reason: 'replayed' });
  });

  it('is remembered as long as any signature is valid, by clocks that differ, and no longer', async () => {
    const limits = new Map<string, number>();
    const store = storeOf(async (subject, { windowMs }) => {
      limits.set(subject.replace(/:[^:]*$/, ''), windowMs);
      return true;
    });
    await verifierOf({ store, rules: { ...LOOSE, maxLifetimeSeconds: RULES.maxLifetimeSeconds } })(good);
    assert.equal(limits.get('bot-signature:seen'), 3_630_000);
  });

  inWhole(() =>
    it('is remembered of 1,200 signatures a minute from one address; the next prove nothing', async () => {
      const verify = verifierOf({ store: countingStore() });
      for (let count = 0; count < 1200; count += 1) {
        assert.equal((await verify(sign({ parameters: { nonce: String(count) } }))).state, 'verified');
      }
      const next = sign({ parameters: { nonce: 'next' } });
      assert.deepEqual(await verify(next), { state: 'unverified', reason: 'signature_budget_spent' });
      assert.equal((await verify({ ...next, source: '203.0.113.8' })).state, 'verified');
    }),
  );
});

describe('the directories that untrusted requests name', () => {
  /** A verifier of one store, over a directory that lists the key wherever it is asked. */
  function fetching(store = countingStore()) {
    let fetches = 0;
    const directories = createDirectoryCache(async () => {
      fetches += 1;
      const body = Buffer.from(JSON.stringify({ keys: [jwk] }));
      return { status: 200, contentType: DIRECTORY_TYPE, cacheControl: undefined, body };
    });
    const verify = verifierOf({ store, directories });
    return {
      fetches: () => fetches,
      ask: (host: string, source: string) =>
        verify({ ...sign({ key, headers: { 'signature-agent': `sig1="https://${host}/keys"` } }), source }),
    };
  }
  const SPENT = { state: 'unverified', reason: 'directory_budget_spent' };

  it('are ten a minute of one registrable domain, over all callers; a private suffix is no such domain', async () => {
    const { ask, fetches } = fetching();
    for (let count = 0; count < 10; count += 1) {
      assert.equal((await ask(`h${count}.victim.test`, `192.0.2.${count}`)).state, 'verified');
    }
    assert.deepEqual(await ask('h10.victim.test', '192.0.2.10'), SPENT);
    assert.equal(fetches(), 10);
    for (let count = 0; count < 11; count += 1) {
      const verdict = await ask(`h${count}.github.io`, `198.51.100.${count}`);
      assert.ok(verdict.state === 'verified' && verdict.agent.domain === `h${count}.github.io`);
    }
  });

  it('are 120 a minute in all', async () => {
    const { ask, fetches } = fetching();
    for (let count = 0; count < 120; count += 1) {
      assert.equal((await ask(`a${count}.test`, `192.0.2.${count}`)).state, 'verified');
    }
    assert.deepEqual(await ask('last.test', '192.0.2.200'), SPENT);
    assert.equal(fetches(), 120);
  });

  it('are none while the store cannot count', async () => {
    const { ask, fetches } = fetching(storeOf(() => Promise.reject(new Error('no store'))));
    assert.deepEqual(await ask('a.test', '192.0.2.1'), SPENT);
    assert.equal(fetches(), 0);
  });
});
