import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { htmlFacts, htmlOf } from '../../../../../support/html-page.ts';

const HERE = 'https://site.example';
const actionsOf = (main: string, head = '') => htmlFacts(htmlOf(main, { head }), '/items').actions;

describe('links to further pages', () => {
  const rows: readonly (readonly [html: string, ...urls: readonly string[]])[] = [
    ['<a href="/items?page=2">Next</a>', '/items?page=2'],
    ['<a href="/items?page=2">2</a><a href="/items?page=3">3</a>', '/items?page=2', '/items?page=3'],
    ['<a href="/items/page/2/" rel="next">Older items</a>', '/items/page/2/'],
    ['<a href="/items?page=2">Suivant</a>', '/items?page=2'],
    ['<a href="/more">Load more</a>', '/more'],
    ['<a href="/guide/two" rel="next">Next</a>'],
    ['<a href="/items?page=2">Our second shop</a>'],
    ['<a href="https://other.example/items?page=2">Next</a>'],
    ['<a href="https://site.example.evil.example/items?page=2">Next</a>'],
    ['<a href="https://site.example@evil.example/items?page=2">Next</a>'],
    ['<a href="/items">1</a>'],
    ['<a class="active" href="/items?sort=new&page=1">1</a>'],
    ['<a href="/items?page=1">2</a>', '/items?page=1'],
    ['<a href="/?p=tool.git;a=log;pg=1">next</a>', '/?p=tool.git;a=log;pg=1'],
    ['<button disabled>Next</button><a rel="prev" href="?page=2">Previous</a>', '/items?page=2'],
    ['<a rel="prev" href="?page=5">Previous</a>'],
    ['<a href="?page=2"><i class="arrow"></i></a>', '/items?page=2'],
    ['<a href="?page=7"><i class="arrow"></i></a>'],
    ['<a href="/news?page=2"><img src="/i.png" alt=""></a>'],
    ['<a href="/items?limit=20&offset=0">20</a><a href="/items?limit=20&offset=20">2</a>', '/items?limit=20&offset=20'],
  ];
  for (const [html, ...expected] of rows) {
    it(`of ${html} are ${expected.join(', ') || 'none'}`, () => {
      assert.deepEqual(
        actionsOf(html).further.map(({ url }) => url.replace(HERE, '')),
        expected,
      );
    });
  }

  it('are at most five', () => {
    const links = Array.from({ length: 40 }, (_, at) => `<a href="/items?page=${at + 2}">${at + 2}</a>`).join('');
    assert.equal(actionsOf(links).further.length, 5);
  });
});

describe('what a page sells', () => {
  const ld = (offers: unknown) =>
    `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'Product', name: 'Kettle', offers })}</script>`;
  const offer = { '@type': 'Offer', price: 89, priceCurrency: 'EUR', availability: 'https://schema.org/InStock' };

  it('is its one offer', () => {
    assert.deepEqual(actionsOf(ld(offer)).product, {
      name: 'Kettle',
      price: '89',
      currency: 'EUR',
      isAvailabilityKnown: true,
      isSoldOut: false,
    });
  });

  for (const availability of ['OutOfStock', 'https://schema.org/SoldOut', 'http://schema.org/Discontinued'])
    it(`is sold out with ${availability}`, () =>
      assert.equal(actionsOf(ld({ ...offer, availability })).product?.isSoldOut, true));

  it('is nothing where several are for sale, or none', () => {
    assert.equal(actionsOf(ld(offer) + ld(offer)).product, undefined);
    assert.equal(actionsOf(ld([offer, offer])).product, undefined);
    assert.equal(actionsOf(ld('soon')).product, undefined);
    assert.equal(actionsOf('').product, undefined);
  });

  it('has links into the basket by words or address', () => {
    const { cartLinks } = actionsOf(
      '<a href="/cart/add?id=1">Take it</a><a href="/x">In den Warenkorb</a><a href="/cart">Basket</a>',
    );
    assert.deepEqual(cartLinks, [`${HERE}/cart/add?id=1`, `${HERE}/x`]);
  });
  it('has links to the form by which one thing is ordered, but for those of the menu', () => {
    const html =
      '<nav><a href="/menu">Order this</a></nav><a href="/subscribe">Subscribe to this box</a><a href="/o">Order this item online</a><a href="/read">Order of service</a>';
    assert.deepEqual(actionsOf(ld(offer) + html).cartLinks, [`${HERE}/subscribe`, `${HERE}/o`]);
    assert.deepEqual(actionsOf(html).cartLinks, []);
  });
});

