import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from './facts-of.ts';

describe('the head of a page', () => {
  it('gives language, titles, metas and links', () => {
    const { htmlLang, titles, metas, headLinks } = factsOf(`<!doctype html><html lang="en-GB"><head>
      <title> A \n title </title>
      <meta name="Description" content=" What  it is "><meta property="og:title" content="Shown"><meta http-equiv=REFRESH content=5>
      <meta name=empty><meta content=alone>
      <link rel="Canonical" href=" /a "><link rel="alternate" hreflang="de" href="https://site.example/de#x"><link rel=icon>
      <link rel="alternate stylesheet" type="TEXT/CSS" href="data:text/css,x">`);
    assert.equal(htmlLang, 'en-GB');
    assert.deepEqual(titles, ['A title']);
    assert.deepEqual(metas, [
      { key: 'description', content: 'What it is' },
      { key: 'og:title', content: 'Shown' },
      { key: 'refresh', content: '5' },
    ]);
    assert.deepEqual(headLinks, [
      { rel: ['canonical'], href: '/a', url: 'https://site.example/a', type: '', hreflang: undefined },
      {
        rel: ['alternate'],
        href: 'https://site.example/de#x',
        url: 'https://site.example/de',
        type: '',
        hreflang: 'de',
      },
      {
        rel: ['alternate', 'stylesheet'],
        href: 'data:text/css,x',
        url: undefined,
        type: 'text/css',
        hreflang: undefined,
      },
    ]);
  });
  it('takes from the body what the HTML standard lets stand there', () => {
    const { metas, headLinks } =
      factsOf(`<!doctype html><head><link rel=canonical href=/a></head><body><p>Written by visitors:
      <link rel=canonical href=https://other.example/spam><link rel=preload href=/font><link rel="alternate preload" href=/b>
      <meta name=robots content=noindex><meta property=og:url content=/c><meta http-equiv=refresh content=5></p>`);
    assert.deepEqual(
      headLinks.map(({ href }) => href),
      ['/a', '/font'],
    );
    assert.deepEqual(metas, [{ key: 'refresh', content: '5' }]);
  });
  it('leaves SVG titles out and takes a title that a broken head left in the body', () => {
    assert.deepEqual(factsOf('<head><div></div><title>Late</title></head><svg><title>Icon</title></svg>').titles, [
      'Late',
    ]);
  });
  it('resolves against the first base, wherever it is in the document', () => {
    const { headLinks, anchors } = factsOf(
      '<link rel=canonical href=a><base><base href="/base/"><base href="/other/"><a href="b">b</a>',
    );
    assert.equal(headLinks[0]?.url, 'https://site.example/base/a');
    assert.equal(anchors[0]?.url, 'https://site.example/base/b');
  });
  it('ignores a base that cannot be read, and templates', () => {
    const { anchors, metas } = factsOf(
      '<base href="https://["><template><a href=x>x</a><meta name=a content=b></template><a href="?y">y</a>',
    );
    assert.deepEqual(
      anchors.map(({ url }) => url),
      ['https://site.example/docs/page?y'],
    );
    assert.deepEqual(metas, []);
  });
  it('cuts long values and long lists', () => {
    const { titles, metas, headLinks } = factsOf(
      `<title>${'t'.repeat(5000)}</title>${'<meta name=a content=b>'.repeat(600)}${`<link rel=x href=${'h'.repeat(3000)}>`}${'<link rel=x href=y>'.repeat(1100)}`,
    );
    assert.equal(titles[0]?.length, 2000);
    assert.equal(metas.length, 500);
    assert.equal(headLinks.length, 1000);
    assert.equal(headLinks[0]?.url, undefined);
  });
});
