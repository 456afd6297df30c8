/** What our requests carry, letter by letter. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPublicKey, verifyText } from '../../../../src/auth/bot-signature/profile.ts';
import { createSignRequest, type SignatureForm } from '../../../../src/auth/bot-signature/sign.ts';
import { EXAMPLE_JWK, EXAMPLE_KEY, EXAMPLE_KEY_ID } from './rfc-key.ts';

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
