/** The pages that are judged without axe-core, or by a part of them, are judged as axe-core judges them whole. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { serialize } from 'parse5';
import type { AccessibilityAudit } from '../../../../src/scanner/model/page.ts';
import { auditSubject, inertTree } from '../../../../src/scanner/parse/html/audit-subject.ts';
import { PLAIN_ATTRIBUTES, PLAIN_AUTOCOMPLETE, PLAIN_ROLES } from '../../../../src/scanner/parse/html/axe-questions.ts';
import audit from '../../../../src/scanner/workers/accessibility-worker.ts';
import { inWhole, someOf } from '../../../support/exhaustive.ts';

const LIMITS = { maxElements: 6000, maxDepth: 400 };
const SITES = 'test/corpus/sites';
/** Of the recorded pages; those of one site are alike. */
const EVERY = 8;

const page = (body: string) => `<!doctype html><html lang=en><title>A page</title><body>${body}</body></html>`;

async function byAxeAlone(html: string): Promise<AccessibilityAudit> {
  const document = inertTree(html, LIMITS);
  assert.ok(document);
  return audit(serialize(document));
}

/** Undefined for a page that is in question. */
function withoutAxe(html: string): AccessibilityAudit | undefined {
  const subject = auditSubject(html, LIMITS);
  return subject.kind === 'settled' ? { kind: 'done', violations: subject.violations } : undefined;
}

async function byQuestions(html: string): Promise<AccessibilityAudit> {
  const subject = auditSubject(html, LIMITS);
  assert.notEqual(subject.kind, 'too-large');
  if (subject.kind === 'in-question') return audit(subject.html);
  return { kind: 'done', violations: subject.kind === 'settled' ? subject.violations : [] };
}

const ATTRIBUTES_FOR: Readonly<Record<string, string>> = {
  img: ' aria-label=b',
  dialog: ' aria-label=b',
  switch: ' aria-checked=true',
  heading: ' aria-level=2',
};
const contentOf = (tag: string) =>
  tag === 'ul' || tag === 'ol'
    ? '<li>a</li>'
    : tag === 'table'
      ? '<tr><td>a</td></tr>'
      : tag === 'select'
        ? '<option>a'
        : 'a';
const tagOf = (tag: string, attributes: string) =>
  `<${tag}${tag === 'a' ? ' href=/' : ''}${attributes}>${contentOf(tag)}</${tag}>`;

