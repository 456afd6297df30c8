import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FetchFailure } from '../../../../src/scanner/model/http.ts';

import type { FetchOptions, FetchRequest } from '../../../../src/scanner/net/fetch-types.ts';
import { createFetcher } from '../../../../src/scanner/net/fetcher.ts';
import { type HostileServer, startHostileServer } from '../../../support/hostile-server.ts';

const _MEGABYTE = 1024 * 1024;
const fetcher = createFetcher({ userAgent: 'LegibleBot/1' });
let server: HostileServer;
before(async () => {
  server = await startHostileServer();
});
after(async () => {
  await fetcher.close();
  await server.close();
});

const ask = (path: string, request: Partial<FetchRequest> = {}, options: FetchOptions = {}, client = fetcher) =>
  client.fetch(
    { url: server.url(path), timeoutMs: 20_000, ...request },
    { permit: { host: '127.0.0.1', port: server.port }, ...options },
  );

interface Row {
  path: string;
  code: FetchFailure['code'];
  hops?: number;
  request?: Partial<FetchRequest>;
}
const QUICK = { timeoutMs: 100 };
const ROWS: Row[] = [
  { path: '/hang-headers', code: 'timeout', request: QUICK },
  { path: '/hang-body', code: 'timeout', request: QUICK },
  { path: '/drip', code: 'timeout', request: QUICK },
  { path: '/drip-headers', code: 'timeout', request: QUICK },
  { path: '/early-hints', code: 'timeout', request: QUICK },
  { path: '/endless', code: 'too_large' },
  { path: '/endless', code: 'timeout', request: { ...QUICK, maxBytes: 1e12 } },
  { path: '/big', code: 'too_large' },
  { path: '/gzip', code: 'too_large', request: { maxBytes: 899 } },
  { path: '/ok', code: 'too_large', request: { maxBytes: 899 } },
  { path: '/gzip-bomb', code: 'too_large' },
  { path: '/br-bomb', code: 'too_large' },
  // The whole body has arrived when the deadline passes; decoding it would take much longer.
  { path: '/br-bomb', code: 'timeout', request: { timeoutMs: 60, maxBytes: 1e12 } },
  { path: '/nested-bomb', code: 'too_large' },
  { path: '/swallowing', code: 'too_large' },
  { path: '/huge-headers', code: 'too_large' },
  { path: '/three-codings', code: 'encoding' },
  { path: '/broken-gzip', code: 'encoding' },
  { path: '/loop', code: 'too_many_redirects', hops: 2 },
  { path: '/redirect?to=/redirect', code: 'too_many_redirects', hops: 2 },
  { path: '/chain/6', code: 'too_many_redirects', hops: 6 },
  { path: '/chain/200', code: 'too_many_redirects', hops: 6 },
  { path: '/chain/200', code: 'too_many_redirects', hops: 21, request: { maxRedirects: 20 } },
  { path: '/two-locations', code: 'bad_redirect', hops: 1 },
  { path: '/redirect?to=file:///etc/passwd', code: 'bad_redirect', hops: 1 },
  { path: '/redirect?to=http://', code: 'bad_redirect', hops: 1 },
  { path: '/location-control', code: 'protocol' },
  { path: '/garbage', code: 'protocol' },
  { path: '/broken-chunk', code: 'protocol' },
  { path: '/silence', code: 'reset' },
  { path: '/reset-headers', code: 'reset' },
  { path: '/reset-body', code: 'reset' },
  { path: '/short-body', code: 'reset' },
  { path: '/cut-chunk', code: 'reset' },
];

describe('a hostile answer', () => {
  for (const { path, code, hops = 0, request = {} } of ROWS) {
    it(`${path} ${JSON.stringify(request)} is ${code}`, async () => {
      const result = await ask(path, request);
      assert.ok(!result.ok);
      assert.equal(result.failure.code, code, result.failure.message);
      assert.equal(result.hops.length, hops);
      assert.equal(result.url, server.url(path));
    });
  }

  it('is described in trusted text', async () => {
    for (const path of ['/garbage', '/location-control', '/redirect?to=gopher://x', '/broken-gzip']) {
      const result = await ask(path);
      assert.doesNotMatch(result.ok ? 'no failure' : result.failure.message, /no failure|SSH|gopher|llhttp|Invalid/);
    }
  });

  it('leaves the fetcher usable', async () => {
    assert.ok((await ask('/ok')).ok);
  });
});
