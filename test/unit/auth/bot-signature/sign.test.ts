import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isInnerList, parseDictionary } from 'structured-headers';
import type { PublishedKey } from '../../../../src/auth/bot-signature/keys.ts';
import { publicJwkOf, readPublicKey, thumbprintOf, verifyText } from '../../../../src/auth/bot-signature/profile.ts';
import {
  createOwnDirectory,
  createSignRequest,
  type SignatureForm,
  type SignedDirectory,
} from '../../../../src/auth/bot-signature/sign.ts';
import { signatureBase } from '../../../../src/auth/bot-signature/signature-base.ts';
import { EXAMPLE_JWK, EXAMPLE_KEY, EXAMPLE_KEY_ID, messageOf } from './rfc-key.ts';

const NOW_SECONDS = 1_800_000_000;
const signer = (form: SignatureForm) =>
  createSignRequest({
    currentKey: () => ({ ...EXAMPLE_KEY, jwk: EXAMPLE_JWK, createdAt: 0, signsFrom: 0 }),
    baseUrl: 'https://bot.example',
    form,
    now: () => NOW_SECONDS * 1000 + 999,
  });

describe('a request of Legible', () => {
  const forms = [
    ['string', '"https://bot.example"', '"signature-agent"'],
    [
      'dictionary',
      'sig1="https://bot.example/.well-known/http-message-signatures-directory"',
      '"signature-agent";key="sig1"',
    ],
  ] as const;
  for (const [form, agent, covered] of forms) {
    it(`says in the ${form} form who signed it, for one host and one minute`, () => {
      const headers = signer(form)({ method: 'GET', url: 'https://Site.Example:443/a?b#c' });
      assert.deepEqual(Object.keys(headers).sort(), ['signature', 'signature-agent', 'signature-input']);
      assert.equal(headers['signature-agent'], agent);
      const input = headers['signature-input'] ?? '';
      const [, nonce = ''] = /;nonce="([^"]*)";/.exec(input) ?? [];
      assert.equal(Buffer.from(nonce, 'base64').length, 64);
      const parameters = `("@authority" ${covered});created=${NOW_SECONDS};keyid="${EXAMPLE_KEY_ID}";alg="ed25519";expires=${NOW_SECONDS + 60};nonce="${nonce}";tag="web-bot-auth"`;
      assert.equal(input, `sig1=${parameters}`);
      const value = form === 'string' ? agent : agent.slice('sig1='.length);
      const base = `"@authority": site.example\n${covered}: ${value}\n"@signature-params": ${parameters}`;
      const [, signature = ''] = /^sig1=:(.+):$/.exec(headers.signature ?? '') ?? [];
      const key = readPublicKey(EXAMPLE_JWK.x);
      assert.ok(key);
      assert.ok(verifyText(base, Buffer.from(signature, 'base64'), key));
    });
  }

  it('is signed for the port, where it is not the usual one', () => {
    const sign = signer('string');
    const [one, other] = ['https://site.example:8443/', 'https://site.example/'].map(
      (url) => sign({ method: 'GET', url }).signature,
    );
    assert.notEqual(one, other);
  });

  it('never has the nonce of another', () => {
    const sign = signer('string');
    const inputs = Array.from({ length: 50 }, () => sign({ method: 'GET', url: 'https://a.test/' })['signature-input']);
    assert.equal(new Set(inputs).size, 50);
  });
});

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
