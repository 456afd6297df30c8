import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ActionForm } from '../../../../../../src/scanner/parse/html/actions/page-actions.ts';
import { htmlFacts, htmlOf } from '../../../../../support/html-page.ts';

const actionsOf = (main: string) => htmlFacts(htmlOf(main)).actions;
function formOf(main: string): ActionForm {
  const [form, ...others] = actionsOf(main).forms;
  assert.ok(form !== undefined && others.length === 0, 'one form');
  return form;
}
const SEND = '<button>Send</button>';

describe('the fields of a form', () => {
  const named: readonly (readonly [html: string, label: string, by: string])[] = [
    ['<label for="a">Name</label><input id="a" name="n">', 'Name', 'label'],
    ['<label>Name <input name="n"></label>', 'Name', 'label'],
    ['<span id="s">Name</span><input name="n" aria-labelledby="s" aria-label="x">', 'Name', 'aria'],
    ['<input name="n" aria-label="Name" title="x">', 'Name', 'aria'],
    ['<input name="n" title="Name" placeholder="x">', 'Name', 'title'],
    ['<input name="n" placeholder="Name">', 'Name', 'placeholder'],
    ['<span>Name</span><input name="n">', '', 'none'],
    ['<label for="b">Name</label><input id="a" name="n">', '', 'none'],
  ];
  for (const [html, label, labelledBy] of named) {
    it(`${html} is named by ${labelledBy}`, () => {
      const [field] = formOf(`<form>${html}${SEND}</form>`).fields;
      assert.deepEqual([field?.label, field?.labelledBy], [label, labelledBy]);
    });
  }

  const types: readonly (readonly [html: string, ...fields: readonly string[]])[] = [
    ['<input name="a"><input type="EMAIL" name="b"><textarea name="c"></textarea>', 'text', 'email', 'textarea'],
    ['<select name="a"><option>Red</option></select>', 'select'],
    ['<select name="a"><optgroup label="Warm"></optgroup></select>', 'select'],
    ['<select name="a"></select>', 'select by script'],
    ['<select name="a"><option value="">Choose</option></select>', 'select by script'],
    ['<select name="a"><option disabled>Loading</option></select>', 'select by script'],
    [
      '<select name="a"><option value="">Select</option><option value="">Wedding</option><option value="">Party</option></select>',
      'select',
    ],
    ['<input name="a" readonly>', 'text by script'],
    ['<input name="a" readonly value="SAVE10"><input name="b">', 'text'],
    ['<textarea name="a" readonly>Terms</textarea><input name="b">', 'text'],
    ['<input name="a" disabled><input name="b">', 'text'],
    ['<input name="a" disabled><textarea name="b" disabled></textarea>', 'text by script', 'textarea by script'],
    ['<fieldset disabled><input name="a"></fieldset><input type="email" name="b">', 'email'],
    ['<fieldset disabled><input name="a"></fieldset>', 'text by script'],
    ['<input type="hidden" name="a"><input name="b" hidden><input name="c">', 'text'],
    ['<div role="combobox" aria-label="Size" tabindex="0"></div>', 'custom by script'],
    ['<button type="button" role="combobox">Size</button>', 'custom by script'],
    ['<div class="custom-select" onclick="open()"><ul><li>S</li></ul></div>', 'pretended by script'],
    ['<div class="date-picker" tabindex="0"></div>', 'pretended by script'],
    ['<div class="custom-select" tabindex="0"><select name="a"><option>S</option></select></div>', 'select'],
    ['<div role="combobox"><input name="a"></div>', 'text'],
    ['<div class="select">Words</div><input name="a">', 'text'],
    ['<ul role="listbox"><li role="option">S</li></ul><input role="combobox" name="a">', 'text'],
  ];
  for (const [html, ...expected] of types) {
    it(`of ${html} are ${expected.join(', ')}`, () => {
      const { fields } = formOf(`<form method="post">${html}${SEND}</form>`);
      assert.deepEqual(
        fields.map(({ type, isScripted }) => type + (isScripted ? ' by script' : '')),
        expected,
      );
    });
  }

  it('are at most 40 of 500, and all are counted', () => {
    const fields = Array.from({ length: 500 }, (_, at) => `<input name="f${at}" required>`).join('');
    const form = formOf(`<form>${fields}${SEND}</form>`);
    assert.deepEqual([form.fields.length, form.fieldCount], [40, 500]);
  });
});

