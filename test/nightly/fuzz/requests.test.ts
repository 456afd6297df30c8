/** What a caller sends: headers and payments, read without a server. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readDirectoryKeys } from '../../../src/auth/bot-signature/directory.ts';
import { Refused } from '../../../src/auth/bot-signature/profile.ts';
import { matchesDigest } from '../../../src/auth/bot-signature/signature-base.ts';
import { RULES, readSignature, webBotAuthSignatures } from '../../../src/auth/bot-signature/signatures.ts';
import { clientAddress } from '../../../src/auth/caller.ts';
import { ServiceError } from '../../../src/errors.ts';
import { chooseCoding } from '../../../src/http/compress.ts';
import { createOffer } from '../../../src/payments/offer.ts';
import { parseSubmittedUrl } from '../../../src/scanner/net/submitted-url.ts';
import { prefers } from '../../../src/scanner/parse/http-headers/request-headers.ts';
import { SurfaceError } from '../../../src/transport/features/call.ts';
import { readMessages } from '../../../src/transport/messages.ts';
import { readPayment } from '../../support/payer.ts';
import { EXAMPLE_KEY_ID } from '../../unit/auth/bot-signature/rfc-key.ts';
import { fuzz } from './fuzz.ts';

/** Refusals are answers; anything else that is thrown is a bug. */
function refusing(kind: abstract new (...parts: never[]) => Error, run: () => unknown): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof kind) && !(error instanceof ServiceError)) throw error;
  }
}

describe('headers of a request', () => {
  fuzz('Accept, Accept-Encoding and X-Forwarded-For', {
    samples: [
      'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'application/json, text/event-stream',
      'gzip, deflate;q=0.5, br;q=0, *;q=0.1',
      '203.0.113.5, 10.0.0.1, [2001:db8::1]:443',
    ],
    tokens: ['*/*', ';q=', 'q=', ',', ';', '/', 'NaN', '-1', '1e9', '[', ']:', '::', '%eth0', '::ffff:'],
    run: (text) => {
      prefers(text, 'text/markdown', 'text/html');
      chooseCoding(text);
      clientAddress('127.0.0.1', text, 2);
    },
  });

  const signed = {
    'signature-input': `sig1=("@authority" "@query-param";name="b" "signature-agent";key="sig1");created=1735689600;keyid="${EXAMPLE_KEY_ID}";alg="ed25519";expires=1735693200;nonce="YQ==";tag="web-bot-auth"`,
    signature: `sig1=:${'A'.repeat(86)}==:`,
    'signature-agent': 'sig1="https://signature-agent.test"',
    'content-digest': 'sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:, sha-512=:YQ==:',
  };
  const read = (headers: Readonly<Record<string, string>>) => {
    const message = {
      method: 'GET',
      url: new URL('https://site.example/a?b=c'),
      header: (name: string) => (name === 'host' ? 'site.example' : headers[name]),
    };
    const rules = { ...RULES, refusedKeys: new Set<string>() };
    return webBotAuthSignatures(message).map((found) => readSignature(message, found, 1_735_690_000, rules));
  };
  it('that are signed are read to the end, so that one fault is the only one', () => {
    const [signature] = read(signed);
    assert.match(signature?.base ?? '', /^"@authority": site\.example\n"@query-param";name="b": c\n/);
  });
  for (const [name, value] of Object.entries(signed)) {
    fuzz(name, {
      samples: [value, '"https://signature-agent.test"', value.replace('"b"', '"%"'), value.replace('a";', 'a";bs;')],
      tokens: [
        ...['sig1=', '(', ')', ':', ';', '"', '?1', '@1', '=', ',', '%"', '%', '-', '1.5', '999999999999999'],
        ...[';tag="web-bot-auth"', ';bs', ';sf', ';req', ';name="%"', '"@query"', '"content-digest"', '"host"'],
      ],
      run: (text) => {
        refusing(Refused, () => read({ ...signed, [name]: text }));
        matchesDigest(text, Buffer.from('a'));
      },
    });
  }

  const offer = createOffer(
    {
      payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
      facilitatorUrl: 'https://facilitator.example',
      network: 'eip155:8453',
      asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      assetName: 'USD Coin',
      assetVersion: '2',
      facilitatorAuth: undefined,
    },
    'https://site.example',
  );
  const [tier] = offer.tiers;
  const payment = {
    x402Version: 2,
    accepted: tier?.requirements,
    payload: {
      signature: `0x${'ab'.repeat(65)}`,
      authorization: {
        from: '0x857b06519E91e3A54538791bDbb0E22373e36b66',
        to: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
        value: '20000',
        validAfter: '1740672089',
        validBefore: '1740672154',
        nonce: `0x${'12'.repeat(32)}`,
      },
    },
    extensions: offer.extensions,
  };
  const encoded = Buffer.from(JSON.stringify(payment)).toString('base64');
  fuzz('payments, mutated in their base64', {
    samples: [encoded],
    tokens: ['=', '+', '/', '-', '_', 'AAAA', 'e30=', 'W10=', 'bnVsbA=='],
    run: (text) => readPayment(text, offer),
  });
  fuzz('payments, mutated in their JSON', {
    samples: [JSON.stringify(payment)],
    tokens: [
      '{',
      '}',
      '[',
      ']',
      'null',
      '"extra":',
      '"__proto__":',
      '"accepted":',
      '"bazaar":',
      '0x',
      '-1',
      '1e99',
      '""',
      ',',
    ],
    run: (text) => readPayment(Buffer.from(text).toString('base64'), offer),
  });
});

describe('bodies of a request', () => {
  fuzz('JSON-RPC', {
    samples: [
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask","arguments":{"query":"robots"}}}',
      '[{"jsonrpc":"2.0","id":"a","method":"ping"},{"jsonrpc":"2.0","method":"notifications/initialized"}]',
      '{"jsonrpc":"2.0","id":1,"result":{}}',
    ],
    tokens: ['{', '}', '[', ']', '"id":', 'null', '"method":', '"__proto__":', '1e400', '{"jsonrpc":"2.0"}', ','],
    run: (text) => refusing(SurfaceError, () => readMessages(text, 'application/json')),
  });

  fuzz('a URL to scan', {
    samples: [
      'https://example.com/docs?a=b#c',
      'http://[::ffff:7f00:1]:80/',
      'http://0x7f.1/',
      'https://münchen.example/ä',
    ],
    tokens: ['http://', '@', ':', '/', '.', '..', '%2e', '[', ']', '。', '\\', '0x', '?', '#', 'xn--', '127.1'],
    run: (text) => parseSubmittedUrl(text),
  });

  fuzz('a key directory', {
    samples: [
      '{"keys":[{"kty":"OKP","crv":"Ed25519","x":"JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs","use":"sig","nbf":1712793600,"exp":1715385600}]}',
    ],
    tokens: ['{', '}', '[', ']', '"keys":', '"kty":', 'null', '"x":', '-1', '1e99', '""', '"__proto__":'],
    run: (text) =>
      readDirectoryKeys(new URL('https://bot.example/.well-known/http-message-signatures-directory'), {
        status: 200,
        contentType: 'application/http-message-signatures-directory+json',
        cacheControl: text.slice(0, 100),
        body: Buffer.from(text),
      }),
  });
});
