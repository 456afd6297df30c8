/** Our own directory and its signatures, while time passes and keys change. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isInnerList, parseDictionary } from 'structured-headers';
import type { PublishedKey } from '../../../../src/auth/bot-signature/keys.ts';
import { createOwnDirectory, type SignedDirectory } from '../../../../src/auth/bot-signature/own-directory.ts';
import { publicJwkOf, readPublicKey, thumbprintOf, verifyText } from '../../../../src/auth/bot-signature/profile.ts';
import { signatureBase } from '../../../../src/auth/bot-signature/signature-base.ts';
import { messageOf } from './rfc-key.ts';

function keyOf(byte: number, state: PublishedKey['state']): PublishedKey {
  const seed = Buffer.alloc(32, byte);
  const jwk = publicJwkOf(seed);
  return { keyId: thumbprintOf(jwk), jwk, secret: seed.toString('hex'), createdAt: 0, signsFrom: 0, state };
}

/** A directory with fixed keys and a fixed clock. */
function directoryOf(...keys: PublishedKey[]) {
  const state = { keys, now: 1_800_000_000_000 };
  return {
    state,
    read: createOwnDirectory({ published: async () => state.keys }, 'https://bot.example', () => state.now),
  };
}

/** The signatures of an answer: by which of the keys each is right, and until when (Unix seconds). */
function signersOf({ headers }: SignedDirectory, keys: readonly PublishedKey[]) {
  const request = messageOf('https://bot.example/.well-known/http-message-signatures-directory');
  const response = { ...messageOf('https://bot.example/', { ...headers }), request };
  const signatures = parseDictionary(headers.signature ?? '');
  return [...parseDictionary(headers['signature-input'] ?? '')].map(([label, input]) => {
    const signature = signatures.get(label);
    assert.ok(isInnerList(input) && signature !== undefined && signature[0] instanceof ArrayBuffer);
    const bytes = new Uint8Array(signature[0]);
    const base = signatureBase(response, input);
    const named = keys.find(({ keyId }) => keyId === input[1].get('keyid'));
    const key = named && readPublicKey(named.jwk.x);
    assert.ok(key && verifyText(base, bytes, key), label);
    return { keyId: named.keyId, expires: input[1].get('expires') };
  });
}

describe('our own directory', () => {
  const [next, signing] = [keyOf(1, 'next'), keyOf(2, 'signing')];

  it('is signed by each of its keys, for an hour', async () => {
    const { state, read } = directoryOf(next, signing);
    const expires = state.now / 1000 + 3600;
    assert.deepEqual(
      signersOf(await read(), state.keys),
      state.keys.map(({ keyId }) => ({ keyId, expires })),
    );
  });

  it('is signed again after a minute; its tag stays the same', async () => {
    const { state, read } = directoryOf(signing);
    const first = await read();
    state.now += 59_999;
    assert.equal(await read(), first);
    state.now += 1;
    const again = await read();
    assert.equal(again.etag, first.etag);
    assert.deepEqual(signersOf(again, state.keys), [{ keyId: signing.keyId, expires: state.now / 1000 + 3600 }]);
  });

  it('changes at once with its keys, and its tag with it', async () => {
    const { state, read } = directoryOf(signing);
    const first = await read();
    state.keys = [next, signing];
    const second = await read();
    assert.notEqual(second.etag, first.etag);
    assert.equal(signersOf(second, state.keys).length, 2);
    assert.doesNotMatch(second.body, /"d"|secret/);
  });
});
