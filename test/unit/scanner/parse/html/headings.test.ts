import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf, PAGE_URL } from './facts-of.ts';

const textsOf = (html: string) => factsOf(html).headings.map(({ level, text }) => `${level} ${text}`);

describe('headings', () => {
  const rows: readonly (readonly [when: string, html: string, headings: string[]])[] = [
    ['in order', '<h1>One</h1><div><h3> Two <b>parts</b></h3></div>', ['1 One', '3 Two parts']],
    ['an image has words', '<h1><img alt="Acme"> Docs</h1>', ['1 Acme Docs']],
    ['so has a drawing', '<h1><svg><title>Acme</title></svg></h1>', ['1 Acme']],
    ['a label where there is no text', '<h1><a aria-label="Acme" href=/><i></i></a></h1>', ['1 Acme']],
    ['a label does not double a text', '<h1 aria-label="x">Acme</h1>', ['1 Acme']],
    ['line breaks separate', '<h1>One<br>two</h1>', ['1 One two']],
    [
      'none that is hidden',
      '<h1 hidden>a</h1><div style="display:none"><h2>b</h2></div><h2 aria-hidden=true>c</h2><h3>d</h3>',
      ['3 d'],
    ],
    ['none in a template', '<template><h1>a</h1></template>', []],
    ['without text', '<h2></h2>', ['2 ']],
  ];
  for (const [when, html, headings] of rows) it(when, () => assert.deepEqual(textsOf(html), headings));

  it('know the words after them and where they stand', () => {
    const { headings } = factsOf(
      'zero<header><h1>A title</h1>no</header>one two<h2>The next</h2>three<nav>no</nav><h3>Last</h3>four five six',
    );
    assert.deepEqual(
      headings.map(({ wordsAfter, inChrome }) => [wordsAfter, inChrome]),
      [
        [2, true],
        [1, false],
        [3, false],
      ],
    );
  });
  const siteNames: readonly (readonly [when: string, html: string, inChrome: boolean[]])[] = [
    [
      'a box at the top that is called the header',
      '<div class="header"><div><h1>Desk</h1></div></div><div class=content><h1>Read me</h1></div>',
      [true, false],
    ],
    ['such a box alone', '<div class="header"><h1>Desk</h1></div><p>one', [false]],
    [
      'a header within a text',
      '<div><div><div class=post><div class=header><h1>Desk</h1></div><h1>Read</h1></div></div></div>',
      [false, false],
    ],
    ['outside a main with its own', '<div id=bar><h1>Acme</h1></div><main><h1>Title</h1></main>', [true, false]],
    ['outside a main without one', '<h1>Title</h1><main><h2>Part</h2></main>', [false, false]],
    ['twice in main', '<main><h1>One</h1><h1>Two</h1></main>', [false, false]],
    ['a link before the title', '<div id=hd><h1><a href="/">Acme</a></h1></div><h1>Title</h1>', [true, false]],
    ['a link after the title', '<h1>Title</h1><h1><a href="/a">A card</a></h1>', [false, false]],
    ['links alone', '<h1><a href="/a">One</a></h1><h1><a href="/b">Two</a></h1>', [false, false]],
    ['an only link', '<h1><a href="/">Acme</a></h1><h2>Part</h2>', [false, false]],
    ['a link in an article', '<article><h1><a href="/a">One</a></h1></article><h1>Two</h1>', [false, false]],
    ['in the header of a section', '<section><header><h1>Title</h1></header></section>', [false]],
  ];
  for (const [when, html, inChrome] of siteNames) {
    it(`name the site or the page: ${when}`, () => {
      const { headings } = factsOf(html);
      assert.deepEqual(
        headings.map((heading) => heading.inChrome),
        inChrome,
      );
    });
  }
  it('are links where their whole text leads to another page', () => {
    const { headings } = factsOf(
      `<h2><a href="/a">A card</a></h2><a href="/b"><img alt=""><h3>A <b>tile</b></h3></a><h2>See <a href="/c">this</a></h2>
       <h2><a href="#d">Permalink</a></h2><h2>Title <a href="#e">¶</a></h2><h2><a name="f">Named</a></h2><h2></h2>`,
    );
    assert.deepEqual(
      headings.map(({ isLink }) => isLink),
      [true, true, false, false, false, false, false],
    );
  });
  it('are no links where these lead to a part of the page itself, written with its address', () => {
    const { pathname, search } = new URL(PAGE_URL);
    const own = `${pathname}${search}`;
    const { headings } = factsOf(
      `<h2><a href="${own}#a">A</a></h2><h2><a href="/other#b">B</a></h2><h2><a href="${own}">C</a></h2>`,
    );
    assert.deepEqual(
      headings.map(({ isLink }) => isLink),
      [false, true, true],
    );
  });
  it('are at most 2,000, of at most 300 characters', () => {
    const { headings } = factsOf(`<h1>${'x'.repeat(1000)}</h1>${'<h2>y</h2>'.repeat(3000)}`);
    assert.deepEqual([headings.length, headings[0]?.text.length], [2000, 300]);
  });
});
