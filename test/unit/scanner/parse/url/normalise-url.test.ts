import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  coverageKey,
  isPublishedAt,
  normaliseUrl,
  pathStratum,
} from '../../../../../src/scanner/parse/url/normalise-url.ts';
import { registrableDomain } from '../../../../../src/scanner/parse/url/registrable-domain.ts';

fc.configureGlobal({ seed: 1 });

const BASE = 'https://site.example/docs/page';

describe('normaliseUrl', () => {
  const cases: [string, string | undefined][] = [
    ['HTTPS://SITE.Example:443/A', 'https://site.example/A'],
    ['http://site.example:80', 'http://site.example/'],
    ['http://site.example:8080/', 'http://site.example:8080/'],
    ['https://user:secret@site.example/', 'https://site.example/'],
    ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
    ['other', 'https://site.example/docs/other'],
    ['../a/./b', 'https://site.example/a/b'],
    ['//cdn.example/x', 'https://cdn.example/x'],
    ['?b=2&a=1', 'https://site.example/docs/page?a=1&b=2'],
    ['/x#part', 'https://site.example/x'],
    ['#part', 'https://site.example/docs/page'],
    ['/x?', 'https://site.example/x'],
    ['/x?utm_source=n&UTM_Medium=m&gclid=1&fbclid=2&_ga=3&_gl=4&mc_cid=5&id=7', 'https://site.example/x?id=7'],
    ['/x?a=2&a=1&&b', 'https://site.example/x?a=2&a=1&b'],
    ['/x?q=a%20b+c&ref=home', 'https://site.example/x?q=a%20b+c&ref=home'],
    ['/caf%c3%a9', 'https://site.example/caf%C3%A9'],
    ['/%7euser/%41%2d%5f%2e%7E', 'https://site.example/~user/A-_.~'],
    ['/a%2fb%25', 'https://site.example/a%2Fb%25'],
    ['/x?q=%c3%bc%41', 'https://site.example/x?q=%C3%BCA'],
    ['/a/%2e%2E/b', 'https://site.example/b'],
    ['/100%/%zz', 'https://site.example/100%/%zz'],
    ['  /x  ', 'https://site.example/x'],
    ['mailto:a@site.example', undefined],
    ['javascript:void(0)', undefined],
    ['data:text/html,x', undefined],
    ['https://', undefined],
    [`/${'a'.repeat(2000)}`, undefined],
  ];
  for (const [href, expected] of cases) {
    it(href.slice(0, 60), () => assert.equal(normaliseUrl(href, BASE), expected));
  }

  it('needs a base for a relative URL', () => assert.equal(normaliseUrl('/x'), undefined));

  it('is stable, whatever it is given', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string({ unit: 'binary' })), (href) => {
        const once = normaliseUrl(href, BASE);
        if (once !== undefined && once.length <= 2000) assert.equal(normaliseUrl(once), once);
      }),
    );
  });
});

describe('registrableDomain', () => {
  const cases: [string, string][] = [
    ['www.Site.co.uk', 'site.co.uk'],
    ['a.b.example.com.', 'example.com'],
    ['one.github.io', 'one.github.io'],
    ['github.io', 'github.io'],
    ['localhost', 'localhost'],
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]', '::1'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ];
  for (const [host, domain] of cases) it(host, () => assert.equal(registrableDomain(host), domain));
});

describe('pathStratum', () => {
  const cases: [string, string][] = [
    ['https://site.example/', ''],
    ['https://site.example', ''],
    ['https://site.example/docs', 'docs'],
    ['https://site.example/docs/a/b?x=/y', 'docs'],
    ['no URL', ''],
  ];
  for (const [url, stratum] of cases) it(url, () => assert.equal(pathStratum(url), stratum));
});

describe('coverageKey', () => {
  const same: [string, string[]][] = [
    [
      'https://site.example/docs/a',
      [
        '/docs/a/',
        '/docs/a.html',
        '/docs/a.htm',
        '/docs/a.md',
        '/docs/a.html.md',
        '/docs/a/index.html',
        '/docs/a/index.md',
        '/docs/a/index.html.md',
        '/docs/a//',
        '/docs/a.HTML#x',
        '/docs/a?utm_source=x',
      ],
    ],
    ['https://site.example', ['/', '/index.html', '/index.md', '/index', '//']],
    ['https://site.example/a?x=1', ['/a.html?x=1', '/a/?x=1']],
  ];
  for (const [key, paths] of same) {
    for (const path of paths)
      it(`${path} is ${key}`, () => assert.equal(coverageKey(`https://site.example${path}`), key));
  }
  it('tells schemes, hosts, queries and other names apart', () => {
    const urls = [
      'https://site.example/a',
      'http://site.example/a',
      'https://www.site.example/a',
      'https://site.example/a?x=1',
      'https://site.example/aindex',
      'https://site.example/a.pdf',
      'https://site.example/A',
    ];
    assert.equal(new Set(urls.map(coverageKey)).size, urls.length);
  });
  it('leaves text that is no URL', () => assert.equal(coverageKey('no URL'), 'no URL'));
  it('is stable', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), (url) => {
        const key = coverageKey(url);
        if (!/\.(?:md|html?)$|index$/i.test(new URL(key).pathname)) assert.equal(coverageKey(key), key);
      }),
    );
  });
});

describe('isPublishedAt', () => {
  const rows: [publicUrl: string, pageUrl: string, expected: boolean][] = [
    ['https://site.example/a.html', 'http://localhost:8080/a', true],
    ['https://site.example/docs/v2/a', 'http://localhost:8080/a.html', true],
    ['https://site.example/docs/v2/', 'http://localhost:8080/index.html', true],
    ['https://site.example/docs/ba', 'http://localhost:8080/a', false],
    ['https://site.example/docs/v2/b', 'http://localhost:8080/a', false],
    ['https://site.example/a?x=1', 'http://localhost:8080/a', false],
    ['https://site.example/a?x=1', 'http://localhost:8080/a?x=1', true],
  ];
  for (const [publicUrl, pageUrl, expected] of rows)
    it(`${publicUrl} is ${expected ? '' : 'not '}${pageUrl}`, () =>
      assert.equal(isPublishedAt(publicUrl, pageUrl), expected));
});