const PLAIN: readonly (readonly [what: string, html: string])[] = [
  ...Object.entries(PLAIN_ROLES).flatMap(([role, tags]) =>
    tags.map((tag) => [`role ${role} on ${tag}`, tagOf(tag, ` role=${role}${ATTRIBUTES_FOR[role] ?? ''}`)] as const),
  ),
  ...Object.entries(PLAIN_ATTRIBUTES).flatMap(([name, { values, on = ['div', 'p', 'a', 'section'], role }]) =>
    on.flatMap((tag) =>
      [...values]
        .map(
          (value) =>
            ` ${name}=${value}${role === undefined ? '' : ` role=${role}${ATTRIBUTES_FOR[role] ?? ''}`}${tag === 'select' || tag === 'textarea' ? ' title=a' : ''}`,
        )
        // A focusable element that is hidden is a fault.
        .filter((attributes) => !(tag === 'a' && attributes.startsWith(' aria-hidden=true')))
        .map(
          (attributes) =>
            [
              `${attributes} on ${tag}`,
              tagOf(tag === 'section' && role !== undefined ? 'div' : tag, attributes),
            ] as const,
        )
        .filter(([, html]) => role === undefined || PLAIN_ROLES[role]?.some((tag) => html.startsWith(`<${tag}`))),
    ),
  ),
  ...['nav', 'main', 'aside', 'section', 'form', 'dialog', 'a', 'button', 'textarea'].map(
    (tag) => [`aria-label on ${tag}`, tagOf(tag, ' aria-label=b')] as const,
  ),
  ...'main navigation banner region group status alert button note article log form figure document dialog'
    .split(' ')
    .map((role) => [`aria-label on role ${role}`, tagOf('div', ` role=${role} aria-label=b`)] as const),
  ...[...PLAIN_AUTOCOMPLETE].map(
    (value) => [`autocomplete ${value}`, `<label for=f>a</label><input id=f autocomplete="${value}">`] as const,
  ),
  ['shortcuts', tagOf('button', ' aria-keyshortcuts=Control+K')],
  ['a drawing that is hidden', '<svg aria-hidden=true role=img focusable=false></svg>'],
  ['a section named by its heading', '<section aria-labelledby=h><h2 id=h>a</h2></section>'],
  ['a button that controls', '<button aria-controls=m aria-expanded=false>a</button><div id=m></div>'],
  ['a description', '<label for=f>a</label><input id=f aria-describedby=d><p id=d>b</p>'],
  [
    'buttons of a form',
    '<input type=submit><input type=reset value=a><input type=button value=a><input type=image alt=a>',
  ],
  ['fields named by attributes', '<input title=a><input placeholder=a><input aria-label=a><select title=a></select>'],
  ['a field named by another element', '<h3 id=h>a</h3><input aria-labelledby=h>'],
  ['a field within its label', '<label>a <input></label><label><select><option>a</select> b</label>'],
  ['a checkbox within its label', '<label><input type=checkbox name=a> b</label>'],
  [
    'a field that is not shown',
    '<div hidden><input><button></button></div><div style="display:none"><a href=/></a></div>',
  ],
  ['a closed dialog', '<dialog><input><button></button></dialog>'],
  ['a drawing with a name', '<svg aria-label=a></svg>'],
  ['a link that is a button', '<a href=/ role=button aria-expanded=false aria-haspopup=menu>a</a>'],
  ['a summary', '<details><summary aria-label=a aria-haspopup=dialog>b</summary></details>'],
  [
    'a switch of styles that is a button',
    '<input type=checkbox id=c role=button aria-pressed=false><label for=c></label>',
  ],
  ['a switch of styles', '<input type=checkbox id=c><label for=c></label>'],
  ['terms', '<dl><dt>a</dt><dd>b</dd><dt>c</dt><dd>d</dd></dl>'],
  ['a link with an image', '<a href=/><img alt=a></a>'],
];

/** Pages that are almost plain. */
const AT_FAULT: readonly string[] = [
  '<a href=/><span hidden>a</span></a>',
  '<a href=/><span style="display:none">a</span></a>',
  '<button><svg><title></title></svg></button>',
  '<button aria-label=" "></button>',
  '<div aria-hidden=true><a href=/>a</a></div>',
  '<div role=presentation tabindex=0>a</div>',
  '<div aria-label=a></div>',
  '<div role=button tabindex=0></div>',
  '<ul role=list><div role=link>a</div></ul>',
  '<label for=f hidden>a</label><input id=f>',
  '<label for=f></label><input id=f>',
  '<p id=a>b</p><p id=a>c</p><section aria-labelledby=a></section>',
  '<section aria-labelledby=missing>a</section>',
  '<dl><dt>a</dt><p>b</p></dl>',
  '<dl><dd>a</dd></dl>',
  '<p tabindex=1>a</p>',
  '<input autocomplete=nonsense title=a>',
  '<img alt="" tabindex=0>',
  '<img alt="" aria-current=page>',
  '<p role=main>a</p>',
  '<a aria-label=a>b</a>',
  '<p aria-expanded=true>a</p>',
  '<svg role=img></svg>',
  '<table summary=a><caption>a</caption><tr><td>b</table>',
  '<input type=button>',
  '<input type=image>',
  '<select placeholder=p><option>o</select>',
  '<aside aria-controls=x><a href=/></a></aside><div><p id=x>a</p></div>',
  '<h3 id=h></h3><input aria-labelledby=h>',
  '<h3 id=h hidden>a</h3><input aria-labelledby=h>',
  '<select id=s aria-labelledby=s><option>o</select>',
  '<label><nav>a <select><option>o</select></nav></label>',
  '<label><input></label>',
  '<label for=other>a <input></label>',
  '<label>a <input> <input></label>',
  '<label hidden>a <input></label>',
  '<label><select><option>a</select></label>',
  '<div hidden><p role=main>a</p></div>',
  '<div hidden><p aria-hidden=true><a href=/>a</a></p></div>',
  '<div hidden><p id=x>a</p></div><p id=x>b</p><input aria-labelledby=x>',
  '<div hidden=until-found><input></div>',
  '<dialog open><input></dialog>',
  '<div role=dialog></div>',
  '<div role=dialog aria-label=a aria-modal=perhaps></div>',
  '<input type=checkbox id=c name=a><label for=c></label>',
  '<input type=checkbox id=c><label></label>',
  '<input type=checkbox role=button aria-pressed=false>',
  '<input type=radio role=button aria-pressed=false title=a>',
  '<button role=switch aria-checked=true></button>',
  '<button role=switch>a</button>',
  '<div role=button aria-expanded=maybe>a</div>',
  '<a href=/ role=doc-backlink></a>',
];

