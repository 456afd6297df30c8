/** Third-party directories: which responses the verifier reads and caches, and which fetches they cannot cause. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createPlainServer } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createDirectoryClient } from '../../../../src/app/directory-client.ts';
import {
  createDirectoryCache,
  type DirectoryAnswer,
  freshnessOf,
  readDirectoryKeys,
} from '../../../../src/auth/bot-signature/directory.ts';
import {
  DIRECTORY_PATH,
  DIRECTORY_TYPE,
  publicJwkOf,
  Refused,
  thumbprintOf,
} from '../../../../src/auth/bot-signature/profile.ts';
import { TEST_CERTIFICATE, TEST_KEY } from '../../../support/test-certificate.ts';
import { EXAMPLE_JWK } from '../../../unit/auth/bot-signature/rfc-key.ts';

const jwk = publicJwkOf(new Uint8Array(32).fill(7));
const KEY_ID = thumbprintOf(jwk);
const other = publicJwkOf(new Uint8Array(32).fill(8));
const WELL_KNOWN = new URL(DIRECTORY_PATH, 'https://bot.test');
const ELSEWHERE = new URL('https://bot.test/keys.json');

const answer = (document: unknown, more: Partial<DirectoryAnswer> = {}): DirectoryAnswer => ({
  status: 200,
  contentType: DIRECTORY_TYPE,
  cacheControl: undefined,
  body: Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)),
  ...more,
});
const namesIn = (url: URL, given: DirectoryAnswer) => {
  const keys = readDirectoryKeys(url, given);
  return keys && [...keys.keys()];
};

describe('reading a directory', () => {
  const rows: [string, URL, DirectoryAnswer, string[] | undefined][] = [
    ['a key', WELL_KNOWN, answer({ keys: [jwk] }), [KEY_ID]],
    [
      'a key with its name',
      WELL_KNOWN,
      answer({ keys: [{ ...jwk, kid: KEY_ID, use: 'sig', alg: 'EdDSA' }] }),
      [KEY_ID],
    ],
    ['a lie about the name', WELL_KNOWN, answer({ keys: [{ ...other, kid: KEY_ID }] }), []],
    ['a name of its own, elsewhere', ELSEWHERE, answer({ keys: [{ ...jwk, kid: 'mine' }] }), [KEY_ID]],
    ['any JSON, elsewhere', ELSEWHERE, answer({ keys: [jwk] }, { contentType: 'application/json' }), [KEY_ID]],
    [
      'any JSON at the well-known place',
      WELL_KNOWN,
      answer({ keys: [jwk] }, { contentType: 'application/json' }),
      undefined,
    ],
    ['other keys beside it', WELL_KNOWN, answer({ keys: [{ kty: 'RSA', n: 'x', e: 'AQAB' }, null, 7, jwk] }), [KEY_ID]],
    ['for encryption', WELL_KNOWN, answer({ keys: [{ ...jwk, use: 'enc' }] }), []],
    ['with its private half', WELL_KNOWN, answer({ keys: [{ ...jwk, d: 'x' }] }), []],
    ['an example key', WELL_KNOWN, answer({ keys: [EXAMPLE_JWK] }), []],
    ['x of another length', WELL_KNOWN, answer({ keys: [{ ...jwk, x: jwk.x.slice(1) }] }), []],
    [
      'x spelled otherwise',
      WELL_KNOWN,
      answer({ keys: [{ ...jwk, x: `${jwk.x.slice(0, -1)}${jwk.x.endsWith('B') ? 'C' : 'B'}` }] }),
      [],
    ],
    [
      '20 keys',
      WELL_KNOWN,
      answer({ keys: [...Array.from({ length: 19 }, () => other), jwk] }),
      [thumbprintOf(other), KEY_ID],
    ],
    ['21 keys', WELL_KNOWN, answer({ keys: Array.from({ length: 21 }, () => jwk) }), undefined],
    ['no JSON', WELL_KNOWN, answer('<html>'), undefined],
    ['no UTF-8', WELL_KNOWN, answer('', { body: Buffer.from([0x7b, 0xff, 0x7d]) }), undefined],
    ['no keys', WELL_KNOWN, answer([jwk]), undefined],
    ['404', WELL_KNOWN, answer({ keys: [jwk] }, { status: 404 }), undefined],
    ['203', WELL_KNOWN, answer({ keys: [jwk] }, { status: 203 }), undefined],
  ];
  for (const [name, url, given, expected] of rows) it(name, () => assert.deepEqual(namesIn(url, given), expected));

  it('is fresh for a minute to a day', () => {
    const rows: [string | undefined, number][] = [
      [undefined, 3600],
      ['max-age=600', 600],
      ['public, Max-Age="600"', 600],
      ['max-age=5', 60],
      ['max-age=999999999', 86_400],
      ['max-age=-1', 60],
      ['max-age=soon', 3600],
      ['no-store', 60],
      ['no-cache, max-age=600', 60],
    ];
    for (const [cacheControl, seconds] of rows) assert.equal(freshnessOf(cacheControl), seconds * 1000, cacheControl);
  });
});

/** A cache over a directory with prepared responses and a fixed clock. */
function cacheOf(first: DirectoryAnswer | undefined) {
  const state = { now: 1e12, answer: first, fetches: 0 };
  const cache = createDirectoryCache(
    async () => {
      state.fetches += 1;
      return state.answer;
    },
    () => state.now,
  );
  const ask = (keyId = KEY_ID, mayFetch = true): Promise<string> =>
    cache
      .keyOf(WELL_KNOWN, keyId, async () => mayFetch)
      .then(
        () => 'key',
        (error: unknown) => (error instanceof Refused ? error.reason : String(error)),
      );
  return { state, cache, ask };
}

