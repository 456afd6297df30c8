import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { act, inShort } from '../../../../support/acting.ts';
import { answered, ORIGIN, wellKnown } from '../../../../support/artifacts.ts';

const ld = (offer: object = {}) =>
  `<script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Kettle',
    offers: {
      '@type': 'Offer',
      price: '89.00',
      priceCurrency: 'EUR',
      availability: 'https://schema.org/InStock',
      ...offer,
    },
  })}</script>`;
const QUANTITY = '<label>Quantity <input type="number" name="quantity"></label>';
const BUTTON = '<button>Add to cart</button>';
const FORM = `<form method="post" action="/cart/add">${QUANTITY}${BUTTON}</form>`;
const PRICE = '<p>89.00 €</p>';
const ware = (cart: string, price = PRICE, data = ld()) => `${data}${price}${cart}`;
const SCRIPT = '<script src="/shop.js"></script>';
const DIVS = `<div>${QUANTITY}<div class="button" onclick="add()"><i></i></div></div>${SCRIPT}`;

const rows: readonly (readonly [when: string, pages: readonly string[], ...expect: readonly string[]])[] = [
  ['price, data and a form agree', [ware(FORM)], 'works 100/100'],
  [
    'prices stand in a table whose head says so, without a currency',
    [
      `<table><tr><th>Hire</th><th>Price</th></tr><tr><td>Day</td><td>14.00</td></tr><tr><td>Week</td><td>60.00</td></tr></table>${FORM}`,
    ],
    'in part 95/95 no-offer-data',
  ],
  ['a link leads into the basket', [ware('<a href="/cart/add?id=1">Add to cart</a>')], 'works 100/100'],
  [
    'a script puts it there',
    [ware(`<button type="button" onclick="add()">Add to cart</button>`)],
    'in part 50/100 cart-by-script',
  ],
  [
    'a script finds the button',
    [ware(`<button type="button">Add to cart</button>${SCRIPT}`)],
    'in part 50/100 cart-by-script',
  ],
  ['nothing handles the button', [ware('<button type="button">Add to cart</button>')], 'in part 50/50 cart-dead'],
  [
    'an element only looks like a button',
    [ware(`<div class="btn add-to-cart" onclick="add()"></div>${SCRIPT}`)],
    'in part 50/50 cart-dead',
  ],
  ['choices are beside an element that only looks like a button', [ware(DIVS)], 'in part 50/50 cart-dead'],
  ['one of two products has no way', [ware(FORM), ware('')], 'in part 75/75 no-cart'],
  [
    'one of two products is sold out',
    [ware(FORM), ware('', PRICE, ld({ availability: 'OutOfStock' }))],
    'works 100/100',
  ],
  ['no product has a way', [ware('')], 'works 100/100'],
  [
    'the button is disabled until a script enables it',
    [ware(FORM.replace('<button', '<button disabled') + SCRIPT)],
    'in part 50/100 cart-by-script',
  ],
  ['the button is disabled for good', [ware(FORM.replace('<button', '<button disabled'))], 'in part 50/50 cart-dead'],
  [
    'the basket is on the machine of its author',
    [ware(FORM.replace('/cart/add', 'http://localhost:3000/cart/add'))],
    'in part 50/50 cart-dead',
  ],
  ['JSON-LD has another price', [ware(FORM, '<p>79,00 €</p>')], 'in part 75/75 price-differs'],
  ['the price is in JSON-LD alone', [ware(FORM, '<p>Ask us</p>')], 'in part 75/75 price-missing'],
  ['the price is nowhere', [ware(FORM, '', ld({ price: undefined }))], 'in part 50/50 price-missing'],
  ['the price is in the text alone', [ware(FORM, PRICE, '')], 'in part 95/95 no-offer-data'],
  ['nothing is for sale', ['<p>We write about kettles for 89.00 €.</p>']],
];

