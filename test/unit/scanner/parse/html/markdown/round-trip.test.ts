/** Rendered, the Markdown version of a page has the letters of the page in their order, and no construct of its own. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { marked } from 'marked';
import { parse, parseFragment, serialize, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { pageContent } from '../../../../../../src/scanner/parse/html/markdown/page-content.ts';
import { runsOf, someOf } from '../../../../../support/exhaustive.ts';

const LETTERS = /[\p{L}\p{N}]+/gu;
const lettersOf = (text: string): string => (text.match(LETTERS) ?? []).join('');

/** Constructs by the tags that make them. */
const CONSTRUCTS: Readonly<Record<string, readonly string[]>> = {
  strong: ['strong', 'b'],
  em: ['em', 'i'],
  del: ['del', 's', 'strike'],
  code: ['code', 'kbd', 'samp', 'tt', 'pre'],
  pre: ['pre'],
  img: ['img'],
  ul: ['ul', 'menu', 'li'],
  ol: ['ol'],
  li: ['li'],
  blockquote: ['blockquote'],
  table: ['table'],
  hr: ['hr'],
  sup: ['sup'],
  sub: ['sub'],
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, [tag]])),
};

/** Text and tag names of a fragment, without elements that the converter leaves out. */
function read(html: string): { text: string; tags: Set<string> } {
  const tags = new Set<string>();
  const pieces: string[] = [];
  const visit = (node: Tree.ChildNode): void => {
    if ('value' in node) pieces.push(node.value);
    if (!('tagName' in node)) return;
    tags.add(node.tagName);
    for (const child of node.childNodes) visit(child);
  };
  for (const node of parseFragment(html).childNodes) visit(node);
  return { text: pieces.join(' '), tags };
}

function assertSame(html: string): void {
  const source = read(html);
  const { markdown } = pageContent(`<main>${html}</main>`, 'https://mill.example/');
  const shown = read(marked.parse(markdown, { async: false, gfm: true }));
  assert.equal(lettersOf(shown.text), lettersOf(source.text), markdown);
  for (const tag of shown.tags) {
    const made = CONSTRUCTS[tag];
    assert.ok(made === undefined || made.some((each) => source.tags.has(each)), `${tag} in ${markdown}`);
  }
}