describe('the forms of a page', () => {
  it('are at most ten of a hundred, those of the content first', () => {
    const one = (name: string) => `<form action="/${name}"><input name="q1">${SEND}</form>`;
    const frame = `<footer>${one('footer').repeat(90)}</footer>`;
    const { forms } = htmlFacts(
      `<!doctype html><body>${frame}<main><h1>A</h1>${one('main').repeat(10)}</main>`,
    ).actions;
    assert.equal(forms.length, 10);
    assert.ok(forms.every(({ url }) => url.endsWith('/main')));
  });

  const targets: readonly (readonly [attributes: string, target: string, url: string])[] = [
    ['action="/send" method="POST"', 'address', 'https://site.example/send'],
    ['action="send?x=1#top"', 'address', 'https://site.example/send?x=1'],
    ['action="https://other.example/send"', 'address', 'https://other.example/send'],
    ['action="http://169.254.169.254/"', 'address', 'http://169.254.169.254/'],
    ['', 'self', ''],
    ['action=""', 'self', ''],
    ['action="#"', 'script', ''],
    ['action="JavaScript:send()"', 'script', ''],
    ['onsubmit="return false"', 'script', ''],
    ['@submit.prevent="send"', 'script', ''],
    ['data-endpoint="/api/send"', 'script', ''],
    ['action="/send" onsubmit="return false"', 'address', 'https://site.example/send'],
    ['action="mailto:a@site.example"', 'mail', ''],
    ['action="ftp://site.example/"', 'address', ''],
  ];
  for (const [attributes, target, url] of targets) {
    it(`with ${attributes || 'no attribute'} go to ${target} ${url}`, () => {
      const form = formOf(`<form ${attributes}><input name="a">${SEND}</form>`);
      assert.deepEqual([form.target, form.url], [target, url]);
    });
  }

  it('that nest are one', () => {
    assert.equal(
      formOf('<form action="/a"><input name="a"><form action="/b"><input name="b"></form></form>').fieldCount,
      2,
    );
  });

  const buttons: readonly (readonly [html: string, submit: string | undefined, isDisabled: boolean])[] = [
    ['<button>Send</button>', 'Send', false],
    ['<button disabled>Send</button>', 'Send', true],
    ['<input type="submit" value="Send" disabled>', 'Send', true],
    ['<fieldset disabled><button>Send</button></fieldset>', 'Send', true],
    ['<button disabled>Draft</button><button>Send</button>', 'Send', false],
    ['<button>Send</button><button disabled>Draft</button>', 'Send', false],
    ['<button type="button">Send</button>', undefined, false],
    ['<input type="image" alt="Send">', 'Send', false],
  ];
  for (const [html, submit, isDisabled] of buttons) {
    it(`with ${html} are sent by ${submit ?? 'nothing'}`, () => {
      const form = formOf(`<form method="post"><input name="a">${html}</form>`);
      assert.deepEqual([form.submit, form.isDisabled], [submit, isDisabled]);
    });
  }

  const searches: readonly (readonly [html: string, isSearch: boolean])[] = [
    ['<form><input type="search" name="x"></form>', true],
    ['<form role="search"><input name="x"></form>', true],
    ['<search><form><input name="x"></form></search>', true],
    ['<form action="/suche"><input name="x"></form>', true],
    ['<form><input name="q"></form>', true],
    ['<form><input name="name"><input name="mail"></form>', false],
    ['<form action="/research-grant"><input name="name"></form>', false],
    ['<form><input placeholder="Search"><button>Search</button></form>', true],
    ['<form><input aria-label="Suche"></form>', true],
    ['<form><input type="email" placeholder="News of your search"></form>', false],
    ['<form><textarea placeholder="What did you search for?"></textarea></form>', false],
    ['<form><input placeholder="Search"><input placeholder="Name"></form>', false],
    ['<form><input name="searchterm"><input name="searchtags"><button aria-label="Search"></button></form>', true],
    ['<form method="post"><input name="searchterm"><input name="b"><button>Search</button></form>', false],
    ['<form><input name="from"><input name="to"><button>Search</button></form>', false],
    ['<form id="search_form"><input name="keyword"><input name="keyword"><button>Go</button></form>', true],
    ['<form class="search"><input name="rev" type="text"></form>', true],
    ['<form class="search" method="post"><input name="rev"></form>', false],
    ['<form class="search"><input type="email" name="m"></form>', false],
  ];
  for (const [html, isSearch] of searches) {
    it(`${html} is ${isSearch ? 'a' : 'no'} search`, () => assert.equal(formOf(html).isSearch, isSearch));
  }

  it('are distinguished from drawings with the same names and roles', () => {
    const { forms } = actionsOf(
      `<svg role="search"><fieldset disabled></fieldset></svg><div role="search"><input name="x"></div>`,
    );
    assert.deepEqual(
      forms.map(({ isSearch, fields }) => [isSearch, fields[0]?.isScripted]),
      [[true, false]],
    );
  });

  it('are headed by what stands in them, else before them', () => {
    const heads = [
      [`<h2>Options</h2><form><h3>Write a review</h3><input name="a"><input name="b">${SEND}</form>`, 'Write a review'],
      [
        `<h2>Lost key</h2><form><fieldset><legend>Your mail</legend><input name="a"></fieldset>${SEND}</form>`,
        'Lost key',
      ],
      [`<h2>Contact</h2><form><input name="a"><h3>Your mail</h3><input name="b">${SEND}</form>`, 'Contact'],
    ] as const;
    for (const [html, heading] of heads) assert.equal(formOf(html).heading, heading);
  });

  it('in a window that a button opens are seen', () => {
    const { isFolded, fields } = formOf(
      `<div class="modal" aria-hidden="true"><form><input name="a"><input name="b">${SEND}</form></div>`,
    );
    assert.deepEqual([isFolded, fields.length], [true, 2]);
  });

  it('know their captcha wherever it is named', () => {
    for (const html of [
      '<div class="g-recaptcha"></div>',
      '<div class="h-captcha"></div>',
      '<div class="cf-turnstile"></div>',
      '<input name="captcha">',
      '<img src="/captcha.php?hash=1" alt="Image Verification">',
    ])
      assert.ok(formOf(`<form><input name="a"><input name="b">${html}${SEND}</form>`).captcha, html);
  });
});

