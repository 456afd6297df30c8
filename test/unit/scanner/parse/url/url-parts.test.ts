import assert from 'node:assert/strict';
import { it } from 'node:test';
import { withLikelyScheme, withScheme } from '../../../../../src/scanner/parse/url/normalise-url.ts';

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

it('an address of this machine in a form is one of http, unless it says otherwise', () => {
  for (const [written, meant] of [
    ['localhost:8080/docs', 'http://localhost:8080/docs'],
    ['LOCALHOST', 'http://LOCALHOST'],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['[::1]:3000/', 'http://[::1]:3000/'],
    ['https://localhost:8443/', 'https://localhost:8443/'],
    ['192.168.1.20:8080/shop', 'http://192.168.1.20:8080/shop'],
    ['10.0.0.7', 'http://10.0.0.7'],
    ['172.20.0.2:3000', 'http://172.20.0.2:3000'],
    ['172.32.0.2', 'https://172.32.0.2'],
    ['shop:3000', 'http://shop:3000'],
    ['shop.local', 'http://shop.local'],
    ['http://example.com', 'http://example.com'],
    ['localhost.example.com', 'https://localhost.example.com'],
    ['example.com', 'https://example.com'],
    ['', ''],
  ] as const) {
    assert.equal(withLikelyScheme(written), meant);
  }
});
