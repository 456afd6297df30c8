import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Purpose, purposeOf } from '../../../../src/scanner/actions/purpose.ts';
import { htmlFacts, htmlOf } from '../../../support/html-page.ts';

const post = (inner: string, action = '/x') => `<form method="post" action="${action}">${inner}</form>`;
const NAME = '<input name="name">';
const MAIL = '<input type="email" name="email">';
const SECRET = '<input type="password" name="password">';
const SEND = '<button>Send</button>';

const rows: readonly (readonly [html: string, purpose: Purpose])[] = [
  [post(`${NAME}${MAIL}<textarea name="text"></textarea>${SEND}`), 'sending'],
  ['<form><input type="search" name="q"></form>', 'search'],
  [post('<input type="number" name="quantity"><button>Add to basket</button>'), 'buying'],
  [post(`<input type="number" name="quantity">${SEND}`, '/cart/add'), 'buying'],
  [post(`<input type="number" name="quantity">${SEND}`, '/shop/cart.php?add'), 'buying'],
  [post(`${NAME}${MAIL}${SEND}`, '/cart.git/notes'), 'sending'],
  [post(`<input type="hidden" name="add-to-cart" value="7"><input type="number" name="n">${SEND}`), 'buying'],
  [post('<button>In den Warenkorb</button>'), 'buying'],
  [post(`${MAIL}${SECRET}<button>Sign in</button>`), 'sign-in'],
  [post(`<input type="number" name="customer">${SECRET}<button>Go</button>`), 'sign-in'],
  [post(`${MAIL}${SECRET}<input type="url" name="website"><button>Go</button>`), 'sending'],
  [post(`${MAIL}${SECRET}<button>Register</button>`), 'sending'],
  [post(`${MAIL}${SECRET}${SECRET}<button>Go</button>`), 'sending'],
  [post(`${MAIL}<button>Subscribe to our newsletter</button>`), 'subscribing'],
  [post(`${MAIL}${SEND}`, '/newsletter'), 'subscribing'],
  [post(`${NAME}<textarea name="comment"></textarea>${SEND}`), 'commenting'],
  [post('<input type="checkbox" name="a"><button>Accept all cookies</button>'), 'consent'],
  ['<form><select name="size"><option>S</option></select><button>Go</button></form>', 'filter'],
  [
    post(
      '<select name="month"><option>May</option></select><select name="year"><option>2026</option></select><button>Go</button>',
    ),
    'filter',
  ],
  ['<form><input type="date" name="from"><input type="date" name="to"><button>Show</button></form>', 'filter'],
  [post(`<div role="combobox" aria-label="Size"></div><input type="number" name="n">${SEND}`), 'sending'],
];

describe('what a form is for', () => {
  for (const [html, purpose] of rows) {
    it(`${purpose}: ${html}`, () => {
      const [form, ...others] = htmlFacts(htmlOf(html)).actions.forms;
      assert.ok(form !== undefined && others.length === 0, 'one form');
      assert.equal(purposeOf(form), purpose);
    });
  }
});
