import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { act, inShort } from '../../../../support/acting.ts';

const FIELDS =
  '<label>Mail<input type="email" name="mail"></label><label>Password<input type="password" name="password"></label>';
const form = (inner: string, attributes = 'method="post" action="/session"') =>
  `<form ${attributes}>${inner}<button>Sign in</button></form>`;

const rows: readonly (readonly [when: string, html: string, ...expect: readonly string[]])[] = [
  ['a labelled form is in the place of the text', form(FIELDS), 'works 100/100'],
  ['a script sends it', form(FIELDS, 'action="#"'), 'browser only 0/100 by-script'],
  ['a captcha guards it', form(`${FIELDS}<div class="h-captcha"></div>`), 'blocked 0/0 captcha'],
  [
    'its fields have neither label nor a name that tells',
    form('<input name="f1"><input type="password" name="f2">'),
    'blocked 0/0 no-label',
  ],
  ['the form asks for more than who comes', form(`${FIELDS}<label>Website<input type="url" name="website"></label>`)],
  [
    'the form of another thing is there',
    `${form(FIELDS)}<form method="post" action="/book"><label>Name<input name="n"></label><label>Day<input type="date" name="d"></label><button>Book</button></form>`,
  ],
  ['it is folded away', `<div style="display:none">${form(FIELDS)}</div>`],
  ['the text is there', `<p>${'Many words of the article. '.repeat(60)}</p>${form(FIELDS)}`],
];

describe('accounts', () => {
  for (const [when, html, ...expect] of rows) {
    it(when, () => {
      const acted = act({ '/': '', '/report': html });
      assert.deepEqual(inShort(acted, 'account'), expect);
      assert.deepEqual(acted.probes, [], 'nothing is signed in to');
    });
  }

  it('are no wall where other pages have the same form beside their text', () => {
    const long = `<p>${'Many words of the article. '.repeat(60)}</p>${form(FIELDS)}`;
    assert.deepEqual(inShort(act({ '/': long, '/daily': form(FIELDS) }), 'account'), []);
  });

  it('are no wall at an address of their own', () => {
    for (const path of ['/login', '/sign-in', '/account', '/auth/start'])
      assert.deepEqual(inShort(act({ [path]: form(FIELDS) }), 'account'), []);
  });
});
