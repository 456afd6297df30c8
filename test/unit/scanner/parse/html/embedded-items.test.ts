import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { extractPageFacts } from '../../../../../src/scanner/parse/html/extract-page-facts.ts';
import { offersIn, structuredNodes } from '../../../../../src/scanner/parse/json/json-ld.ts';
import { assertQuick } from '../assert-quick.ts';

const factsOf = (html: string) =>
  extractPageFacts(`<!doctype html><title>Mill</title>${html}`, {
    url: 'https://site.example/loom',
    contentTypeHeader: undefined,
  });
const itemsOf = (html: string) => factsOf(html).items;

describe('items of a page', () => {
  const rows: readonly (readonly [what: string, html: string, items: readonly unknown[]])[] = [
    ['none', '<p>Text', []],
    [
      'microdata, with items in it',
      `<main itemscope itemtype="https://schema.org/Product" itemid="#loom"><h1 itemprop="name">Floor
        <b>loom</b><script>no()</script></h1><a itemprop="url sameAs" href="/loom">here</a>
        <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="9.50">
        <link itemprop="availability" href="https://schema.org/InStock"><span itemprop="priceCurrency" content="EUR">€</span></div>
        <time itemprop="releaseDate" datetime="2026-11-01">1 November</time><data itemprop="sku" value="L1">one</data>
        <img itemprop="image" src="/a.png"><img itemprop="image" src="/b.png"></main>`,
      [
        {
          '@type': ['https://schema.org/Product'],
          '@id': '#loom',
          name: 'Floor loom',
          url: '/loom',
          sameAs: '/loom',
          offers: {
            '@type': ['https://schema.org/Offer'],
            price: '9.50',
            availability: 'https://schema.org/InStock',
            priceCurrency: 'EUR',
          },
          releaseDate: '2026-11-01',
          sku: 'L1',
          image: ['/a.png', '/b.png'],
        },
      ],
    ],
    [
      'microdata elsewhere, by reference',
      '<div itemscope itemtype="https://schema.org/Person" itemref="far none"></div><p id="far"><b itemprop="name">A. Weaver</b>',
      [{ '@type': ['https://schema.org/Person'], name: 'A. Weaver' }],
    ],
    ['microdata that says nothing', '<div itemscope itemtype="https://schema.org/WebPage"></div>', []],
    [
      'microdata without a type',
      '<div itemscope><b itemprop="name">A</b><b itemprop="__proto__ @id">B</b></div>',
      [{ name: 'A' }],
    ],
    [
      'RDFa Lite',
      '<article vocab="https://schema.org" typeof="Article" resource="#a"><h1 property="headline">Looms</h1><div property="author" typeof="Person"><b property="name">A. Weaver</b></div><a property="about" resource="#looms">them</a></article>',
      [
        {
          '@type': ['https://schema.org/Article'],
          '@id': '#a',
          'https://schema.org/headline': 'Looms',
          'https://schema.org/author': {
            '@type': ['https://schema.org/Person'],
            'https://schema.org/name': 'A. Weaver',
          },
          'https://schema.org/about': { '@id': '#looms' },
        },
      ],
    ],
    [
      'RDFa with prefixes, one item within another',
      '<body prefix="s: http://schema.org/ dc: http://purl.org/dc/terms/"><div typeof="s:WebPage"><meta property="dc:title" content="Mill"><article typeof="s:Article"><h1 property="s:headline">Looms</h1></article></div>',
      [
        { '@type': ['http://schema.org/WebPage'], 'http://purl.org/dc/terms/title': 'Mill' },
        { '@type': ['http://schema.org/Article'], 'http://schema.org/headline': 'Looms' },
      ],
    ],
    ['properties without an item', '<meta property="og:title" content="Looms">', []],
  ];
  for (const [what, html, items] of rows) it(what, () => assert.deepEqual(itemsOf(html), items));

  it('are nodes as JSON-LD has them', () => {
    const nodes = structuredNodes(
      factsOf(
        '<div vocab="https://schema.org/" typeof="Product"><b property="name">Loom</b><p property="offers" typeof="Offer"><b property="price">9</b><b property="priceCurrency">EUR</b><link property="availability" href="https://schema.org/InStock"></p></div>',
      ),
    );
    assert.deepEqual(
      nodes.map(({ types, isSchemaOrg, isTopLevel }) => [types, isSchemaOrg, isTopLevel]),
      [
        [['Product'], true, true],
        [['Offer'], true, false],
      ],
    );
    assert.equal(offersIn(nodes), 'complete');
  });
  it('end where references make a circle', () => {
    const html =
      '<div id="a" itemscope itemref="b"><b itemprop="name">A</b></div><div id="b" itemprop="friend" itemscope itemref="a b"><b itemprop="name">B</b></div>';
    assert.equal(itemsOf(html).length, 1);
  });
  it('cost no more for pages made to be slow', () => {
    const ids = Array.from({ length: 20 }, (_, at) => `i${at}`).join(' ');
    const circle = Array.from(
      { length: 20 },
      (_, at) => `<div id="i${at}" itemprop="x" itemscope itemref="${ids}"><b itemprop="n">n</b></div>`,
    ).join('');
    assertQuick(() => itemsOf(`<div itemscope itemref="${ids}"></div>${circle}`));
    assertQuick(() => itemsOf('<div itemscope itemprop="a" vocab="x" typeof="y">'.repeat(3000)));
    assertQuick(() => itemsOf(`<div itemscope>${'<p itemprop="a">b'.repeat(20_000)}</div>`));
  });
});
