import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { htmlToMarkdown } from '../../../../../src/scanner/parse/html/markdown/convert.ts';
import { assertQuick } from '../assert-quick.ts';
import { compareWithTwin as compare, walked } from './compare-with-twin.ts';

const S1 = 'The quick brown fox jumps over dogs.';
const S2 = 'Nobody ever expects a spanish inquisition here.';

describe('the segments of a page', () => {
  const cases: readonly (readonly [what: string, html: string, expect: readonly string[]])[] = [
    [
      'headings and long sentences',
      `<h1>Fox</h1><p>${S1} ${S2} Too short.</p>`,
      ['fox', 'the quick brown fox jumps over dogs', 'nobody ever expects a spanish inquisition here'],
    ],
    ['main only, when there is one', `<div><p>${S2}</p></div><main><h2>Fox</h2></main>`, ['fox']],
    ['an article, when there is no main', `<p>${S2}</p><article><h2>Fox</h2></article>`, ['fox']],
    ['no frame of the page', `<nav><h2>a</h2></nav><header><p>${S1}</p></header><aside><p>${S1}</p></aside>`, []],
    ['no code, form or button', `<pre>${S1}</pre><form><p>${S1}</p></form><button>${S1}</button>`, []],
    [
      'nothing hidden',
      `<p hidden>${S1}</p><p aria-hidden=true>${S1}</p><div style="display:none"><h2>x</h2></div>`,
      [],
    ],
    ['no list of links', `<ul><li><a href=/a>${S1}</a></li></ul>`, []],
    [
      'a sentence with a link',
      `<p>The quick <a href=/a>brown fox</a> jumps over dogs.</p>`,
      ['the quick brown fox jumps over dogs'],
    ],
    [
      'a heading without its anchor',
      '<h2>A <a href="/f">fox</a> <a href="#fox">link to it</a></h2><h3><a href="#a">All of it</a></h3>',
      ['a fox link to it | a fox', 'all of it'],
    ],
    ['each once', `<p>${S1}</p><p>${S1}</p>`, ['the quick brown fox jumps over dogs']],
    [
      'sentences of six words and not of five',
      '<p>One two three four five six. One two three four five.</p>',
      ['one two three four five six'],
    ],
  ];
  for (const [what, html, expect] of cases)
    it(`are ${what}`, () =>
      assert.deepEqual(
        walked(html)
          .segments()
          .map((forms) => forms.join(' | ')),
        expect,
      ));

  it('come with the links of the frame alone', () => {
    const html =
      '<nav><a href=/a>a</a><a href=/b>b</a></nav><main><a href=/b>b</a></main><footer><a href=/c>c</a></footer>';
    assert.deepEqual(walked(html).chromeHrefs(), ['/a', '/c']);
  });
});

describe('a Markdown version', () => {
  const html = `<main><h1>Fox</h1><p>${S1}</p><p>${S2}</p><h2>Code</h2><pre>x = 1</pre></main>`;

  it('that is whole lacks nothing', () => {
    const { segments } = compare(html, `# Fox\n\n${S1}\n\n${S2}\n\n## Code\n\n\`\`\`\nx = 1\n\`\`\`\n`);
    assert.deepEqual(segments, { looked: 4, missing: 0, examples: [] });
    const { fromPage } = compare(html, `# Fox\n\n${S1}\n\n${S2}\n`);
    assert.ok(fromPage > 0.9, `${fromPage} of it is from the page`);
    assert.equal(compare(html, '# Bread\n\nRye flour needs a sour dough and two long rests.').fromPage, 0);
  });
  it('that lacks something names the missing parts', () => {
    const { segments } = compare(html, `# Fox\n\n${S1}\n`);
    assert.deepEqual(segments, {
      looked: 4,
      missing: 2,
      examples: ['nobody ever expects a spanish inquisition here', 'code'],
    });
  });
  it('of our own converter is whole, whatever the markup', () => {
    const rich = `<main><h1>A &amp; B <code>c_d</code></h1><p>See <a href="/x">the <em>long</em> guide</a> for “more” of <b>this</b>
      text, <kbd>Ctrl</kbd>+<kbd>C</kbd> included&nbsp;here.</p><table><tr><td>One cell has six words in it.</td><td>x|y</td></tr></table>
      <ul><li>An item has enough words to count.<p>So has a second paragraph of it.</p></li></ul><blockquote>A quotation that spans
      more than one line.</blockquote></main>`;
    const { segments } = compare(rich, htmlToMarkdown(rich));
    assert.equal(segments.missing, 0, segments.examples.join('; '));
    assert.equal(segments.looked, 6);
  });
  it('has tags, fences and links of its own', () => {
    const { htmlShare, unclosedFenceLine, links } = compare(
      html,
      '<div>\n</div>\n[a](b.md) [c](../d) [e](/f) [g](https://x.example/) [h](#i) [j](mailto:k@l.example)\n\n```\n[code](m)\n',
    );
    assert.ok(htmlShare > 0.08 && htmlShare < 0.12, String(htmlShare));
    assert.equal(unclosedFenceLine, 5);
    assert.deepEqual(links, { count: 6, relative: 2, examples: ['b.md', '../d'] });
  });
  it('keeps the frame of the page', () => {
    const framed = `<nav>${['/a', '/b', 'c.html', '#top'].map((href) => `<a href="${href}">x</a>`).join('')}</nav>${html}`;
    assert.deepEqual(compare(framed, '# Fox\n\n[x](/a.md) [y](https://site.example/docs/c)').chromeLinks, {
      count: 3,
      kept: 2,
    });
  });

  it('is sampled when the page is long, the same way each time', () => {
    const long = `<main>${Array.from({ length: 3000 }, (_, at) => `<h2>Heading number ${at}</h2>`).join('')}</main>`;
    const first = compare(long, '# Heading number 0');
    assert.equal(first.segments.looked, 500);
    assert.equal(first.segments.missing, 499);
    assert.deepEqual(compare(long, '# Heading number 0'), first);
  });

  it('is compared quickly with headings in headings', () => {
    const page = `<main>${'<h1><div>x'.repeat(10_000)}</main>`;
    assertQuick(() => compare(page, '#'.repeat(500_000)));
  });
});
