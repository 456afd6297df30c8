import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serialize } from 'parse5';
import { inertTree } from '../../../../../src/scanner/parse/html/audit-subject.ts';
import { assertQuick } from '../assert-quick.ts';

const LIMITS = { maxElements: 100, maxDepth: 20 };
function inert(html: string): string | undefined {
  const document = inertTree(html, LIMITS);
  return document === undefined ? undefined : serialize(document);
}
const around = (body: string) => `<html><head></head><body>${body}</body></html>`;

describe('inertTree', () => {
  const cases: readonly (readonly [what: string, html: string, expect: string])[] = [
    ['text and elements', '<p id="a">b <b>c</b></p>', around('<p id="a">b <b>c</b></p>')],
    ['the doctype', '<!doctype html><p>a</p>', `<!DOCTYPE html>${around('<p>a</p>')}`],
    ['no scripts and styles', '<p>a<script>b()</script><style>c</style></p>', around('<p>a</p>')],
    [
      'no frames and media',
      '<p>a<iframe src=b></iframe><object data=c><p>d</object><video src=e></video></p>',
      around('<p>a</p>'),
    ],
    [
      'no templates, noscript and comments',
      '<p>a<!-- b --><template><i></i></template><noscript><i></i></noscript></p>',
      around('<p>a</p>'),
    ],
    ['no event handlers', '<p onclick="a()" ONLOAD=b class=c>d</p>', around('<p class="c">d</p>')],
    [
      'no scripts of a drawing',
      '<svg><script>a()</script><title>b</title></svg>',
      around('<svg><title>b</title></svg>'),
    ],
  ];
  for (const [what, html, expect] of cases) it(`keeps ${what}`, () => assert.equal(inert(html), expect));

  it('counts elements, and stops where there are too many', () => {
    assert.notEqual(inert('<b></b>'.repeat(97)), undefined);
    assert.equal(inert('<b></b>'.repeat(98)), undefined);
    assert.notEqual(inert(`${'<b></b>'.repeat(97)}${'<script></script>'.repeat(500)}`), undefined);
  });
  it('stops where they are nested too deep', () => {
    assert.notEqual(inert('<div>'.repeat(17)), undefined);
    assert.equal(inert('<div>'.repeat(30)), undefined);
  });
  it('is quick with hostile documents', () => {
    for (const html of ['<div>'.repeat(100_000), '<i>x</i>'.repeat(200_000), '<b><p>'.repeat(3000)]) {
      assertQuick(() => inertTree(html, { maxElements: 6000, maxDepth: 400 }));
    }
  });
});
