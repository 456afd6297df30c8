import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FormField, PageForm } from '../../../../../src/scanner/parse/html/page-facts.ts';
import { factsOf } from './facts-of.ts';

const formsOf = (html: string) => factsOf(html).forms;
function formOf(html: string): PageForm {
  const [form, ...others] = formsOf(html);
  assert.ok(form !== undefined && others.length === 0, 'one form');
  return form;
}

describe('forms', () => {
  it('have fields', () => {
    const FIELD = {
      type: 'text',
      name: '',
      id: '',
      isRequired: false,
      hasAutocomplete: false,
      isDescribedToTools: false,
    };
    const expected: readonly FormField[] = [
      { ...FIELD, name: 'a', id: 'i', isRequired: true },
      { ...FIELD, type: 'email', hasAutocomplete: true },
      { ...FIELD, type: 'textarea', isDescribedToTools: true },
      { ...FIELD, type: 'select' },
    ];
    const { fields } = formOf(`<form><input name=" a " id=i required><input type=EMAIL autocomplete=email>
      <textarea toolparamdescription="What you think"></textarea><select autocomplete=""></select><input type=hidden name=t>
      <input type=submit><button>x</button><div hidden><input name=trap></div></form><input name=outside>`);
    assert.deepEqual(fields, expected);
  });
  it('end with their tag', () => {
    const forms = formsOf('<form><input name=a></form><form><input name=b></form>');
    assert.deepEqual(
      forms.map(({ fields }) => fields.map(({ name }) => name)),
      [['a'], ['b']],
    );
  });
  it('are not there when they are hidden', () => {
    assert.deepEqual(formsOf('<form hidden><input></form><div style="display:none"><form><input></form></div>'), []);
  });
  it('are at most 50, of 100 fields each', () => {
    assert.equal(formsOf('<form></form>'.repeat(60)).length, 50);
    assert.equal(formOf(`<form>${'<input>'.repeat(120)}</form>`).fields.length, 100);
  });

  const sendable: readonly (readonly [html: string, isSendable: boolean])[] = [
    ['<form><input></form>', false],
    ['<form action=""><input></form>', false],
    ['<form action="/x"><input></form>', true],
    ['<form method=post><input></form>', true],
    ['<form><input><button>Send</button></form>', true],
    ['<form><input><button type=button>Send</button></form>', false],
    ['<form><input><button type=reset>Send</button></form>', false],
    ['<form><input><input type=submit></form>', true],
    ['<form><input><input type=image></form>', true],
    ['<form id=f><input></form><button form=f>Send</button>', true],
    ['<form id=f><input></form><button form=g>Send</button>', false],
  ];
  for (const [html, isSendable] of sendable) it(html, () => assert.equal(formOf(html).isSendable, isSendable));

  const gets: readonly (readonly [html: string, sendsByGet: boolean])[] = [
    ['<form method=" GET "><select></select></form>', true],
    ['<form method=post><select></select></form>', false],
    ['<form><select></select></form>', false],
  ];
  for (const [html, sendsByGet] of gets) it(html, () => assert.equal(formOf(html).sendsByGet, sendsByGet));

  const searches: readonly (readonly [html: string, isSearch: boolean])[] = [
    ['<form role=search><input></form>', true],
    ['<form action="/Search"><input></form>', true],
    ['<search><form><input></form></search>', true],
    ['<search></search><form><input></form>', false],
    ['<form><input type=search></form>', true],
    ['<form><input name=Q></form>', true],
    ['<form><input name=q><select></select></form>', true],
    ['<form><input name=q><input name=mail></form>', false],
    ['<form><input name=mail></form>', false],
    ['<form><input placeholder="Search"><button>Search</button></form>', true],
    ['<form><input aria-label="Rechercher"></form>', true],
    ['<form><input type=email placeholder="News of your search"></form>', false],
    ['<form><textarea placeholder="What did you search for?"></textarea></form>', false],
    ['<form><input placeholder="Research area"></form>', false],
    ['<form><input placeholder="Search"><input placeholder="Name"></form>', false],
  ];
  for (const [html, isSearch] of searches) it(html, () => assert.equal(formOf(html).isSearch, isSearch));

  const captchas: readonly (readonly [html: string, hasCaptcha: boolean])[] = [
    ['<form><div class="x g-recaptcha"></div></form>', true],
    ['<form><div class=h-captcha></div></form>', true],
    ['<form><div class=cf-turnstile></div></form>', true],
    ['<form><altcha-widget></altcha-widget></form>', true],
    ['<form><iframe src="https://www.google.com/recaptcha/api2/anchor"></iframe></form>', true],
    ['<form><iframe src="https://player.example/"></iframe></form>', false],
    ['<form></form><div class=g-recaptcha></div>', false],
  ];
  for (const [html, hasCaptcha] of captchas) it(html, () => assert.equal(formOf(html).hasCaptcha, hasCaptcha));

  it('are tools by their attributes', () => {
    const { hasToolName, hasToolDescription } = formOf('<form toolname=order tooldescription=" "><input></form>');
    assert.deepEqual([hasToolName, hasToolDescription], [true, false]);
    assert.equal(formOf('<form tooldescription="Orders a table"></form>').hasToolDescription, true);
  });
});

describe('tools that scripts register', () => {
  const rows: readonly (readonly [html: string, registers: boolean])[] = [
    ['<script>navigator.modelContext.registerTool({ name: "a" })</script>', true],
    ['<script>const { modelContext } = document; modelContext.registerTool(t)</script>', true],
    ['<script>navigator.modelContext</script><script>registerTool()</script>', false],
    ['<pre>navigator.modelContext.registerTool()</pre>', false],
  ];
  for (const [html, registers] of rows) it(html, () => assert.equal(factsOf(html).registersTools, registers));
});
