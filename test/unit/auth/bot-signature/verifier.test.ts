import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BotRefusal } from '../../../../src/auth/bot-signature/profile.ts';
import { contentDigest } from '../../../../src/auth/bot-signature/signature-base.ts';
import { RULES } from '../../../../src/auth/bot-signature/signatures.ts';
import { AGENT, LOOSE, NOW_SECONDS, type Sent, sign, verifierOf } from './bot-bench.ts';
import { EXAMPLE_KEY_ID } from './rfc-key.ts';

const verify = verifierOf();
const AGENT_MEMBER: [string, Record<string, string>] = ['signature-agent', { key: 'sig1' }];
const LEGACY = { 'signature-agent': '"https://signature-agent.test"' };

/** The same request with some headers as given; undefined takes one away. */
const altered = (sent: Sent, headers: Record<string, string | undefined>): Sent => ({
  ...sent,
  headers: Object.fromEntries(
    Object.entries({ ...sent.headers, ...headers }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  ),
});
const good = sign();
const input = good.headers['signature-input'] ?? '';

/**
 * Signatures that the negative vectors of the public collection give for requests that cannot be signed by the rules,
 * made with the example key of RFC 9421.
 */
const publishedVector = (
  components: string,
  signature: string,
  agent = 'sig1="https://signature-agent.test"',
): Sent => ({
  url: 'https://example.com/',
  method: 'GET',
  headers: {
    'signature-agent': agent,
    'signature-input': `sig1=(${components});created=1735689600;keyid="${EXAMPLE_KEY_ID}";alg="ed25519";expires=4889289600;tag="web-bot-auth"`,
    signature: `sig1=:${signature}:`,
  },
});

describe('who signed', () => {
  const verified: [string, Sent, string][] = [
    ['the Dictionary of today', good, AGENT],
    [
      'the String of the drafts before, whose origin has a directory',
      sign({ headers: LEGACY, components: ['@authority', 'signature-agent'] }),
      'https://signature-agent.test/.well-known/http-message-signatures-directory',
    ],
    ['a nonce that reads like a time with a fraction', sign({ parameters: { nonce: '\\";created=1.0;"' } }), AGENT],
    ['a query is fetched but names nobody', sign({ headers: { 'signature-agent': `sig1="${AGENT}?v=2"` } }), AGENT],
    [
      'every derived component',
      sign({
        url: 'https://example.com/a/%7Eb?x=1&y=%C3%BC%20(z)',
        method: 'POST',
        components: [
          '@method',
          '@target-uri',
          '@authority',
          '@scheme',
          '@request-target',
          '@path',
          '@query',
          ['@query-param', { name: 'y' }],
          AGENT_MEMBER,
        ],
      }),
      AGENT,
    ],
    ['a target URI in place of the authority', sign({ components: ['@target-uri', AGENT_MEMBER] }), AGENT],
    [
      'by a clock that is half a minute ahead',
      sign({ parameters: { created: NOW_SECONDS + 30, expires: NOW_SECONDS + 60 } }),
      AGENT,
    ],
    ['in its last second', sign({ parameters: { created: NOW_SECONDS - 59, expires: NOW_SECONDS + 1 } }), AGENT],
    ['without alg and nonce', sign({ parameters: { alg: undefined } }), AGENT],
    [
      'a signature for somebody else beside it',
      altered(good, { 'signature-input': `x=("@path");tag="other", ${input}` }),
      AGENT,
    ],
  ];
  for (const [name, sent, url] of verified) {
    it(name, async () => {
      const agent = { url, domain: 'signature-agent.test', keyId: EXAMPLE_KEY_ID };
      assert.deepEqual(await verify(sent), { state: 'verified', agent });
    });
  }

  it('no agent, without a signature for this service', async () => {
    const unsigned = altered(good, { 'signature-input': undefined, signature: undefined });
    assert.deepEqual(await verify(unsigned), { state: 'none' });
    assert.deepEqual(await verify(sign({ parameters: { tag: 'other' } })), { state: 'none' });
    assert.deepEqual(await verify(sign({ parameters: { tag: undefined } })), { state: 'none' });
  });
});

const digested = { 'content-digest': contentDigest(''), 'signature-agent': `sig1="${AGENT}"` };
const withDigest = (body: string | undefined) =>
  sign({
    method: 'POST',
    headers: digested,
    components: ['@authority', 'content-digest', AGENT_MEMBER],
    ...(body === undefined ? {} : { body }),
  });

describe('a wrong signature (the negative vectors, by number, and more)', () => {
  const invalid: [string, Sent, BotRefusal][] = [
    [
      'NV-01 no target',
      publishedVector(
        '"signature-agent";key="sig1"',
        'OfqFF7JEZnSAkthXM22HF3Ghlrslj4CHN1ZO9HMaOlf4rCCCSHcaQT82AtaWrXV0avoXjS4A7LJUMkdamFXLCg==',
      ),
      'target_not_covered',
    ],
    ['NV-02 no created', sign({ parameters: { created: undefined } }), 'bad_parameters'],
    ['NV-03 no expires', sign({ parameters: { expires: undefined } }), 'bad_parameters'],
    ['no key id', sign({ parameters: { keyid: undefined } }), 'bad_parameters'],
    ['a key id that is no thumbprint', sign({ parameters: { keyid: 'test-key-ed25519' } }), 'bad_parameters'],
    ['created is no integer', sign({ parameters: { created: '1735689600' } }), 'bad_parameters'],
    ...['created', 'expires'].map((name): [string, Sent, BotRefusal] => [
      `${name} has a fraction of nothing`,
      altered(good, { 'signature-input': input.replace(new RegExp(`${name}=\\d+`), '$&.0') }),
      'bad_parameters',
    ]),
    ['nonce is no string', sign({ parameters: { nonce: 7 } }), 'bad_parameters'],
    ['NV-04 expired', sign({ parameters: { created: NOW_SECONDS - 60, expires: NOW_SECONDS } }), 'expired'],
    [
      'NV-05 created in the future',
      sign({ parameters: { created: NOW_SECONDS + 31, expires: NOW_SECONDS + 60 } }),
      'not_yet_valid',
    ],
    ['NV-06 signed for another host', { ...good, url: 'https://other.example/' }, 'bad_signature'],
    [
      'NV-07 an empty path',
      publishedVector(
        '"@authority" "@path" "signature-agent";key="sig1"',
        'gVyV1O4BnincHcl/dIHWUaGagmEldaC7JN4KtkCsRtbOGwxrRJTdm0HHyKBcOYW3uA4R7FjcdaERQBbDJSzRAg==',
      ),
      'bad_signature',
    ],
    ['NV-08 another body', withDigest('{"hello":"world"}'), 'content_differs'],
    ['NV-09 a covered field is missing', altered(withDigest(''), { 'content-digest': undefined }), 'bad_component'],
    [
      'NV-10 unreadable input',
      altered(good, { 'signature-input': input.replace('key="sig1")', 'key="sig1"') }),
      'unreadable',
    ],
    ['unreadable signature', altered(good, { signature: 'sig1=:*:' }), 'unreadable'],
    [
      'NV-11 another label',
      altered(good, { signature: good.headers.signature?.replace('sig1=', 'sig9=') }),
      'no_signature_value',
    ],
    ['a short signature', altered(good, { signature: 'sig1=:AAAA:' }), 'no_signature_value'],
    ['no signature', altered(good, { signature: undefined }), 'no_signature_value'],
    [
      'NV-13 an ambiguous member',
      publishedVector(
        '"@authority" "signature-agent"',
        '+1vomCIkcZg+3SGgA/XX2FFlS13bVmSPQjBgCclNhatOKs08sckrIx723RIJ/gTAJPGvXfnP3O6W70q41C+BDg==',
        'first="https://signature-agent.test", second="https://other-agent.test"',
      ),
      'bad_agent',
    ],
    ['NV-14 no member of the label', altered(good, { 'signature-agent': `other="${AGENT}"` }), 'bad_agent'],
    [
      'NV-16 an agent on http',
      sign({ headers: { 'signature-agent': 'sig1="http://signature-agent.test"' } }),
      'bad_agent',
    ],
    [
      'NV-18 an unreadable agent',
      altered(good, { 'signature-agent': 'sig1="https://signature-agent.test' }),
      'bad_agent',
    ],
    [
      'NV-19 a component twice',
      publishedVector(
        '"@authority" "@authority" "signature-agent";key="sig1"',
        'pI8eHSuMEPbVLPtEQK368TDMssBWtvsVc6NCuQyp1T6oMnk/Pkpxc4yJhm/kzHLNwqelACukRNMMgh0/FqtFBA==',
      ),
      'bad_component',
    ],
    ['an agent that is not covered', sign({ components: ['@authority'] }), 'agent_not_covered'],
    [
      'a member that is covered under another label',
      sign({
        headers: { 'signature-agent': `a="${AGENT}", sig1="${AGENT}"` },
        components: ['@authority', ['signature-agent', { key: 'a' }]],
      }),
      'agent_not_covered',
    ],
    ['an older String that is not covered', sign({ headers: LEGACY, components: ['@authority'] }), 'agent_not_covered'],
    [
      'a target with a parameter, which is another thing',
      altered(good, { 'signature-input': input.replace('"@authority"', '"@authority";req') }),
      'target_not_covered',
    ],
    [
      'an agent of the request before',
      altered(good, { 'signature-input': input.replace('key="sig1"', 'key="sig1";req') }),
      'agent_not_covered',
    ],
    [
      'an older String that is covered in part',
      altered(good, { ...LEGACY, 'signature-input': input.replace(';key="sig1"', ';sf') }),
      'agent_not_covered',
    ],
    ['another algorithm', sign({ parameters: { alg: 'hmac-sha256' } }), 'unknown_algorithm'],
    [
      'four signatures',
      altered(good, {
        'signature-input': ['a', 'b', 'c', 'd'].map((label) => input.replace('sig1=', `${label}=`)).join(', '),
      }),
      'too_many_signatures',
    ],
    [
      'a header of 5 KB',
      altered(good, { 'signature-input': input.replace('created', `x="${'y'.repeat(5000)}";created`) }),
      'too_large',
    ],
    ...['signature', 'signature-agent'].map((name): [string, Sent, BotRefusal] => [
      `${name} of 5 KB`,
      altered(good, { [name]: `${good.headers[name]}, x="${'y'.repeat(5000)}"` }),
      'too_large',
    ]),
    [
      '21 components',
      sign({
        components: ['@authority', AGENT_MEMBER, ...Array.from({ length: 19 }, (_, index) => `x-${index}`)],
        headers: {
          'signature-agent': `sig1="${AGENT}"`,
          ...Object.fromEntries(Array.from({ length: 19 }, (_, index) => [`x-${index}`, 'y'])),
        },
      }),
      'bad_component',
    ],
    [
      'a component of the request before a request',
      altered(good, { 'signature-input': input.replace('"@authority"', '"@authority" "@method";req') }),
      'bad_component',
    ],
    [
      'a component that is no name',
      altered(good, { 'signature-input': input.replace('"@authority"', '"@authority" 7') }),
      'bad_component',
    ],
    ...['', 'foo bar', 'a:b', '@', 'X-Upper', 'f\u00fc'].map((name): [string, Sent, BotRefusal] => [
      `a component that is no name of a field: "${name}"`,
      altered(good, {
        'signature-input': input.replace(
          '"@authority"',
          `"@authority" ${name === 'f\u00fc' ? '%"f%c3%bc"' : `"${name}"`}`,
        ),
      }),
      'bad_component',
    ]),
    [
      'a query parameter that is not there',
      altered(good, { 'signature-input': input.replace('"@authority"', '"@authority" "@query-param";name="q"') }),
      'bad_component',
    ],
    ...[
      'https://127.0.0.1',
      'https://[::1]',
      'https://localhost',
      'https://a.test./keys.json',
      'https://test./keys.json',
      'https://a.test:8443',
      'https://u:p@a.test',
      'https://a.test/#k',
      'data:text/plain,x',
      'a.test',
      `https://a.test/${'x'.repeat(1000)}`,
    ].map((agent): [string, Sent, BotRefusal] => [
      `agent ${agent.slice(0, 30)}`,
      sign({ headers: { 'signature-agent': `sig1="${agent}"` } }),
      'bad_agent',
    ]),
  ];
  for (const [name, sent, reason] of invalid) {
    it(name, async () => assert.deepEqual(await verify(sent), { state: 'invalid', reason }));
  }

  it('lives no longer than an hour, and is by no example key', async () => {
    const strict = verifierOf({ rules: { ...LOOSE, maxLifetimeSeconds: RULES.maxLifetimeSeconds } });
    const lasting = (seconds: number) => strict(sign({ parameters: { expires: NOW_SECONDS + seconds } }));
    assert.equal((await lasting(3600)).state, 'verified');
    assert.deepEqual(await lasting(3601), { state: 'invalid', reason: 'lives_too_long' });
    assert.deepEqual(await verifierOf({ rules: RULES })(good), { state: 'invalid', reason: 'example_key' });
  });

  it('says more than one that could not be checked, and less than one that is right', async () => {
    const unknown = `u=("@authority" "signature-agent";key="u");created=${NOW_SECONDS};keyid="${'A'.repeat(43)}";expires=${NOW_SECONDS + 9};tag="web-bot-auth"`;
    const two = (first: string, second: string) => ({
      ...good,
      headers: {
        ...good.headers,
        'signature-agent': `sig1="${AGENT}", u="${AGENT}"`,
        'signature-input': `${first}, ${second}`,
        signature: `${good.headers.signature}, u=:${'A'.repeat(86)}==:`,
      },
    });
    assert.equal((await verify(two(unknown, input))).state, 'verified');
    const wrong = input.replace('60;', '61;');
    assert.deepEqual(await verify(two(wrong, unknown)), { state: 'invalid', reason: 'bad_signature' });
    assert.deepEqual(await verify(two(unknown, wrong)), { state: 'invalid', reason: 'bad_signature' });
  });
});

describe('a signature that cannot be checked', () => {
  const unverified: [string, Sent, BotRefusal][] = [
    ['NV-12 no Signature-Agent', sign({ components: ['@authority'], headers: {} }), 'no_agent'],
    [
      'a member with parameters, which counts as none',
      sign({ headers: { 'signature-agent': `sig1="${AGENT}";type=directory` } }),
      'no_agent',
    ],
    [
      'a component we cannot read',
      altered(good, { 'signature-input': input.replace('"@authority"', '"@authority" "host";bs') }),
      'unsupported_component',
    ],
    [
      'a derived component we do not know',
      altered(good, { 'signature-input': input.replace('"@authority"', '"@authority" "@status"') }),
      'unsupported_component',
    ],
    ['a body that broke off', withDigest(undefined), 'content_unknown'],
    ['a key that is not listed', sign({ parameters: { keyid: 'A'.repeat(43) } }), 'key_not_listed'],
    [
      'our own name',
      sign({ headers: { 'signature-agent': 'sig1="https://legible.example/k"' } }),
      'directory_unavailable',
    ],
  ];
  for (const [name, sent, reason] of unverified) {
    it(name, async () => assert.deepEqual(await verify(sent), { state: 'unverified', reason }));
  }

  it('NV-08 is right with the body it was made for', async () =>
    assert.equal((await verify(withDigest(''))).state, 'verified'));
});