describe('controls outside of forms', () => {
  const rows: readonly (readonly [html: string, ...controls: readonly string[]])[] = [
    ['<button type="button">Load more</button>', 'Load more'],
    ['<button onclick="more()">Load more</button>', 'Load more handled'],
    ['<button data-action="cart#add">Add to cart</button>', 'Add to cart handled'],
    ['<a href="#">Load more</a><a href="/more">More</a>', 'Load more'],
    ['<div role="button">Load more</div>', 'Load more'],
    ['<div class="btn">Add to cart</div>', 'Add to cart pretended'],
    ['<span class="add-to-cart btn" onclick="add()"></span>', 'Add to cart handled pretended'],
    ['<div class="btn" onclick="open()">Read the story</div>'],
    ['<button hidden>Load more</button>'],
  ];
  for (const [html, ...expected] of rows) {
    it(`of ${html} are ${expected.join(', ') || 'none'}`, () => {
      const found = actionsOf(html).controls.map(
        ({ label, isHandled, isPretended }) =>
          `${label}${isHandled ? ' handled' : ''}${isPretended ? ' pretended' : ''}`,
      );
      assert.deepEqual(found, expected);
    });
  }

  it('are at most 40', () =>
    assert.equal(actionsOf('<button type="button">More</button>'.repeat(300)).controls.length, 40));
});
