import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { percentDecoded, plainHostOf } from '../../src/basics/parse-url.ts';
import { parseSubmittedUrl } from '../../src/scanner/net/submitted-url.ts';
import { normaliseUrl } from '../../src/scanner/parse/url/normalise-url.ts';

/** More calls than V8 needs to optimise a function: a large sitemap has as many addresses. */
const WARM_UP = 20_000;
const NON_ASCII: Readonly<Record<string, string>> = {
  'https://bücher.example/': 'https://xn--bcher-kva.example/',
  'https://例え.テスト/': 'https://xn--r8jz45g.xn--zckzah/',
  'https://ＥＸＡＭＰＬＥ.com/': 'https://example.com/',
  'https://пример.example/путь': 'https://xn--e1afmkfd.example/%D0%BF%D1%83%D1%82%D1%8C',
};

describe('after 20,000 parsed addresses', () => {
  it('a submitted URL with a non-ASCII host is accepted', () => {
    for (let at = 0; at < WARM_UP; at += 1) parseSubmittedUrl(`https://host-${at}.example/page`);
    for (const [text, href] of Object.entries(NON_ASCII)) {
      const submitted = parseSubmittedUrl(text);
      assert.equal(submitted.ok ? submitted.url.href : submitted.message, href);
    }
  });

  it('a link to a non-ASCII host is normalised', () => {
    for (let at = 0; at < WARM_UP; at += 1) normaliseUrl(`https://host-${at}.example/page`);
    for (const [text, href] of Object.entries(NON_ASCII)) assert.equal(normaliseUrl(text), href);
  });
});

describe('plainHostOf', () => {
  for (const [url, host] of [
    ['https://www.shop.example/a?b', 'www.shop.example'],
    ['http://SHOP.example.:80/', undefined],
    ['https://xn--bcher-kva.example/', 'xn--bcher-kva.example'],
    ['https://bücher.example/', 'xn--bcher-kva.example'],
    ['https://shop.example:8443/', undefined],
    ['http://127.0.0.1/', undefined],
    ['http://[::1]/', undefined],
    ['http://localhost/', undefined],
    ['http://a$(touch x).example/', undefined],
    ["http://a'b.example/", undefined],
    ['http://a`b`.example/', undefined],
    ['no url', undefined],
  ] as const) {
    it(`${url}: ${host}`, () => assert.equal(plainHostOf(url), host));
  }
});

describe('percentDecoded', () => {
  for (const [part, text] of [
    ['b%C3%BCcher', 'bücher'],
    ['100%', '100%'],
    ['%E4', '%E4'],
    ['plain', 'plain'],
  ] as const) {
    it(`${part}: ${text}`, () => assert.equal(percentDecoded(part), text));
  }
});
