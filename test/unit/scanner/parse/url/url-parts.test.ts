import assert from 'node:assert/strict';
import { it } from 'node:test';
import { withScheme } from '../../../../../src/scanner/parse/url/normalise-url.ts';

it('an address without a scheme is one of https', () => {
  for (const [written, meant] of [
    ['example.com', 'https://example.com'],
    ['localhost:8080/docs', 'https://localhost:8080/docs'],
    ['http://example.com', 'http://example.com'],
    ['FTP://example.com', 'FTP://example.com'],
    ['', ''],
  ] as const) {
    assert.equal(withScheme(written), meant);
  }
});
