/** With two other implementations, both ways. */
import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey, sign as signBytes, verify as verifyBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { httpbis } from 'http-message-signatures';
import { signatureHeaders, verify as verifyWebBotAuth } from 'web-bot-auth';
import { signerFromJWK, verifierFromJWK } from 'web-bot-auth/crypto';
import { createSignRequest, type SignatureForm, signDirectory } from '../../../../src/auth/bot-signature/sign.ts';
import { AGENT, verifierOf } from './bot-bench.ts';
import { EXAMPLE_JWK, EXAMPLE_KEY, EXAMPLE_KEY_ID, EXAMPLE_SEED } from './rfc-key.ts';

const PRIVATE_JWK = { ...EXAMPLE_JWK, d: EXAMPLE_SEED.toString('base64url') };
const publicKey = createPublicKey({ key: EXAMPLE_JWK, format: 'jwk' });
const URL_ASKED = 'https://example.com:8443/path?a=b';

const signedBy = (form: SignatureForm) => {
  const sign = createSignRequest({
    currentKey: () => ({ ...EXAMPLE_KEY, jwk: EXAMPLE_JWK, createdAt: 0, signsFrom: 0 }),
    baseUrl: 'https://bot.example',
    form,
  });
  return sign({ method: 'GET', url: URL_ASKED });
};

const keyLookup = async ({ keyid }: { keyid?: string }) =>
  keyid === EXAMPLE_KEY_ID
    ? {
        id: keyid,
        algs: ['ed25519'],
        verify: async (data: Buffer, signature: Buffer) => verifyBytes(null, data, publicKey, signature),
      }
    : null;

describe("others verify Legible's signatures", () => {
  it('web-bot-auth reads the String form', async () => {
    const request = new Request(URL_ASKED, { headers: signedBy('string') });
    await verifyWebBotAuth(request, await verifierFromJWK(EXAMPLE_JWK));
    const elsewhere = new Request('https://other.example/', { headers: signedBy('string') });
    await assert.rejects(async () => verifyWebBotAuth(elsewhere, await verifierFromJWK(EXAMPLE_JWK)));
  });

  for (const form of ['string', 'dictionary'] as const) {
    it(`http-message-signatures reads the ${form} form`, async () => {
      const message = { method: 'GET', url: URL_ASKED, headers: signedBy(form) };
      const rules = {
        keyLookup,
        requiredParams: ['created', 'expires', 'keyid', 'nonce', 'tag'],
        requiredFields: ['@authority'],
      };
      assert.equal(await httpbis.verifyMessage(rules, message), true);
      assert.equal(await httpbis.verifyMessage(rules, { ...message, url: 'https://other.example/' }), false);
    });
  }

  it('http-message-signatures reads our directory', async () => {
    const seconds = Math.floor(Date.now() / 1000);
    const { headers, body } = signDirectory('{"keys":[]}', [EXAMPLE_KEY], 'https://bot.example', seconds * 1000);
    assert.equal(body, '{"keys":[]}');
    const request = { method: 'GET', url: 'https://bot.example/', headers: {} };
    const rules = { keyLookup, requiredFields: ['@authority', 'content-digest'] };
    assert.equal(await httpbis.verifyMessage(rules, { status: 200, headers }, request), true);
    const elsewhere = { ...request, url: 'https://other.example/' };
    assert.equal(await httpbis.verifyMessage(rules, { status: 200, headers }, elsewhere), false);
  });
});

describe("Legible verifies others' signatures", () => {
  const seconds = Math.floor(Date.now() / 1000);
  const verify = verifierOf({ nowSeconds: seconds });
  const verified = (url: string) => ({
    state: 'verified',
    agent: { url, domain: 'signature-agent.test', keyId: EXAMPLE_KEY_ID },
  });

  it('web-bot-auth, in the String form', async () => {
    const headers = { 'signature-agent': '"https://signature-agent.test"' };
    const made = await signatureHeaders(new Request(URL_ASKED, { headers }), await signerFromJWK(PRIVATE_JWK), {
      created: new Date(seconds * 1000),
      expires: new Date((seconds + 60) * 1000),
    });
    const sent = {
      url: URL_ASKED,
      method: 'GET',
      headers: { ...headers, 'signature-input': made['Signature-Input'], signature: made.Signature },
    };
    const url = 'https://signature-agent.test/.well-known/http-message-signatures-directory';
    assert.deepEqual(await verify(sent), verified(url));
    assert.deepEqual(await verify({ ...sent, url: 'https://other.example/' }), {
      state: 'invalid',
      reason: 'bad_signature',
    });
  });

  it('http-message-signatures, in the Dictionary form', async () => {
    const privateKey = createPrivateKey({ key: PRIVATE_JWK, format: 'jwk' });
    const message = { method: 'POST', url: URL_ASKED, headers: { 'Signature-Agent': `sig="${AGENT}"` } };
    const made = await httpbis.signMessage(
      {
        key: { id: EXAMPLE_KEY_ID, alg: 'ed25519', sign: async (data) => signBytes(null, data, privateKey) },
        name: 'sig',
        fields: ['@method', '@authority', '@path', '@query', 'signature-agent;key="sig"'],
        params: ['created', 'expires', 'keyid', 'tag'],
        paramValues: {
          created: new Date(seconds * 1000),
          expires: new Date((seconds + 60) * 1000),
          tag: 'web-bot-auth',
        },
      },
      message,
    );
    const headers = Object.fromEntries(
      Object.entries(made.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
    );
    assert.deepEqual(await verify({ url: URL_ASKED, method: 'POST', headers }), verified(AGENT));
    assert.deepEqual(await verify({ url: URL_ASKED, method: 'GET', headers }), {
      state: 'invalid',
      reason: 'bad_signature',
    });
  });
});