/** How shop systems print a product: the parts of their templates that decide. */
const TEMPLATES: readonly (readonly [system: string, cart: string, ...expect: readonly string[]])[] = [
  [
    'WooCommerce',
    '<form class="cart" action="https://site.example/kettle" method="post" enctype="multipart/form-data"><div class="quantity"><label class="screen-reader-text" for="q1">Kettle quantity</label><input type="number" id="q1" name="quantity" value="1"></div><button type="submit" name="add-to-cart" value="17" class="single_add_to_cart_button button alt">Add to cart</button></form>',
    'works 100/100',
  ],
  [
    'WooCommerce, one at a time',
    '<form class="cart" action="https://site.example/kettle" method="post"><input type="hidden" name="quantity" value="1"><button type="submit" name="add-to-cart" value="17">Add to cart</button></form>',
    'works 100/100',
  ],
  [
    'Dawn of Shopify',
    '<label for="Quantity-1">Quantity</label><quantity-input><button name="minus" type="button">-</button><input type="number" name="quantity" id="Quantity-1" min="1" value="1" form="product-form-1"></quantity-input><product-form><form method="post" action="/cart/add" id="product-form-1" novalidate><input type="hidden" name="form_type" value="product"><input type="hidden" name="id" value="4" disabled><button type="submit" name="add"><span>Add to cart</span></button></form></product-form><script src="/product-form.js"></script>',
    'works 100/100',
  ],
  [
    'Magento, whose script enables the button',
    '<form action="https://site.example/checkout/cart/add/product/14/" method="post"><input type="hidden" name="product" value="14"><label for="qty"><span>Qty</span></label><input type="number" name="qty" id="qty" value="1"><button type="submit" title="Add to Cart" class="action primary tocart" disabled><span>Add to Cart</span></button></form><script src="/require.js"></script>',
    'in part 50/100 cart-by-script',
  ],
  [
    'a form with a picture in its button',
    '<form method="post" action="/basket/add"><input type="hidden" name="sku" value="4"><button aria-label="Take it"><svg></svg></button></form>',
    'works 100/100',
  ],
];

describe('templates of shop systems', () => {
  for (const [system, cart, ...expect] of TEMPLATES)
    it(system, () => assert.deepEqual(inShort(act({ '/kettle': ware(cart) }), 'buying'), expect));
});

describe('buying', () => {
  for (const [when, pages, ...expect] of rows) {
    it(when, () => {
      const acted = act(Object.fromEntries(pages.map((html, at) => [`/kettle-${at}`, html])));
      assert.deepEqual(inShort(acted, 'buying'), expect);
      assert.deepEqual(acted.probes, [], 'nothing is asked of a basket');
    });
  }

  it('is missed where every page leads to a basket and no product has a way into it', () => {
    const pages = { '/kettle': { hints: ['cart-link' as const] } };
    assert.deepEqual(inShort(act({ '/kettle': ware('') }, { pages }), 'buying'), ['in part 50/50 no-cart']);
    assert.deepEqual(inShort(act({ '/kettle': ware(SCRIPT) }, { pages }), 'buying'), ['in part 50/100 cart-by-script']);
  });

  it('needs no button where a commerce protocol is declared', () => {
    const ucp = answered('/.well-known/ucp', { text: '{}', contentType: 'application/json' });
    const acted = act({ '/kettle': ware(DIVS) }, { wellKnown: wellKnown({ ucp }) });
    assert.deepEqual(inShort(acted, 'buying'), ['works 100/100']);
  });

  it('is blocked where the crawl found the address of the basket dead', () => {
    const cart = { status: 404, readable: 'no' as const, isLinked: true };
    const acted = act({ '/kettle': ware(FORM), '/cart/add': '' }, { pages: { '/cart/add': cart } });
    assert.deepEqual(inShort(acted, 'buying'), ['in part 50/50 cart-dead']);
  });

  it('by GET is never tried', () => {
    for (const cart of [
      `<form action="/cart">${QUANTITY}${BUTTON}</form>`,
      `<form action="/shop"><input type="hidden" name="add-to-cart" value="7">${BUTTON}</form>`,
      `<form action="/go">${QUANTITY}<button>Buy now</button></form>`,
      `<a href="${ORIGIN}/?add-to-cart=7" rel="next">Next</a>`,
      `<a href="${ORIGIN}/buy?page=2" rel="next">Next</a>`,
      `<a href="${ORIGIN}/items?page=2" rel="next">Order now</a>`,
    ])
      assert.deepEqual(act({ '/kettle': ware(cart) }).probes, [], cart);
  });
});
