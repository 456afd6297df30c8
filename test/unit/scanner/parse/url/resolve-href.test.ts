import assert from 'node:assert/strict';
import test from 'node:test';
import { hrefResolver } from '../../../../../src/scanner/parse/url/normalise-url.ts';

const PAGE = 'https://example.com/docs/a.html?v=1#top';

const ROWS: readonly (readonly [href: string, url: string | undefined])[] = [
  ['b.html', 'https://example.com/docs/b.html'],
  ['b.html#one', 'https://example.com/docs/b.html'],
  ['b.html#two#three', 'https://example.com/docs/b.html'],
  ['b.html #four', 'https://example.com/docs/b.html%20'],
  ['b.html\t#five', 'https://example.com/docs/b.html'],
  ['#six', 'https://example.com/docs/a.html?v=1'],
  ['', 'https://example.com/docs/a.html?v=1'],
  ['?v=2#seven', 'https://example.com/docs/a.html?v=2'],
  ['//other.example#eight', 'https://other.example/'],
  ['mailto:someone@example.com#nine', undefined],
  ['http://[#ten', undefined],
  [`b.html#${'x'.repeat(2000)}`, undefined],
];

test('hrefs are resolved without their fragment, by whatever came before them', () => {
  const resolve = hrefResolver(PAGE, undefined);
  for (const [href, url] of [...ROWS, ...ROWS.toReversed()]) assert.equal(resolve(href), url, href);
});

test('hrefs are resolved against the base of the document, itself relative to the page', () => {
  assert.equal(hrefResolver(PAGE, '/v2/#part')('c.html#one'), 'https://example.com/v2/c.html');
  assert.equal(hrefResolver(PAGE, 'http://[')('c.html#one'), 'https://example.com/docs/c.html');
});
