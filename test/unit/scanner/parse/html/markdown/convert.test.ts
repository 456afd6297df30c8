import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { htmlToMarkdown } from '../../../../../../src/scanner/parse/html/markdown/convert.ts';
import { factsOf } from '../facts-of.ts';

const rows: readonly (readonly [when: string, html: string, lines: string[]])[] = [
  [
    'headings and paragraphs',
    '<h1> One </h1><p>Two\n three</p><h4>Four</h4>five',
    ['# One', '', 'Two three', '', '#### Four', '', 'five'],
  ],
  ['navigation stays', '<nav><a href="/a">A</a></nav><footer>End</footer>', ['[A](/a)', '', 'End']],
  [
    'code and controls do not',
    '<title>t</title><script>a</script><style>b</style><template>c</template><svg><text>d</text></svg><noscript>e</noscript><select><option>f</select>g',
    ['g'],
  ],
  ['emphasis', '<p>a <b>b </b><i> c</i>d <s>e</s> <strong></strong></p>', ['a **b** *c*d ~~e~~']],
  ['emphasis inside itself', '<b><strong>a</strong> <em>b <i>c</i></em></b>', ['**a *b c***']],
  ['inline code', '<p>run <code>npm <b>ci</b></code> now', ['run `npm ci` now']],
  [
    'links',
    '<p><a href="/x?a=b">a <em>b</em></a>, <a>c</a>, <a href="javascript:x()">d</a>, <a href="/e"></a>.',
    ['[a *b*](/x?a=b), c, d, .'],
  ],
  ['a link around blocks', '<a href=/x><h2>Card</h2><p>Text</p></a>', ['[Card Text](/x)']],
  [
    'images',
    '<img src=a.png alt="A b"><img src=b.png> <a href=/x><img src=c.png alt=C></a>',
    ['![A b](a.png)![](b.png) [![C](c.png)](/x)'],
  ],
  [
    'embedded images lose their bytes',
    '<img alt=A src="data:image/png;base64,xxxx"><img src="DATA:image/gif,yyyy">',
    ['![A]()'],
  ],
  ['line breaks', '<p>a<br>b<br></p><p>c', ['a  ', 'b', '', 'c']],
  ['rules', 'a<hr>b', ['a', '', '---', '', 'b']],
  ['lists', '<ul><li>a<li>b<ul><li>c</ul><li></ul><ol><li>d<li>e</ol>', ['- a', '- b', '  - c', '', '1. d', '2. e']],
  ['a list that starts at 9', '<ol start=9><li>a<li>b<p>c</p></ol>', ['9. a', '10. b', '', '    c']],
  ['paragraphs in items stay tight', '<ul><li><p>a</p></li><li><p>b</p></li></ul>', ['- a', '- b']],
  ['an item without a list', '<li>a', ['- a']],
  [
    'quotes',
    '<blockquote><p>a</p><p>b</p><blockquote>c</blockquote></blockquote>d',
    ['> a', '>', '> b', '>', '> > c', '', 'd'],
  ],
  ['terms', '<dl><dt>a<dd>b<dd>c<dt>d<dd>e</dl>', ['a', ': b', ': c', '', 'd', ': e']],
  [
    'code blocks',
    'x<pre><code class="hljs language-ts">\nlet a;\n\n  b();\n</code></pre>y',
    ['x', '', '```ts', 'let a;', '', '  b();', '```', '', 'y'],
  ],
  [
    'code blocks by lines',
    '<pre class=lang-sh><div>a</div><div>b</div>c<br>d</pre>',
    ['```sh', 'a', 'b', 'c', 'd', '```'],
  ],
  ['a fence longer than those inside', '<pre>```\na\n```</pre>', ['````', '```', 'a', '```', '````']],
  ['code in a list', '<ul><li>a<pre>b\nc</pre></ul>', ['- a', '', '  ```', '  b', '  c', '  ```']],
  ['an empty code block', 'a<pre> </pre>b', ['a', '', 'b']],
  [
    'tables',
    '<table><caption>T</caption><thead><tr><th>A<th>B</thead><tbody><tr><td>1<p>2</p><td>a|b<tr></tr><tr><td><b>3</b></table>x',
    ['T', '', '| A | B |', '| --- | --- |', '| 1 2 | a\\|b |', '| **3** | |', '', 'x'],
  ],
  ['code in a table', '<table><tr><td><pre>a\nb</pre></table>', ['| `a b` |', '| --- |']],
  ['a table in a table', '<table><tr><td>a<table><tr><td>b<td>c</table></table>', ['| a b c |', '| --- |']],
  ['a layout table', '<table role=presentation><tr><td><h1>a</h1><td><p>b</table>', ['# a', '', 'b']],
];

describe('HTML to Markdown', () => {
  for (const [when, html, lines] of rows) it(when, () => assert.equal(htmlToMarkdown(html), lines.join('\n')));

  it('is counted in the facts', () => {
    for (const [, html] of rows) assert.equal(factsOf(html).markdownCharCount, htmlToMarkdown(html).length);
  });
  it('writes quotes and lists deeper than 16 at that depth', () => {
    const markdown = htmlToMarkdown(`${'<blockquote>'.repeat(5000)}x${'<ul><li>'.repeat(5000)}y`);
    const prefix = '> '.repeat(16);
    assert.equal(markdown, `${prefix}x\n${prefix.trimEnd()}\n${prefix}y`);
  });
});

describe('where the content starts', () => {
  const startOf = (html: string) => {
    const { contentStart } = factsOf(html);
    return contentStart === undefined ? undefined : htmlToMarkdown(html).slice(contentStart.charOffset).trim();
  };
  const prose = 'A paragraph of more than thirty characters.';
  it('at the first heading of the content', () => {
    assert.equal(startOf('<h1>Title</h1><p>x'), '# Title\n\nx');
    assert.equal(startOf('<nav><h2>Menu</h2><a href=/a>A</a></nav><h1>Title</h1>'), '# Title');
    assert.equal(startOf('<h1> </h1><p>x</p><h2>Next</h2>'), '## Next');
  });
  it('or at the first paragraph of prose', () => {
    assert.equal(startOf(`<nav>menu</nav><p>Short</p><p>${prose}</p>`), prose);
    assert.equal(startOf(`<header><p>${prose}</p></header><article><p>${prose} Yes.</p></article>`), `${prose} Yes.`);
    assert.equal(startOf(`<p>${'x'.repeat(30)}</p>`), undefined);
    assert.equal(startOf(`<p>${'x'.repeat(31)}</p>`), 'x'.repeat(31));
  });
  it('in main, where the page has one, or at an H1 before it', () => {
    assert.equal(startOf(`<div><p>${prose}</p><h3>Shop</h3></div><main><h2>Hats</h2></main>`), '## Hats');
    assert.equal(startOf('<div><h1>Hats</h1></div><main><h2>Caps</h2></main>'), '# Hats\n\n## Caps');
  });
  it('nowhere in a page without either', () => assert.equal(startOf('<div>text</div>'), undefined));
});
