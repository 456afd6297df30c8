import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pagesIn } from '../../../src/cli/page-list.ts';
import { ConfigError } from '../../../src/errors.ts';

const SITE = 'https://shop.example/';

describe('a list of pages', () => {
  it('has URLs and paths of the site, each once, without comments and blank lines', () => {
    const text = '\ufeff# pages\n\nhttps://shop.example/a?x=1#part\r\n/b # second\nshop.example/b\n/c#d\n';
    assert.deepEqual(pagesIn(text, SITE, 10), { url: SITE, pages: ['/a?x=1', '/b', '/c'] });
  });

  it('names the site by its first line where no URL is given', () => {
    assert.equal(pagesIn('shop.example/a\n/b', undefined, 10).url, SITE);
  });

  it('keeps a path that begins with two slashes on the site', () => {
    assert.deepEqual(pagesIn('//other.example/x', SITE, 10).pages, ['//other.example/x']);
  });

  const REFUSED: readonly [text: string, url: string | undefined, says: RegExp][] = [
    ['', SITE, /--urls: expected a page a line; the list has none/],
    ['# none', SITE, /the list has none/],
    ['/a\nhttps://other.example/b\n/c', SITE, /^--urls: line 2: another origin than https:\/\/shop\.example\./],
    ['http://shop.example/a', SITE, /line 1: another origin/],
    ['https://shop.example:8443/a', SITE, /line 1: another origin/],
    ['/a\n\n/price.pdf', SITE, /line 3: its ending is that of a file/],
    ['ftp://shop.example/a', SITE, /line 1: expected a URL/],
    [`/${'x'.repeat(2001)}`, SITE, /line 1: expected a URL of at most 2000 characters/],
    ['/a', undefined, /line 1: expected an absolute http or https URL, because no URL to scan is given/],
    ['/1\n/2\n/3', SITE, /the list has 3 pages, and a scan reads 2 at most\. Split the list\./],
    ['http://a\n'.repeat(9), SITE, /line 5: [^;]+; and 4 more lines$/],
  ];
  for (const [text, url, says] of REFUSED) {
    it(`is refused: ${text.slice(0, 40).replaceAll('\n', ' | ')}`, () => {
      assert.throws(
        () => pagesIn(text, url, 2),
        (error: unknown) => error instanceof ConfigError && says.test(error.message),
      );
    });
  }
});
