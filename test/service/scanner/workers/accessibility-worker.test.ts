import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import axe from 'axe-core';
import type { AccessibilityAudit } from '../../../../src/scanner/model/page.ts';
import audit, { AXE_RULES } from '../../../../src/scanner/workers/accessibility-worker.ts';
import { subjectOf } from '../../../../src/scanner/workers/page-worker.ts';

const page = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title>${head}</head><body><main>${body}</main></body></html>`;
/** As the pools do it, in this process. */
async function run(html: string): Promise<AccessibilityAudit> {
  const subject = subjectOf({ html: Buffer.from(html), contentTypeHeader: 'text/html; charset=utf-8' });
  if (subject.kind === 'too-large') return { kind: 'left-out', why: 'size' };
  return subject.kind === 'settled' ? { kind: 'done', violations: subject.violations } : audit(subject.html);
}

/** Rules that are broken, with their counts. */
async function violations(html: string): Promise<Record<string, number>> {
  const found = await run(html);
  assert.equal(found.kind, 'done');
  return found.kind === 'done' ? Object.fromEntries(found.violations.map(({ rule, count }) => [rule, count])) : {};
}

describe('the rules', () => {
  it('are all known to axe-core', () => {
    const known = new Set(axe.getRules().map(({ ruleId }) => ruleId));
    assert.deepEqual(
      AXE_RULES.filter((rule) => !known.has(rule)),
      [],
    );
    assert.equal(new Set(AXE_RULES).size, 33);
  });
});

describe('the accessibility worker', () => {
  const clean: readonly (readonly [what: string, html: string])[] = [
    ['a page with names', page('<h1>A</h1><a href="/b">B</a><button>C</button><label>D <input name=d></label>')],
    ['what is hidden by attribute', page('<div hidden><button></button></div><input type=hidden>')],
    ['what is hidden by a style attribute', page('<div style="display: none"><button></button></div>')],
    ['the switch of a style sheet', page('<input type=Checkbox id=m><label for=m><svg></svg></label>')],
    ['a dialog that is not open', page('<dialog><button></button></dialog>')],
    [
      'templates, and what is for browsers without scripts',
      page('<template><button></button></template><noscript><img><button></button></noscript>'),
    ],
    ['an empty document', '<title>A page</title>'],
  ];
  for (const [what, html] of clean)
    it(`finds nothing in ${what}`, async () => assert.deepEqual(await violations(html), {}));

  const broken: readonly (readonly [what: string, html: string, expect: Record<string, number>])[] = [
    [
      'controls without names',
      page('<button></button><a href="/x"></a><input>'),
      { 'button-name': 1, label: 1, 'link-name': 1 },
    ],
    [
      'checkboxes that are sent, or have no label',
      page('<input type=checkbox id=m name=m><label for=m></label><input type=checkbox id=n>'),
      { label: 2 },
    ],
    ['a role that there is not', page('<div role="buton">x</div>'), { 'aria-roles': 1 }],
    [
      'a list that owns no items',
      page('<div role="list"><div role="link" tabindex=0>x</div></div>'),
      { 'aria-required-children': 1 },
    ],
    ['an attribute that there is not', page('<div aria-lable="x">y</div>'), { 'aria-valid-attr': 1 }],
    ['a switch without a state', page('<div role="switch" tabindex=0>x</div>'), { 'aria-required-attr': 1 }],
    ['no title', '<!doctype html><html lang=en><body><main>x</main></body></html>', { 'document-title': 1 }],
    ['a hidden body', '<!doctype html><title>A</title><body aria-hidden=true>x', { 'aria-hidden-body': 1 }],
    [
      'a style sheet that would hide it, which is not read',
      page('<button class=h></button>', '<style>.h{display:none}</style>'),
      { 'button-name': 1 },
    ],
  ];
  for (const [what, html, expect] of broken)
    it(`finds ${what}`, async () => assert.deepEqual(await violations(html), expect));

  it('shows the first element, cut', async () => {
    const found = await run(page(`<button class="${'x'.repeat(1000)}"></button>`));
    assert.ok(found.kind === 'done' && found.violations[0]?.example.startsWith('<button class="xxx'));
    assert.ok((found.kind === 'done' ? (found.violations[0]?.example.length ?? 0) : 0) <= 200);
  });

  it('looks at 6,000 elements and no more', async () => {
    // html, head, meta, title, body and main are elements too.
    const many = (count: number) => page('<b></b>'.repeat(count - 6));
    assert.equal((await run(many(6000))).kind, 'done');
    assert.deepEqual(await run(many(6001)), { kind: 'left-out', why: 'size' });
  });

  it('leaves out endless nesting, and survives deep nesting', async () => {
    assert.deepEqual(await run(page('<div>'.repeat(3000))), { kind: 'left-out', why: 'size' });
    assert.equal((await run(page('<div>'.repeat(350)))).kind, 'done');
  });

  it('runs nothing of the page and loads nothing', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // An address of a TCP listener is never a string.
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const act = "globalThis.wasRun=true;document.querySelector('button')?.remove()";
    const hostile = page(
      `<base href="${at}/"><script>${act}</script><script src="${at}/a.js"></script><script type=module>${act}</script>
      <img src="${at}/i.png" onerror="${act}"><img src=x onload="${act}"><svg onload="${act}"><image href="${at}/s.png"/></svg>
      <iframe src="${at}/f"></iframe><iframe srcdoc="<script>${act}</script>"></iframe><object data="${at}/o"></object>
      <embed src="${at}/e"><video src="${at}/v" poster="${at}/p"></video><details open ontoggle="${act}"></details>
      <input autofocus onfocus="${act}" aria-label=x><a href="javascript:${act}">y</a><button></button>`,
      `<link rel=stylesheet href="${at}/l.css"><style>@import url(${at}/i.css);body{background:url(${at}/b.png)}</style>
      <meta http-equiv=refresh content="0;url=${at}/r"><link rel=preload as=image href="${at}/q.png">`,
    );
    const found = await violations(hostile);
    await new Promise((resolve) => setTimeout(resolve, 200));
    server.close();
    assert.equal(found['button-name'], 1, 'the button is still there');
    assert.deepEqual(asked, []);
    assert.ok(!('wasRun' in globalThis));
  });

  it('answers the same each time', async () => {
    const html = page('<button></button><div role="buton"></div><a href=/x></a>'.repeat(5));
    assert.deepEqual(await run(html), await run(html));
  });
});
