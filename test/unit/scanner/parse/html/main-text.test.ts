import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from './facts-of.ts';

const mainOf = (html: string) => factsOf(html).mainText;

describe('the main text', () => {
  const rows: readonly (readonly [when: string, html: string, start: string])[] = [
    [
      'blocks are set apart, inline elements not',
      '<p>One</p><p>t<b>w</b>o</p><ul><li>a<li>b</ul>x<br>y',
      'One two a b x y',
    ],
    ['white space is folded', ' \n one \t two&nbsp; three ', 'one two three'],
    [
      'code is left out',
      'a<script>b</script><style>c</style><noscript>d</noscript><template>e</template><svg><text>f</text></svg>g',
      'ag',
    ],
    ['controls are left out', 'a<select><option>b</select><textarea>c</textarea><iframe>d</iframe> e', 'a e'],
    [
      'the frame of the page is left out',
      '<header>a</header><nav>b</nav><div role=navigation>c</div>d<aside>e</aside><footer>f</footer>',
      'd',
    ],
    [
      'header and footer of an article are content',
      '<article><header>a</header>b<footer>c</footer></article><main><header>d</header></main>',
      'a b c d',
    ],
    [
      'and those of a section, which are no landmarks',
      '<section><header>a</header>b<footer>c</footer></section><section><nav>d</nav></section>',
      'a b c',
    ],
    ['navigation inside main is not', '<main><nav>a</nav>b</main>', 'b'],
    ['hidden text is there for agents', '<div hidden>a</div><p style="display: none">b</p>', 'a b'],
    ['the head is no text', '<title>t</title><body>a', 'a'],
  ];
  for (const [when, html, start] of rows) {
    it(when, () => {
      const main = mainOf(html);
      assert.equal(main.start, start);
      assert.equal(main.charCount, start.length);
    });
  }

  it('has a hash of its words, whatever the markup', () => {
    assert.equal(mainOf('<p>One</p>two').hash, mainOf('<div>One <i>two</i></div>').hash);
    assert.notEqual(mainOf('One two').hash, mainOf('One three').hash);
    assert.match(mainOf('One').hash, /^[\w-]{16}$/);
  });
  it('starts with at most 2,000 characters', () => {
    const main = mainOf('x'.repeat(3000));
    assert.deepEqual([main.start.length, main.charCount], [2000, 3000]);
  });
  it('counts paragraphs', () => {
    const long = (count: number) => `<p>${'x'.repeat(count)}</p>`;
    const main = mainOf(
      `${long(30)}${long(31)}<main>${long(5)}<p></p><p> </p></main><div role=main>${long(31)}</div><nav>${long(90)}</nav>`,
    );
    assert.equal(main.longParagraphs, 2);
    assert.equal(main.mainParagraphs, 2);
  });
  it('tells words in lists of links from others', () => {
    const outside = (html: string) => mainOf(html).wordsOutsideLinkLists;
    assert.equal(outside('<p>one two <a href=x>three</a></p>'), 3);
    assert.equal(outside('<p>one</p><ul><li><a href=x>two three</a> four</ul>'), 1);
    assert.equal(outside('<ul><li><a href=x>one two</a> three four</ul>'), 4, 'half of the words are no link list');
    assert.equal(
      outside('<ul><li>one two three four five<ul><li><a href=x>six</a></ul></ul>'),
      5,
      'an inner list of links',
    );
    assert.equal(outside('<ul><li>one<ul><li><a href=x>two three</a></ul></ul>'), 0, 'an outer list of links');
    const lines = '1.1 <a href=x>General words</a><br>'.repeat(5);
    assert.equal(outside(`<div>${lines}</div>one`), 1, 'a table of contents in lines');
    assert.equal(outside(`<div><h2>one</h2>${lines}</div>`), 16, 'a section with a heading');
    assert.equal(outside(`<div>${'two words here <a href=x>one</a> '.repeat(5)}</div>`), 20, 'a text with links');
  });
  it('does not miss the words of a closed dialog in the accessibility tree, and counts those of forms', () => {
    const { ariaHiddenWords, wordsInForms } = mainOf(
      '<p aria-hidden=true>one two</p><div role=dialog aria-hidden=true><p>three</p></div><label>four</label><form>five six</form>',
    );
    assert.deepEqual({ ariaHiddenWords, wordsInForms }, { ariaHiddenWords: 2, wordsInForms: 3 });
  });
  it('tells words in cards and teasers of other pages from others', () => {
    const outside = (html: string) => mainOf(html).wordsOutsideLinkLists;
    const words = (count: number) => 'word '.repeat(count);
    assert.equal(outside('<a href=x><h2>one</h2><p>two three</p></a> four'), 1, 'a card');
    assert.equal(outside('<article><a href=x><h2>one</h2></a><p>two</article>'), 0, 'a linked title');
    assert.equal(outside('<article><h2><a href=x>one</a></h2><p>two three</article><p>four'), 1, 'a teaser');
    assert.equal(outside('<ul><li><h3><a href=x>one</a></h3><p>two three four</ul>'), 0, 'a teaser in a list');
    assert.equal(outside('<article><h1>one</h1><article><h2><a href=x>two</a></h2>three</article>four</article>'), 2);
    assert.equal(outside('<article><h2><a href="#one">one</a></h2><p>two three</article>'), 3, 'a link to itself');
    assert.equal(outside('<article><h2>one</h2><h3><a href=x>two</a></h3>three</article>'), 3, 'a later heading');
    assert.equal(outside('<article><h2>one</h2><p><a href=x>two</a> three</article>'), 3, 'a link in the text');
    assert.equal(outside('<section><h2><a href=x>one</a></h2><p>two three</section>'), 3, 'any other part of a page');
    assert.equal(outside(`<article><h2><a href=x>one</a></h2>${words(98)}</article>`), 0);
    assert.equal(outside(`<article><h2><a href=x>one</a></h2>${words(99)}</article>`), 100, 'a whole text');
  });
  it('tells words in blocks that introduce other pages, where there are several, from others', () => {
    const outside = (html: string): number => mainOf(html).wordsOutsideLinkLists;
    const block = (at: number, words = 20) =>
      `<div class=post><div><a href=/${at}><img src=a.png></a></div><h2><a href=/${at}>Post ${at}</a></h2><div><p>${'word '.repeat(words)}</p><a href=/${at}>Continue</a></div></div>`;
    const card = (at: number) =>
      `<div class=col><div class=card><a href=/${at}><h3>Card ${at}</h3></a><p>Some words about it</p></div></div>`;
    assert.equal(outside(`<div id=page><h1>Blog</h1>${block(1)}${block(2)}</div>`), 1);
    assert.equal(outside(`<div class=row>${card(1)}${card(2)}${card(3)}</div> own words`), 2);
    // One alone may be the head of the page; a long one is printed in full; a heading that says more is one of this page.
    assert.equal(outside(`<div>${block(1)}</div>`), 23);
    assert.equal(outside(`<div>${block(1, 120)}${block(2, 120)}</div>`), 246);
    const member = '<div><h4>run() in <a href=/a.js>a.js</a></h4><p>Runs at once</p></div>';
    assert.equal(outside(`<div>${member}${member}</div>`), 12);
  });
  it('tells words that lead about in the page from others', () => {
    const outside = (html: string) => mainOf(html).wordsOutsideLinkLists;
    assert.equal(outside('<p>one two</p><button>Copy this</button>'), 2);
    assert.equal(outside('<h2><button>How long</button></h2><p>one two</p>'), 4, 'it opens what it heads');
    assert.equal(outside('<a href="#main">Skip to content</a><p>one two</p>'), 2);
    assert.equal(outside('<h2>one</h2><a href="#one">Section titled one</a><p>two</p>'), 2, 'behind a heading');
    assert.equal(outside('<h2><a href="#one">one</a></h2><p>two</p>'), 2, 'a heading that links to itself');
    assert.equal(outside('<a href="/b#part">one</a> two'), 2, 'a part of another page');
    assert.equal(mainOf('<a href="#main">Skip to content</a> one').wordCount, 4, 'they are text all the same');
  });
  it('tells words of a form for comments from others', () => {
    const outside = (html: string) => mainOf(html).wordsOutsideLinkLists;
    const label = '<label for=f>Your text</label>';
    assert.equal(outside(`<p>one</p><form>${label}<textarea name=comment></textarea></form>two`), 2);
    assert.equal(outside(`<p>one</p><form>${label}<textarea id=reply-text></textarea></form>`), 1);
    assert.equal(outside(`<form>${label}<textarea name=message></textarea></form>`), 2, 'any other form');
    assert.equal(outside(`<form>${label}<input name=comment></form>`), 2, 'a line is no room for a comment');
    assert.equal(
      outside('<form><h1>one</h1><p>two</p><textarea name=comment></textarea></form>'),
      2,
      'a form around the whole page',
    );
    assert.equal(outside(`<form><ul><li>${label}</ul><textarea name=comment></textarea></form><p>one`), 1);
  });
  it('keeps the words before and after a field apart', () => {
    assert.equal(mainOf('<label>Name<input></label><label>Mail<select></select></label><i>Go</i>').wordCount, 3);
    assert.equal(factsOf('<label>Name<input></label><label>Mail</label>').bodyWordCount, 2);
  });
  it('counts what the body shows', () => {
    const { bodyWordCount, bodyCharCount } = factsOf(
      '<nav>one two</nav><p>three <span hidden>four</span></p><p style="visibility:HIDDEN">five',
    );
    assert.deepEqual([bodyWordCount, bodyCharCount], [3, 13]);
  });
  it('does not take a page for hidden that shows itself when its styles are there', () => {
    assert.equal(factsOf('<body style="display:none" hidden><h1>One</h1>').bodyWordCount, 1);
    assert.equal(factsOf('<body style="display:none" hidden><h1>One</h1>').headings.length, 1);
  });
});
