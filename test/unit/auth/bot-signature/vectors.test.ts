/** Published vectors, byte for byte. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as ed from '@noble/ed25519';
import { publicJwkOf, readPublicKey, thumbprintOf, verifyText } from '../../../../src/auth/bot-signature/profile.ts';
import {
  component,
  type SignatureParameters,
  signDirectory,
  signMessage,
} from '../../../../src/auth/bot-signature/sign.ts';
import { signatureBase } from '../../../../src/auth/bot-signature/signature-base.ts';
import { EXAMPLE_JWK, EXAMPLE_KEY, EXAMPLE_KEY_ID, EXAMPLE_SEED, messageOf } from './rfc-key.ts';

const AGENT = '"https://signature-agent.test"';
const LEGACY_NONCE = 'e8N7S2MFd/qrd6T2R3tdfAuuANngKI7LFtKYI/vowzk4lAZYadIX6wW25MwG7DCT9RUKAJ0qVkU0mEeLElW1qg==';
const NONCE = 'n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==';

const parameters = (expires: number, nonce: string): SignatureParameters => [
  ['created', 1735689600],
  ['keyid', EXAMPLE_KEY_ID],
  ['alg', 'ed25519'],
  ['expires', expires],
  ['nonce', nonce],
  ['tag', 'web-bot-auth'],
];

describe('vectors', () => {
  it('the example key of RFC 9421, B.1.4, and its thumbprint', () => {
    assert.deepEqual(publicJwkOf(EXAMPLE_SEED), EXAMPLE_JWK);
    assert.equal(thumbprintOf(EXAMPLE_JWK), EXAMPLE_KEY_ID);
  });

  it('the thumbprint of RFC 8037, A.3', () =>
    assert.equal(
      thumbprintOf({ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }),
      'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
    ));

  it('RFC 9421, B.2.6', () => {
    const message = messageOf(
      'https://example.com/foo?param=Value&Pet=dog',
      { date: 'Tue, 20 Apr 2021 02:07:55 GMT', 'content-type': 'application/json', 'content-length': '18' },
      'POST',
    );
    const components = ['date', '@method', '@path', '@authority', 'content-type', 'content-length'].map((name) =>
      component(name),
    );
    const signed = signMessage(message, {
      key: EXAMPLE_KEY,
      label: 'sig-b26',
      components,
      parameters: [
        ['created', 1618884473],
        ['keyid', 'test-key-ed25519'],
      ],
    });
    assert.equal(
      signed.input,
      'sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
    );
    assert.equal(
      signed.signature,
      'sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:',
    );
  });

  it('the draft: Signature-Agent as a Dictionary', () => {
    const message = messageOf('https://example.com/path/to/resource', { 'signature-agent': `sig2=${AGENT}` });
    const signed = signMessage(message, {
      key: EXAMPLE_KEY,
      label: 'sig2',
      components: [component('@authority'), component('signature-agent', { key: 'sig2' })],
      parameters: parameters(4889289600, NONCE),
    });
    assert.equal(
      signed.input,
      `sig2=("@authority" "signature-agent";key="sig2");created=1735689600;keyid="${EXAMPLE_KEY_ID}";alg="ed25519";expires=4889289600;nonce="${NONCE}";tag="web-bot-auth"`,
    );
    assert.equal(
      signed.signature,
      'sig2=:CGokAoY/FrPpyuzTe1Fb2kLTAH9Idw6qSFd1+D77r1firsMRCxeuLu5e6O+ek3zQgDMAzjiXtLVfqE00xnABCQ==:',
    );
  });

  it('the draft: Signature-Agent as a String', () => {
    const signed = signMessage(messageOf('https://example.com/path/to/resource', { 'signature-agent': AGENT }), {
      key: EXAMPLE_KEY,
      label: 'sig2',
      components: [component('@authority'), component('signature-agent')],
      parameters: parameters(1735693200, LEGACY_NONCE),
    });
    assert.equal(
      signed.input,
      `sig2=("@authority" "signature-agent");created=1735689600;keyid="${EXAMPLE_KEY_ID}";alg="ed25519";expires=1735693200;nonce="${LEGACY_NONCE}";tag="web-bot-auth"`,
    );
    assert.equal(
      signed.signature,
      'sig2=:jdq0SqOwHdyHr9+r5jw3iYZH6aNGKijYp/EstF4RQTQdi5N5YYKrD+mCT1HA1nZDsi6nJKuHxUi/5Syp3rLWBA==:',
    );
  });

  it('the draft: a signed directory', () => {
    const body = `{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"${EXAMPLE_KEY_ID}","x":"${EXAMPLE_JWK.x}","use":"sig"}]}`;
    const digest = 'sha-256=:CADMT2aBdV/rqQr/NIru64ERQkCobVvllA4V0fLFDu0=:';
    const request = messageOf('https://signature-agent.test/');
    const signed = signMessage(
      { ...messageOf('https://signature-agent.test/', { 'content-digest': digest }), request },
      {
        key: EXAMPLE_KEY,
        label: 'binding',
        components: [component('@authority', { req: true }), component('content-digest')],
        parameters: [
          ['created', 1735689600],
          ['expires', 4889289600],
          ['keyid', EXAMPLE_KEY_ID],
          ['tag', 'http-message-signatures-directory'],
        ],
      },
    );
    assert.equal(
      signed.signature,
      'binding=:l6P8R67tm3kujAxbHWio7ll01qrEZ0dKD/WWlGhNYEmTnFZM8Wt0VQ9zqGfvo7T/UMkBxsigzChM1Gpz7gOVBg==:',
    );
    const ours = signDirectory(body, [EXAMPLE_KEY], 'https://signature-agent.test', 1735689600_000);
    assert.equal(ours.headers['content-digest'], digest);
    assert.equal(
      ours.headers['signature-input'],
      `binding0=("@authority";req "content-digest");created=1735689600;expires=1735693200;keyid="${EXAMPLE_KEY_ID}";tag="http-message-signatures-directory"`,
    );
  });

  it('sign and verify with node:crypto as noble does, and refuse keys that are spelled otherwise', () => {
    const key = readPublicKey(EXAMPLE_JWK.x);
    assert.ok(key);
    const message = messageOf('https://example.com/');
    const base = signatureBase(message, [[component('@authority')], new Map([['created', 1]])]);
    assert.equal(base, '"@authority": example.com\n"@signature-params": ("@authority");created=1');
    const { signature } = signMessage(message, {
      key: EXAMPLE_KEY,
      label: 'a',
      components: [component('@authority')],
      parameters: [['created', 1]],
    });
    const bytes = Buffer.from(signature.slice('a=:'.length, -1), 'base64');
    assert.deepEqual(new Uint8Array(bytes), ed.sign(Buffer.from(base), Buffer.from(EXAMPLE_KEY.secret, 'hex')));
    assert.equal(verifyText(base, bytes, key), true);
    assert.equal(verifyText(`${base} `, bytes, key), false);
    assert.equal(verifyText(base, bytes.subarray(1), key), false);
    // The last character has two unused bits: another spelling of the same bytes is another name.
    assert.equal(readPublicKey(`${EXAMPLE_JWK.x.slice(0, -1)}t`), undefined);
    assert.equal(readPublicKey(EXAMPLE_JWK.x.slice(1)), undefined);
  });
});
