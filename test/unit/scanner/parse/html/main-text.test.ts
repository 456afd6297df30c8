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