const CASES: readonly (readonly [name: string, html: string, markdown: string])[] = [
  ['powers and indices', '<p>10<sup>6</sup> of H<sub>2</sub>O', '10<sup>6</sup> of H<sub>2</sub>O'],
  ['powers in code', '<p><code>2<sup>10</sup></code>', '`2^10`'],
  ['backticks in code', '<p><code>a ` b</code>, <code>``</code>, <code>`x</code>', '``a ` b``, ``` `` ```, `` `x ``'],
  ['code next to code', '<p><code>a</code><code>b</code>', '`a`<code>b</code>'],
  ['links in code', '<p><code>Map&lt;<a href="/k">K</a>, V&gt;</code>', '`Map<`[`K`](https://mill.example/k)`, V>`'],
  ['a line that begins with a year', '<p>2024. It rained.<br>1) dry', '2024\\. It rained.  \n1\\) dry'],
  ['a year in two elements', '<p><span>2024</span>. It rained.', '2024\\. It rained.'],
  [
    'lines that begin with signs',
    '<p>+ a<br>- b<br>> c<br># d<br>=<br>--',
    '\\+ a  \n\\- b  \n\\> c  \n\\# d  \n\\=  \n\\--',
  ],
  ['signs of strike-through', '<p>It is ~~not~~ a~b~c, ~5', 'It is \\~\\~not\\~\\~ a\\~b\\~c, ~5'],
  ['entities as text', '<p>&amp;copy; &amp;amp; AT&amp;T', '&amp;copy; &amp;amp; AT&T'],
  ['an exclamation before a link', '<p>See!<a href="/x">x</a>', 'See\\![x](https://mill.example/x)'],
  ['lists of both kinds', '<ol start=3><li>a<ul><li>b</ul><li>c<ol><li>d</ol></ol>', '3. a\n   - b\n4. c\n   1. d'],
  [
    'lists one after the other',
    '<ol><li>a</ol><ol><li>b</ol><ul><li>c</ul><ul><li>d</ul>',
    '1. a\n\n1) b\n\n- c\n\n* d',
  ],
  ['numbers of items', '<ol><li value=7>a<li>b</ol>', '7. a\n8. b'],
  ['bars in a table', '<table><tr><th>a|b<tr><td><code>c|d</code></table>', '| a\\|b |\n| --- |\n| `c\\|d` |'],
  [
    'cells that reach over others',
    '<table><tr><th>a<th>b<th>c<tr><td rowspan=2>1<td colspan=2>2<tr><td>3<td>4</table>',
    '| a | b | c |\n| --- | --- | --- |\n| 1 | 2 | |\n| | 3 | 4 |',
  ],
  ['lines in a cell', '<table><tr><th>a<tr><td>b<br>c</table>', '| a |\n| --- |\n| b<br>c |'],
  ['hard breaks', '<p>a<br>b<br><br>c', 'a  \nb\n\nc'],
  ['emphasis against punctuation', '<p><b>Note:</b>this <i>(x)</i>y', '<strong>Note:</strong>this <em>(x)</em>y'],
  ['emphasis over paragraphs', '<b><p>a</p><p>b</p></b>', '**a**\n\n**b**'],
  ['emphasis next to emphasis', '<p><b>a</b><b>b</b>', '**a**<strong>b</strong>'],
  ['emphasis around a table', '<b><table><tr><td>a<td>b</table></b>', '| **a** | **b** |\n| --- | --- |'],
  ['terms', '<dl><dt>a<dd>b<dd><ul><li>c</ul></dl>', 'a\n: b\n\n- c'],
  ['terms with code', '<dl><dt>a<dd><pre>b</pre></dl>', 'a\n\n```\nb\n```'],
  ['footnotes', '<p>a<sup><a href="#f1">1</a></sup>', 'a<sup>[1](https://mill.example/#f1)</sup>'],
  [
    'formulas with their TeX',
    '<p><math><semantics><msup><mi>x</mi><mn>2</mn></msup><annotation encoding="application/x-tex">x^2</annotation></semantics></math>',
    '$x^2$',
  ],
  [
    'formulas without TeX',
    '<p><math><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><msup><mi>c</mi><mn>2</mn></msup></mfrac></math>',
    '(a + b)/(c^2)',
  ],
  ['a heading that ends with a sign', '<h2>Learn C #</h2>', '## Learn C \\#'],
  ['a language with a fence in it', '<pre class="language-a`b">x</pre>', '```a\nx\n```'],
];