/** At fault for certain. */
const NAMELESS: readonly string[] = [
  '<a href></a>',
  '<a href="/x?a=1&b=2"> <i class=icon></i>\n</a><p><a href=/ target=_blank></a>',
  '<button type=button><svg viewBox="0 0 9 9"><path d=M1></path></svg></button>',
  '<form><input name=q type=search><textarea rows=2></textarea><select><option>a</select></form>',
  '<input id=alone class=a>',
  '<nav aria-label=a><ul><li><a href=/></a></ul></nav>',
  '<div role=search><button><!-- icon --><span></span></button></div>',
];

/** Near to these, and not certain. */
const UNCERTAIN: readonly string[] = [
  '<a href=/><svg><title>a</title></svg></a>',
  '<a href=/ title></a>',
  '<a href=/><img src=a></a>',
  '<a href=/>\u00a0</a>',
  '<a href=/>\u200b</a>',
  '<details><summary>a</summary><a href=/></a></details>',
  '<label for=q></label><input id=q>',
  '<div aria-hidden=true><a href=/></a></div>',
  '<div aria-hidden=true><button tabindex=-1></button></div>',
  '<div inert><button></button></div>',
  '<div role=button><a href=/></a></div>',
  '<fieldset><legend>a</legend><input></fieldset>',
  '<input type=checkbox>',
  '<input type=submit value="">',
  '<input autocomplete=email>',
  '<button><span aria-label=a></span></button>',
  '<a href=/ tabindex=-1></a>',
  `<a href="/${'a'.repeat(400)}"></a>`,
];

describe('a page with', () => {
  for (const [what, html] of someOf(PLAIN)) {
    it(`${what} needs no axe-core, which finds nothing`, async () => {
      assert.deepEqual(withoutAxe(page(html)), await byAxeAlone(page(html)));
    });
  }
});

describe('nothing names', () => {
  for (const html of someOf(NAMELESS, 3)) {
    it(`${html}: axe-core is not asked, and would say the same`, async () => {
      const found = withoutAxe(page(html));
      assert.deepEqual(found, await byAxeAlone(page(html)));
      assert.ok(found?.kind === 'done' && found.violations.length > 0);
    });
  }
  for (const html of someOf(UNCERTAIN, 5)) {
    it(`${html.slice(0, 80)}: as far as we know, so axe-core is asked`, async () => {
      assert.equal(withoutAxe(page(html)), undefined);
      assert.deepEqual(await byQuestions(page(html)), await byAxeAlone(page(html)));
    });
  }
});

describe('the elements in question of', () => {
  for (const html of someOf(AT_FAULT, 5)) {
    it(`${html} are judged as the page`, async () => {
      const around = page(`<main><p>a</p><div><div>${html}</div><ul><li>b</ul></div><form>c</form></main>`);
      assert.deepEqual(await byQuestions(around), await byAxeAlone(around));
    });
  }
});

inWhole(() =>
  describe('the recorded pages', () => {
    const files = readdirSync(SITES, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.html'))
      .sort();
    it('are judged by their questions as axe-core judges them whole', async () => {
      const sample = files.filter((_, at) => at % EVERY === 0);
      let clean = 0;
      for (const file of sample) {
        const html = readFileSync(join(SITES, file), 'utf8');
        if (withoutAxe(html) !== undefined) clean += 1;
        assert.deepEqual(await byQuestions(html), await byAxeAlone(html), file);
      }
      assert.ok(sample.length >= 20 && clean >= 2, `${clean} of ${sample.length} without questions`);
    });
  }),
);
