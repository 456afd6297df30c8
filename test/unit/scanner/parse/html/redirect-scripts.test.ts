import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseRefresh } from '../../../../../src/scanner/parse/html/redirect-scripts.ts';
import { factsOf, PAGE_URL } from './facts-of.ts';

const redirectOf = (html: string) => factsOf(html).redirectScript;

describe('meta refresh', () => {
  const rows: readonly (readonly [content: string, href: string | undefined, delaySeconds?: number])[] = [
    ['0; url=/next', '/next', 0],
    [' 5 ;URL = "/next" ', '/next', 5],
    ["3,url='/a b'x", '/a b', 3],
    ['1.9; /next', '/next', 1],
    ['2 /next', '/next', 2],
    ['.5;url=/next', '/next', 0],
    ['300', undefined],
    ['0;url=', undefined],
    ['url=/next', undefined],
    ['', undefined],
  ];
  for (const [content, href, delaySeconds] of rows) {
    it(content, () => assert.deepEqual(parseRefresh(content), href === undefined ? undefined : { href, delaySeconds }));
  }
  it('leads to another page', () => {
    assert.deepEqual(redirectOf('<meta http-equiv=Refresh content="4;url=next">').metaRefresh, {
      url: 'https://site.example/docs/next',
      delaySeconds: 4,
    });
    assert.equal(redirectOf(`<meta http-equiv=refresh content="4;url=${PAGE_URL}#x">`).metaRefresh, undefined);
    assert.equal(
      redirectOf('<noscript><meta http-equiv=refresh content="0;url=/x"></noscript>').metaRefresh,
      undefined,
    );
  });
});

describe('inline scripts', () => {
  it('are looked into', () => {
    assert.equal(redirectOf('<script>location = "/a"</script>').assignsLocation, true);
    assert.equal(redirectOf('<script type=module>location = "/a"</script>').assignsLocation, true);
  });
  it('are not when they are data, or come from elsewhere', () => {
    assert.equal(redirectOf('<script type="text/template">location = "/a"</script>').assignsLocation, false);
    assert.equal(redirectOf('<script src=a.js>location = "/a"</script>').assignsLocation, false);
    assert.equal(redirectOf('<p>location = "/a"</p>').assignsLocation, false);
  });
});