const SIGNS = [
  '*',
  '_',
  '`',
  '~',
  '#',
  '-',
  '+',
  '=',
  '>',
  '<',
  '|',
  '[',
  ']',
  '(',
  ')',
  '!',
  '\\',
  '&',
  '.',
  ':',
  '1',
  '12',
  'a',
  'b',
  'ü',
  ' ',
  '  ',
  '漢',
  '&amp;',
  '<b',
  '```',
  '1.',
  '---',
];
const text = fc
  .array(fc.constantFrom(...SIGNS), { minLength: 1, maxLength: 6 })
  .map((signs) => signs.join('').replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
const { block: generated } = fc.letrec<{ inline: string; block: string }>((tie) => ({
  inline: fc.oneof(
    { weight: 4, arbitrary: text },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          fc.constantFrom('b', 'i', 's', 'code', 'sup', 'sub', 'span', 'kbd', 'em'),
          fc.array(tie('inline'), { maxLength: 3 }),
        )
        .map(([tag, inside]) => `<${tag}>${inside.join('')}</${tag}>`),
    },
    { weight: 1, arbitrary: text.map((inside) => `<a href="/x">${inside}</a>`) },
    { weight: 1, arbitrary: fc.constant('<br>') },
  ),
  block: fc.oneof(
    { depthSize: 'small' },
    fc.array(tie('inline'), { maxLength: 4 }).map((inside) => `<p>${inside.join('')}</p>`),
    fc.array(tie('inline'), { maxLength: 2 }).map((inside) => `<h2>${inside.join('')}</h2>`),
    text.map((inside) => `<pre>${inside}</pre>`),
    fc
      .tuple(
        fc.constantFrom('ul', 'ol', 'ol start=4'),
        fc.array(fc.oneof(tie('block'), tie('inline')), { maxLength: 3 }),
      )
      .map(([tag, items]) => `<${tag}>${items.map((item) => `<li>${item}</li>`).join('')}</${tag.split(' ', 1)[0]}>`),
    fc.array(tie('block'), { maxLength: 3 }).map((inside) => `<blockquote>${inside.join('')}</blockquote>`),
    fc
      .array(fc.array(tie('inline'), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
      .map(
        (rows) =>
          `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`,
      ),
    fc
      .array(fc.tuple(tie('inline'), tie('block')), { minLength: 1, maxLength: 2 })
      .map(
        (terms) => `<dl>${terms.map(([term, definition]) => `<dt>${term}</dt><dd>${definition}</dd>`).join('')}</dl>`,
      ),
    fc.array(tie('block'), { maxLength: 3 }).map((inside) => `<div>${inside.join('')}</div>`),
  ),
}));

const SITES = join(import.meta.dirname, '../../../../../corpus/sites');

const recordedPages = (): string[] =>
  readdirSync(SITES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.html'))
    .sort();

/** Elements that a Markdown version leaves out: controls, code for the browser, navigation. */
const LEFT_OUT = new Set(
  'form button label fieldset noscript template canvas dialog select textarea script style svg iframe nav aside'.split(
    ' ',
  ),
);
const FRAME_ROLES = new Set(['navigation', 'complementary', 'banner', 'contentinfo']);

/** The content of main of a recorded page, without parts that a Markdown version leaves out; '' for a page without one. */
function contentOf(html: string): string {
  const main = find(parse(html), 'main');
  if (main === undefined) return '';
  prune(main);
  return serialize(main);
}

function find(node: Tree.ParentNode, tag: string): Tree.Element | undefined {
  for (const child of node.childNodes) {
    if (!('tagName' in child)) continue;
    const found = child.tagName === tag ? child : find(child, tag);
    if (found !== undefined) return found;
  }
  return undefined;
}

function prune(element: Tree.Element): void {
  element.childNodes = element.childNodes.filter((child) => !('tagName' in child) || !isLeftOut(child));
  for (const child of element.childNodes) if ('tagName' in child) prune(child);
}

function isLeftOut(element: Tree.Element): boolean {
  const of = (name: string): string | undefined => element.attrs.find((each) => each.name === name)?.value;
  const words = lettersOf(read(serialize(element)).text);
  return (
    LEFT_OUT.has(element.tagName) ||
    FRAME_ROLES.has(of('role') ?? '') ||
    of('hidden') !== undefined ||
    of('aria-hidden') === 'true' ||
    /display: *none|visibility: *hidden/.test(of('style') ?? '') ||
    (element.tagName === 'a' &&
      of('href')?.startsWith('#') === true &&
      (words === '' || /Permalink|Link to|^Section ?titled|^Sectiontitled/.test(words))) ||
    (element.tagName === 'a' && of('class') === 'header-anchor') ||
    (element.tagName === 'span' && of('class') === 'lang')
  );
}

describe('the Markdown version of a page', () => {
  for (const [name, html, markdown] of CASES) {
    it(`keeps ${name}`, () => {
      assert.equal(pageContent(`<main>${html}</main>`, 'https://mill.example/').markdown.trimEnd(), markdown);
    });
  }

  it('has the letters of a generated page in their order, and no construct of its own', () => {
    fc.assert(
      fc.property(generated, (html) => assertSame(html)),
      { numRuns: runsOf(20_000, 20) },
    );
  });

  for (const page of someOf(recordedPages(), 12)) {
    it(`has the letters of ${page}`, () => assertSame(contentOf(readFileSync(join(SITES, page), 'utf8'))));
  }
});