const MINUTE_MS = 60_000;

describe('remembering a directory', () => {
  it('asks once for any number of callers, and not again while it is fresh', async () => {
    const { state, ask } = cacheOf(answer({ keys: [jwk] }, { cacheControl: 'max-age=600' }));
    assert.deepEqual(await Promise.all(Array.from({ length: 50 }, () => ask())), Array(50).fill('key'));
    state.now += 599_000;
    await ask();
    assert.equal(state.fetches, 1);
    state.now += 1000;
    await ask();
    assert.equal(state.fetches, 2);
  });

  it('asks again for a key it does not know, but not more than once a minute', async () => {
    const { state, ask } = cacheOf(answer({ keys: [jwk] }, { cacheControl: 'max-age=86400' }));
    await ask();
    const next = thumbprintOf(other);
    assert.equal(await ask(next), 'key_not_listed');
    assert.equal(state.fetches, 1);
    state.now += MINUTE_MS;
    state.answer = answer({ keys: [other] });
    assert.equal(await ask(next), 'key');
    assert.equal(await ask(), 'key_not_listed', 'what is not listed any more is gone');
    assert.equal(state.fetches, 2);
  });

  it('a failure takes no key away, and is not repeated for five minutes', async () => {
    const { state, ask } = cacheOf(answer({ keys: [jwk] }, { cacheControl: 'max-age=60' }));
    await ask();
    state.answer = undefined;
    state.now += MINUTE_MS;
    assert.equal(await ask(), 'key');
    assert.equal(await ask(), 'key');
    assert.equal(state.fetches, 2);
    state.now += 5 * MINUTE_MS;
    assert.equal(await ask(), 'key');
    assert.equal(state.fetches, 3);
    state.now += 86_400_000;
    assert.equal(await ask(), 'directory_unavailable', 'for a day at most');
  });

  it('a directory that could not be had is asked again after five minutes', async () => {
    const { state, ask } = cacheOf(undefined);
    assert.equal(await ask(), 'directory_unavailable');
    state.answer = answer({ keys: [jwk] });
    state.now += 5 * MINUTE_MS - 1;
    assert.equal(await ask(), 'directory_unavailable');
    state.now += 1;
    assert.equal(await ask(), 'key');
  });

  it('fetches nothing when no caller may fetch, and still answers from memory', async () => {
    const { state, ask } = cacheOf(answer({ keys: [jwk] }));
    assert.equal(await ask(KEY_ID, false), 'directory_budget_spent');
    assert.equal(state.fetches, 0);
    await ask();
    assert.equal(await ask(KEY_ID, false), 'key');
  });

  it('keeps to the times that keys are given', async () => {
    const bounds = (nbf: number, exp: number) => cacheOf(answer({ keys: [{ ...jwk, nbf, exp }] })).ask();
    assert.equal(await bounds(1e9, 1e9 + 1), 'key');
    assert.equal(await bounds(1e9 + 1, 2e9), 'key_not_listed');
    assert.equal(await bounds(0, 1e9), 'key_not_listed');
  });

  it('charges one of those who wait, and asks on behalf of another when that one has nothing left', async () => {
    const { state, cache } = cacheOf(answer({ keys: [jwk] }));
    let charged = 0;
    const budget = (left: number) => async () => {
      charged += 1;
      return left > 0;
    };
    const poor = [1, 2].map(() => cache.keyOf(WELL_KNOWN, KEY_ID, budget(0)).catch((error: unknown) => error));
    const rich = Array.from({ length: 20 }, () => cache.keyOf(WELL_KNOWN, KEY_ID, budget(1)));
    const [first] = await Promise.all(poor);
    assert.ok(first instanceof Refused && first.reason === 'directory_budget_spent');
    await Promise.all(rich);
    assert.equal(state.fetches, 1);
    assert.ok(charged <= 3);
  });

  it('forgets the directory that was asked for longest ago when there are more than a thousand', async () => {
    let fetches = 0;
    const cache = createDirectoryCache(async () => {
      fetches += 1;
      return answer({ keys: [jwk] });
    });
    const read = (count: number) => cache.keyOf(new URL(`https://bot.test/${count}`), KEY_ID, async () => true);
    for (let count = 0; count < 1000; count += 1) await read(count);
    await read(0);
    await read(1000);
    assert.equal(fetches, 1001);
    await read(0);
    assert.equal(fetches, 1001, 'used lately');
    await read(1);
    assert.equal(fetches, 1002, 'forgotten');
  });

  it('a key counts only for the URL it was read at', async () => {
    const victim = new URL('https://victim.test/keys.json');
    const cache = createDirectoryCache(async ({ host }) => (host === 'bot.test' ? answer({ keys: [jwk] }) : undefined));
    await cache.keyOf(ELSEWHERE, KEY_ID, async () => true);
    await assert.rejects(
      cache.keyOf(victim, KEY_ID, async () => true),
      Refused,
    );
  });
});

