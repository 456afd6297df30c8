import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FetchFailure, Hop } from '../../../../src/scanner/model/http.ts';

import type { FetchResult } from '../../../../src/scanner/net/fetch-types.ts';
import { createLedger, traffic } from '../../../../src/scanner/net/site-client.ts';

const URL_OF = (path: string) => `https://site.example${path}`;
const HOP: Hop = { url: URL_OF('/old'), status: 301 };

const answer = (status: number, { headers = {}, hops = [] as Hop[], bytes = 0 } = {}): FetchResult => ({
  ok: true,
  answer: { url: URL_OF('/'), finalUrl: URL_OF('/'), status, hops, headers, contentType: 'text/html' },
  body: new Uint8Array(bytes),
  firstByteMs: 1,
  totalMs: 2,
});
const failure = (code: FetchFailure['code'], hops: Hop[] = []): FetchResult => ({
  ok: false,
  url: URL_OF('/'),
  hops,
  failure: { code, message: 'ours' },
});

describe('the ledger', () => {
  it('keeps the order of sending, whatever the order of answers', () => {
    const ledger = createLedger();
    const first = ledger.send(URL_OF('/1'), 'page');
    const second = ledger.send(URL_OF('/2'), 'probe');
    second(failure('timeout'));
    first(answer(429, { headers: { 'retry-after': '3' } }), 'cloudflare');
    ledger.send(URL_OF('/3'), 'page');
    assert.deepEqual(ledger.entries, [
      {
        url: URL_OF('/1'),
        purpose: 'page',
        outcome: { status: 429, retryAfterPresent: true, challenge: 'cloudflare' },
      },
      { url: URL_OF('/2'), purpose: 'probe', outcome: { failureCode: 'timeout' } },
      { url: URL_OF('/3'), purpose: 'page', outcome: undefined },
    ]);
  });

  for (const [purpose, limit] of [
    ['probe', 40],
    ['link', 60],
  ] as const) {
    it(`gives out ${limit} requests as a ${purpose}, whatever others take`, () => {
      const ledger = createLedger();
      for (let taken = 0; taken < 100; taken += 1) {
        assert.equal(ledger.left(purpose), Math.max(0, limit - taken));
        assert.equal(ledger.take(purpose), taken < limit);
        for (const other of ['page', 'twin', 'sitemap'] as const) assert.equal(ledger.take(other), true);
      }
    });
  }

  describe('asks a host for nothing more', () => {
    const HOST = 'site.example';
    const rows: readonly (readonly [
      when: string,
      isSo: boolean,
      pauses: readonly (number | 'served')[],
      asks?: number,
    ])[] = [
      ['after six pauses in a row', true, [1000, 2000, 4000, 8000, 16_000, 32_000]],
      ['not after five', false, [1000, 2000, 4000, 8000, 16_000]],
      ['not while it answers in between', false, [1000, 1000, 1000, 'served', 1000, 1000, 1000]],
      ['after two minutes of pauses, whatever it answers in between', true, [60_000, 'served', 60_000, 'served', 1000]],
      ['not for the answers of a burst', false, [1000, 0, 0, 0, 0, 0, 0, 0]],
      ['when it asks for a pause that is too long', true, [120_000], 3_600_000],
    ];
    for (const [when, isSo, pauses, asks] of rows)
      it(when, () => {
        const ledger = createLedger();
        for (const pause of pauses) {
          if (pause === 'served') ledger.served(HOST);
          else
            ledger.paused(HOST, {
              status: 429,
              pauseMs: pause,
              nowMs: 0,
              ...(asks === undefined ? {} : { retryAfterMs: asks }),
            });
        }
        assert.equal(ledger.limitOf(HOST) !== undefined, isSo);
        assert.equal(ledger.limitOf('other.example'), undefined);
      });
  });

  it('counts requests with their redirects, and bytes', () => {
    const ledger = createLedger();
    ledger.send(URL_OF('/'), 'page')(answer(200, { hops: [HOP, HOP], bytes: 10 }));
    ledger.send(URL_OF('/'), 'probe')(answer(200, { bytes: 5 }));
    ledger.send(URL_OF('/'), 'probe')(failure('too_many_redirects', [HOP]));
    ledger.send(URL_OF('/'), 'page');
    assert.deepEqual(ledger.totals, { requests: 6, bytes: 15 });
  });
});

describe('traffic', () => {
  const KINDS: [string, FetchResult, 'cloudflare' | undefined, string | undefined][] = [
    ['200', answer(200), undefined, undefined],
    ['401', answer(401), undefined, undefined],
    ['404', answer(404), undefined, undefined],
    ['500', answer(500), undefined, undefined],
    ['503', answer(503), undefined, undefined],
    ['403', answer(403), undefined, 'forbidden'],
    ['403 with a challenge', answer(403), 'cloudflare', 'challenge'],
    ['503 with a challenge', answer(503), 'cloudflare', 'challenge'],
    ['200 with a challenge', answer(200), 'cloudflare', 'challenge'],
    ['429', answer(429), undefined, 'too-many-requests'],
    ['429 with a challenge', answer(429), 'cloudflare', 'too-many-requests'],
    ['a reset', failure('reset'), undefined, 'reset'],
    ['a time-out', failure('timeout'), undefined, undefined],
    ['a failure of TLS', failure('tls'), undefined, undefined],
    ['robots.txt', failure('robots'), undefined, undefined],
  ];
  for (const [what, result, challenge, kind] of KINDS) {
    it(`${what} is ${kind ?? 'no block'}`, () => {
      const ledger = createLedger();
      ledger.send(URL_OF('/x'), 'page')(result, challenge);
      assert.deepEqual(traffic(ledger), {
        pageRequests: 1,
        blocked: kind === undefined ? [] : [{ position: 0, url: URL_OF('/x'), kind, retryAfter: false }],
      });
    });
  }

  it('counts pages that came to an end, and their positions among themselves', () => {
    const ledger = createLedger();
    ledger.send(URL_OF('/probe'), 'probe')(answer(403));
    ledger.send(URL_OF('/1'), 'page')(answer(200));
    ledger.send(URL_OF('/given-up'), 'page');
    ledger.send(URL_OF('/probe'), 'probe')(answer(429));
    ledger.send(URL_OF('/2'), 'page')(answer(429, { headers: { 'retry-after': '1' } }));
    ledger.send(URL_OF('/3'), 'page')(failure('reset'));
    assert.deepEqual(traffic(ledger), {
      pageRequests: 3,
      blocked: [
        { position: 1, url: URL_OF('/2'), kind: 'too-many-requests', retryAfter: true },
        { position: 2, url: URL_OF('/3'), kind: 'reset', retryAfter: false },
      ],
    });
    // The requests before the first 429, of every kind.
    assert.deepEqual(traffic(ledger, { status: 429, retry: undefined }).limit, { status: 429, answered: 3 });
  });
});
