import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { announcesEffect, mayAct } from '../../../../src/scanner/actions/never-asked.ts';
import { act } from '../../../support/acting.ts';

const ACTING = [
  '/cart',
  '/cart/add',
  '/basket/add.php',
  '/checkout',
  '/buy',
  '/logout',
  '/account/delete',
  '/unsubscribe',
  '/newsletter',
  '/login',
  '/warenkorb',
  '/panier',
  '/posts/7/vote',
  '/?add-to-cart=7',
  '/index.php?action=edit',
  '/x?_method=delete',
  '/x?token=1',
  '/CART',
  '/Delete.aspx',
  '/x?DO=remove',
];
const HARMLESS = [
  '/',
  '/search',
  '/items?page=2',
  '/send',
  '/contact/send',
  '/api/v1/depots',
  '/cartoons',
  '/buyers-guide',
  '/undelete',
];

describe('addresses that are never asked for', () => {
  for (const path of ACTING) it(path, () => assert.ok(mayAct(`https://site.example${path}`)));
  for (const path of HARMLESS) it(`are not ${path}`, () => assert.ok(!mayAct(`https://site.example${path}`)));
  for (const url of ['javascript:buy()', 'mailto:a@b.example', 'https://a:b@site.example/', '', 'ftp://site.example/'])
    it(`are those that are no plain web address: ${url}`, () => assert.ok(mayAct(url)));
  it('may have any parameter where the words are ours', () =>
    assert.ok(!mayAct('https://site.example/search?action=kettle', true)));
});

describe('labels that announce an effect', () => {
  for (const label of [
    'Buy now',
    'Add to cart',
    'Place your order',
    'Delete',
    'Sign out',
    'Log off',
    'Unsubscribe',
    'Jetzt kaufen',
    'Abmelden',
    "S'abonner",
    'Vote',
  ])
    it(label, () => assert.ok(announcesEffect(label)));
  for (const label of ['Send message', 'Next', 'Search', 'Request a quote', 'Show more'])
    it(`are not "${label}"`, () => assert.ok(!announcesEffect(label)));
  it('are read to 200 characters', () => assert.ok(!announcesEffect(`${'x'.repeat(300)} buy`)));
});

describe('a site that offers everything', () => {
  const form = (at: number) =>
    `<form method="post" action="/send/${at}"><label>Name<input name="name"></label><label>Text<textarea name="text"></textarea></label><button>Send</button></form>`;
  const search =
    '<form role="search" action="/find"><label>Search<input type="search" name="q"></label><button>Go</button></form>';
  const pages = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [
      `/part-${at}`,
      `${search}${form(at)}<a href="/part-${at}?page=2" rel="next">Next</a><a href="/cart/add?id=${at}">Add to cart</a><a href="/logout">Sign out</a>`,
    ]),
  );
  const titles = Object.fromEntries(
    Object.keys(pages).map((path, at) => [
      path,
      { title: `${'abcdefghij'[at % 10]}lphabet${'klmnopqrst'[at % 7]}word` },
    ]),
  );
  const { probes, offers } = act(pages, { pages: titles });

  it('is asked at most twelve times, each address once, by GET and OPTIONS alone', () => {
    assert.ok(probes.length > 3 && probes.length <= 12, String(probes.length));
    assert.equal(new Set(probes.map(({ method, url }) => method + url)).size, probes.length);
    assert.ok(probes.every(({ method }) => ['GET', 'HEAD', 'OPTIONS'].includes(method)));
  });
  it('is asked for nothing that acts', () => {
    assert.deepEqual(
      probes.filter(({ url }) => mayAct(url, true)),
      [],
    );
  });
  it('is judged by at most forty offers', () => assert.ok(offers.length <= 40));
});