/** Of what ends by itself, on a machine however busy. */
const PATIENT_MS = 30_000;
/** In bytes. */
const SIZES = { '/just-fits': 64 * 1024, '/too-large': 64 * 1024 + 1, '/huge': 10_000_000 };

describe('fetching a directory', () => {
  const hosts: Server[] = [];
  let port = 0;
  let privateRequests = 0;
  const agentHeaders: (string | undefined)[] = [];
  const inner = createPlainServer((_request, response) => {
    privateRequests += 1;
    response.end('{}');
  });

  before(async () => {
    await once(inner.listen(0, '127.0.0.1'), 'listening');
    const innerPort = (inner.address() as AddressInfo).port;
    const server = createServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (request, response) => {
      agentHeaders.push(request.headers.signature as string | undefined);
      response.on('error', () => {});
      switch (request.url) {
        case '/keys.json':
          response.writeHead(200, {
            'content-type': `${DIRECTORY_TYPE}; charset=utf-8`,
            'cache-control': 'max-age=60',
          });
          return response.end(JSON.stringify({ keys: [jwk] }));
        case '/to-private':
          return response.writeHead(302, { location: `http://127.0.0.1:${innerPort}/` }).end();
        case '/to-itself':
          return response.writeHead(301, { location: '/keys.json' }).end();
        case '/just-fits':
        case '/too-large':
        case '/huge':
          response.writeHead(200, { 'content-type': DIRECTORY_TYPE });
          return response.end(JSON.stringify({ keys: [jwk] }).padEnd(SIZES[request.url]));
        case '/bomb':
          response.writeHead(200, { 'content-type': DIRECTORY_TYPE, 'content-encoding': 'gzip' });
          return response.end(gzipSync(JSON.stringify({ keys: [jwk] }).padEnd(SIZES['/too-large'])));
        case '/drips': {
          response.writeHead(200, { 'content-type': DIRECTORY_TYPE });
          const timer = setInterval(() => response.write(' '), 100);
          return response.on('close', () => clearInterval(timer));
        }
        default:
          return undefined;
      }
    });
    hosts.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    port = (server.address() as AddressInfo).port;
  });
  after(async () => {
    for (const server of [...hosts, inner]) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  /** A client for which site.test is the server of this test. */
  async function fetched(path: string, { permitted = true, resolved = '127.0.0.1', timeoutMs = PATIENT_MS } = {}) {
    const client = createDirectoryClient({
      baseUrl: 'https://legible.example',
      version: '1',
      resolve: async () => [resolved],
      ca: TEST_CERTIFICATE,
      timeoutMs,
      ...(permitted ? { permit: { host: 'site.test', port } } : {}),
    });
    const url = new URL(`https://site.test:${port}${path}`);
    try {
      const given = await client.fetchDirectory(url);
      return { given, keys: given && namesIn(url, given) };
    } finally {
      await client.close();
    }
  }

  it('reads the directory without a signature', async () => {
    const { given, keys } = await fetched('/keys.json');
    assert.deepEqual(keys, [KEY_ID]);
    assert.equal(given?.cacheControl, 'max-age=60');
    assert.deepEqual(agentHeaders, [undefined]);
  });

  it('follows no redirect, least of all to a private address', async () => {
    assert.equal((await fetched('/to-private')).keys, undefined);
    assert.equal((await fetched('/to-itself')).keys, undefined);
    assert.equal(privateRequests, 0);
  });

  it('stops at 64 KB, decoded', async () => {
    assert.deepEqual((await fetched('/just-fits')).keys, [KEY_ID]);
    for (const path of ['/too-large', '/huge', '/bomb']) assert.equal((await fetched(path)).given, undefined, path);
  });

  for (const path of ['/hangs', '/drips']) {
    it(`gives up ${path}`, async () => {
      assert.equal((await fetched(path, { timeoutMs: 300 })).given, undefined);
    });
  }

  for (const resolved of [
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '::1',
    '::ffff:127.0.0.1',
    'fd00::1',
    '100.64.0.1',
  ]) {
    it(`reaches nothing at ${resolved}`, async () => {
      const seen = agentHeaders.length;
      assert.equal((await fetched('/keys.json', { permitted: false, resolved })).given, undefined);
      assert.equal(agentHeaders.length, seen);
    });
  }
});
