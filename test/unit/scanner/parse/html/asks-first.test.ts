import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { extractPageFacts } from '../../../../../src/scanner/parse/html/extract-page-facts.ts';
import { PAGE_URL } from './facts-of.ts';

const asked = (body: string, url = PAGE_URL) =>
  extractPageFacts(`<title>Shop</title><body>${body}`, { url, contentTypeHeader: 'text/html; charset=utf-8' })
    .accessWall.asksFirst;
const QUESTION =
  '<h1>We value your privacy</h1><p>We and our 214 partners store and read information on your device.</p>';

describe('a page that asks before it shows its text', () => {
  const walls: readonly (readonly [string, string])[] = [
    ['consent, by its heading', `${QUESTION}<button type="button">Accept all</button>`],
    [
      'consent without a heading',
      '<div class="x"><p>We use cookies to make this shop better.</p><a href="#">OK, accept</a></div>',
    ],
    [
      'an age',
      '<h2>Are you over 18?</h2><p>We sell wine.</p><form method="post"><input type="submit" value="Yes"></form>',
    ],
    ['German', '<h1>Ihre Privatsphäre ist uns wichtig</h1><button>Alle akzeptieren</button>'],
    ['Japanese', '<h1>年齢確認</h1><p>お酒を販売しています。</p><button>はい</button>'],
  ];
  for (const [what, body] of walls) it(what, () => assert.notEqual(asked(body), undefined));

  const pages: readonly (readonly [string, string])[] = [
    [
      'a question beside a short text',
      `<h1>Contact</h1><p>Call us.</p><div>${QUESTION}<button>Accept all</button></div>`,
    ],
    [
      'a bar beside a short text',
      '<h1>Opening hours</h1><p>Nine to five.</p><div>We use cookies. <button>Accept</button></div>',
    ],
    ['a question without an answer', QUESTION],
    ['a long text', `${QUESTION}<button>Accept all</button><p>${'The shop has bread and cheese. '.repeat(20)}</p>`],
    ['a bar in the footer', '<p>Nine to five.</p><footer>We use cookies. <button>Accept</button></footer>'],
  ];
  for (const [what, body] of pages) it(`not ${what}`, () => assert.equal(asked(body), undefined));

  it('a choice that a visitor of another address is sent to', () => {
    const choice =
      '<h1>Where may we deliver?</h1><p>Please choose before you enter.</p><button onclick="pick()">England</button>';
    const at = (query: string, body = choice) => asked(body, `https://shop.example/area${query}`);
    assert.equal(at('?return=%2Fcheeses%2Fbrie%3Fpage%3D2'), 'Where may we deliver?');
    assert.equal(at('?next=https%3A%2F%2Fshop.example%2F'), 'Where may we deliver?');
    assert.equal(at(''), undefined, 'a page of its own');
    assert.equal(at('?return=%2Farea'), undefined, 'its own address');
    assert.equal(at('?next=https%3A%2F%2Fother.example%2F'), undefined, 'of another site');
    assert.equal(at('?return=%2F', `${choice}<a href="/cheeses">Go on</a>`), undefined, 'a way on');
    assert.equal(at('?return=%2F', `${choice}<input type=password>`), undefined, 'a sign-in, which is a wall');
  });
  it('not the page about cookies', () =>
    assert.equal(asked(`${QUESTION}<button>Accept all</button>`, 'https://shop.example/cookie-policy/'), undefined));
});
