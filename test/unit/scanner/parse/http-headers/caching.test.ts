import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Caching, cachingOf } from '../../../../../src/scanner/parse/http-headers/caching.ts';

const DATE = 'Mon, 01 Jun 2026 12:00:00 GMT';

describe('cachingOf', () => {
  const rows: [what: string, headers: Record<string, string>, expected: Partial<Caching>][] = [
    ['nothing', {}, {}],
    ['validators', { etag: ' W/"a" ', 'last-modified': DATE }, { etag: 'W/"a"', lastModified: DATE }],
    ['empty validators', { etag: '', 'last-modified': ' ' }, {}],
    ['max-age', { 'cache-control': 'public, Max-Age=600' }, { freshSeconds: 600 }],
    ['max-age in quotes', { 'cache-control': 'max-age="600"' }, { freshSeconds: 600 }],
    ['max-age twice', { 'cache-control': 'max-age=600, max-age=9' }, { freshSeconds: 600 }],
    ['max-age that is no number', { 'cache-control': 'max-age=-1' }, {}],
    ['max-age beyond all caches', { 'cache-control': `max-age=${'9'.repeat(400)}` }, { freshSeconds: 2 ** 31 }],
    ['an age for shared caches only', { 'cache-control': 's-maxage=600' }, {}],
    ['no-cache', { 'cache-control': 'no-cache, max-age=600' }, { freshSeconds: 0 }],
    ['no-store', { 'cache-control': 'no-store' }, { noStore: true }],
    ['no-store with an age', { 'cache-control': 'NO-STORE, max-age=0' }, { noStore: true, freshSeconds: 0 }],
    ['Expires', { expires: 'Mon, 01 Jun 2026 13:00:00 GMT', date: DATE }, { freshSeconds: 3600 }],
    ['Expires in the past', { expires: 'Thu, 01 Jan 1970 00:00:00 GMT', date: DATE }, { freshSeconds: 0 }],
    ['Expires of 0', { expires: '0', date: DATE }, { freshSeconds: 0 }],
    ['Expires that is no date', { expires: 'never' }, { freshSeconds: 0 }],
    ['Expires without Date', { expires: DATE }, {}],
    ['max-age before Expires', { 'cache-control': 'max-age=5', expires: '0' }, { freshSeconds: 5 }],
  ];
  for (const [what, headers, expected] of rows) {
    it(what, () =>
      assert.deepEqual(cachingOf(headers), {
        etag: undefined,
        lastModified: undefined,
        freshSeconds: undefined,
        noStore: false,
        ...expected,
      }),
    );
  }
});