describe('the text around forms and lists', () => {
  const counts: readonly (readonly [text: string, shown: number, total: number])[] = [
    ['1 to 10 of 240 items', 10, 240],
    ['11–20 von 95', 20, 95],
    ['Showing 12 of 48', 12, 48],
    ['Page 2 of 7', 2, 7],
  ];
  for (const [text, shown, total] of counts)
    it(`counts "${text}"`, () => assert.deepEqual(actionsOf(`<p>${text}</p>`).count, { shown, total }));
  it('counts over several elements', () =>
    assert.deepEqual(actionsOf('<p><b>1</b> to <b>10</b> of <b>240</b></p>').count, { shown: 10, total: 240 }));

  it('reads amounts in either way of writing', () => {
    assert.deepEqual(
      actionsOf('<p>$1,299.00</p><p>1.299,50 €</p><p>EUR 20</p><p>12 pieces</p>').amounts,
      [1299, 1299.5, 20],
    );
  });

  it('keeps frames of other hosts and ports', () => {
    const frame = (url: string) => `<iframe src="${url}" title="A form"></iframe>`;
    const { frames } = actionsOf(
      frame('https://forms.example/1') + frame('/map') + frame('javascript:1') + frame('https://site.example:8443/x'),
    );
    assert.deepEqual(
      frames.map(({ url }) => url),
      ['https://forms.example/1', 'https://site.example:8443/x'],
    );
  });

  it('keeps calls to the own host alone', () => {
    const { calls } = actionsOf(
      '<pre>curl https://api.site.example/v1/a\ncurl https://other.example/v1/b</pre><p>https://site.example/api/c</p>',
    );
    assert.deepEqual(calls, ['https://api.site.example/v1/a']);
  });

  it('knows services and containers that scripts fill', () => {
    assert.equal(actionsOf('<script src="https://js.hsforms.net/forms/v2.js"></script>').formService, 'HubSpot');
    assert.match(actionsOf('<div id="contact-form"></div>').scriptedForm ?? '', /contact-form/);
    assert.match(actionsOf('<div id="search-box"></div>').scriptedSearch ?? '', /search-box/);
    assert.equal(actionsOf('<div id="contact-form"><p>Write to us at noon</p></div>').scriptedForm, undefined);
  });

  it('knows ways to reach people', () => {
    for (const html of [
      '<a href="mailto:a@site.example">Mail</a>',
      '<a href="tel:+4930123456">Call</a>',
      '<address>Road 1</address>',
      '<p>Call +49 30 1234567</p>',
      '<p>info (at) site.example</p>',
    ])
      assert.ok(actionsOf(html).hasContact, html);
    assert.equal(actionsOf('<p>We are glad to hear from you, in 2026.</p>').hasContact, false);
  });

  it('reads 200,000 characters of text and code in linear time', () => {
    for (const html of [
      `<p>${'1 to '.repeat(40_000)}</p>`,
      `<p>${'$1,'.repeat(60_000)}</p>`,
      `<pre>${'https://a.'.repeat(20_000)}</pre>`,
      `<p>${'a.'.repeat(90_000)}@</p>`,
    ]) {
      const started = performance.now();
      actionsOf(html);
      assert.ok(performance.now() - started < 3000, html.slice(0, 20));
    }
  });

  it('takes elements that nest 5,000 deep', () => {
    assert.deepEqual(actionsOf(`${'<div class="custom-select" tabindex="0">'.repeat(5000)}`).forms, []);
    assert.equal(
      actionsOf(`<form method="post"><input name="a">${'<div class="custom-select" tabindex="0">'.repeat(5000)}`).forms
        .length,
      1,
    );
  });
});
