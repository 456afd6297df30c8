/** The content of a page as Markdown, for its published version. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pageContent } from '../../../../../src/scanner/parse/html/markdown/page-content.ts';

const URL_OF_PAGE = 'https://mill.example/flour/rye.html';
const markdownOf = (body: string): string => pageContent(`<body>${body}</body>`, URL_OF_PAGE).markdown;

const CASES: readonly (readonly [name: string, html: string, markdown: string])[] = [
  [
    'main without the rest',
    '<nav>Menu</nav><p>Outside</p><main><h1>Rye</h1><p>Dark.</p><aside>Ad</aside></main><footer>F</footer>',
    '# Rye\n\nDark.\n',
  ],
  [
    'articles where there is no main',
    '<p>Outside</p><article><h1>Rye</h1></article><article><p>Oats</p></article>',
    '# Rye\n\nOats\n',
  ],
  [
    'the body without its frame where there is neither',
    '<header>Top</header><div><h1>Rye</h1><p>Dark.</p></div>',
    '# Rye\n\nDark.\n',
  ],
  ['a heading outside main', '<div><h1>Rye</h1></div><main><p>Dark.</p></main>', '# Rye\n\nDark.\n'],
  [
    'no permalinks of headings',
    '<main><h1>Rye<a href="#rye">¶</a></h1><h2>Bread <a href="#b"><span class="sr-only">Link to Bread</span></a></h2></main>',
    '# Rye\n\n## Bread\n',
  ],
  [
    'absolute links',
    '<main><p><a href="../oats.html?a=(1)">Oats</a> <img src="r.png" alt="Grain"><img src="x.png" alt=""></p></main>',
    '[Oats](https://mill.example/oats.html?a=%281%29) ![Grain](https://mill.example/flour/r.png)\n',
  ],
  [
    'the language of a wrapper',
    '<main><div class="highlight-python"><div><pre>x = 1\n</pre></div></div></main>',
    '```python\nx = 1\n```\n',
  ],
  [
    'code next to line numbers',
    '<main><table><tr><td><pre>1\n2</pre></td><td><pre>a\nb</pre></td></tr></table></main>',
    '```\na\nb\n```\n',
  ],
  [
    'no forms and hidden parts',
    '<main><p>Text</p><form>Name <input></form><p hidden>No</p><p style="display:none">No</p></main>',
    'Text\n',
  ],
  [
    'marks of Markdown as text',
    '<main><p>a * b, [c] and `d`, &lt;b&gt;, _e_ f_g</p><p># no heading</p></main>',
    'a \\* b, \\[c\\] and \\`d\\`, &lt;b>, \\_e\\_ f_g\n\n\\# no heading\n',
  ],
  ['code without escapes', '<main><p><code>a * [b]</code></p></main>', '`a * [b]`\n'],
  [
    'the text of a declared shadow root, and what its slots take',
    '<main><a-card><template shadowrootmode="open"><p>Steel</p><slot name="b">None</slot><slot></slot></template><p>Oak</p><p slot="b">Iron</p></a-card></main>',
    'Steel\n\nIron\n\nOak\n',
  ],
  [
    'a shadow root within another one, and the own content of a slot',
    '<main><div><template shadowrootmode="closed"><b-box><template shadowrootmode="open"><p>Deep</p></template></b-box><slot><p>Own</p></slot></template></div></main>',
    'Deep\n\nOwn\n',
  ],
  [
    'no template without a shadow root, and none of an element that takes none',
    '<main><p>Text</p><template><p>No</p></template><ul><template shadowrootmode="open"><li>No</li></template></ul></main>',
    'Text\n',
  ],
  [
    'the image for readers without scripts, once',
    '<main><p>Map</p><img data-src="map.png" src="blank.gif" alt="Map of the weir"> <noscript><img src="map.png" alt="Map of the weir"></noscript></main>',
    'Map\n\n![Map of the weir](https://mill.example/flour/map.png)\n',
  ],
  [
    'no image that counts visitors',
    '<main><p>Map</p><noscript><img src="/count.gif" alt="" width="1"></noscript></main>',
    'Map\n',
  ],
  ['nothing', '<main><img src="x.png" alt=""></main>', ''],
];

describe('the content of a page as Markdown', () => {
  for (const [name, html, markdown] of CASES) it(`has ${name}`, () => assert.equal(markdownOf(html), markdown));

  it('resolves links by the base of the document', () => {
    const html = '<head><base href="/grain/"></head><main><a href="x.html">X</a></main>';
    assert.equal(pageContent(html, URL_OF_PAGE).markdown, '[X](https://mill.example/grain/x.html)\n');
  });

  it('takes its lead from paragraphs, not from items and cells', () => {
    const html =
      '<main><ul><li><p>An item of a list of things</p></ul><p>The first paragraph of prose.</p><p>And the second one of it.</p></main>';
    assert.equal(pageContent(html, URL_OF_PAGE).lead, 'The first paragraph of prose.\nAnd the second one of it.');
  });

  it('takes time in proportion to hostile nesting', () => {
    // Of the processor: a busy machine makes no parser slow.
    const before = process.cpuUsage();
    pageContent(`<main>${'<a href="#x"><b>'.repeat(20_000)}`, URL_OF_PAGE);
    pageContent(`<main>${'<div>'.repeat(50_000)}x`, URL_OF_PAGE);
    pageContent(`<main>${'<b>x'.repeat(50_000)}`, URL_OF_PAGE);
    pageContent(`<main>${'<a-b><template shadowrootmode=open><slot></slot>'.repeat(20_000)}`, URL_OF_PAGE);
    pageContent(`<main>${'<a-b><template shadowrootmode=open><slot></slot></template>'.repeat(20_000)}`, URL_OF_PAGE);
    pageContent(`<main>${'<noscript><img src=a alt=b></noscript>'.repeat(20_000)}`, URL_OF_PAGE);
    pageContent(`<main><table>${'<tr><td rowspan=1000 colspan=150>x'.repeat(10_000)}`, URL_OF_PAGE);
    const { user, system } = process.cpuUsage(before);
    assert.ok((user + system) / 1000 < 10_000);
  });
});
