import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { markupOf, titleOf, visibleText } from '../../../../../src/scanner/parse/html/rough-html.ts';
import { assertQuick } from '../assert-quick.ts';

fc.configureGlobal({ seed: 1 });

const PIECES = [
  '<',
  '>',
  '<!--',
  '-->',
  '<script',
  '</script',
  '/',
  '<title>',
  '"',
  ' ',
  '\n',
  'a',
  'İ',
  '\0',
  '\ud800',
];

describe('visibleText', () => {
  const cases: [string, string, string][] = [
    ['text alone', 'one two', 'one two'],
    ['nothing', '', ''],
    ['tags', '<p>one</p><p class="x">two<br>three</p>', 'one two three'],
    ['words that a tag parts', 'one<b>two</b>', 'one two'],
    ['a script', 'one<script>var two = "<p>"</script>three', 'one three'],
    ['a script in capitals', 'one<SCRIPT SRC=a>two</Script >three', 'one three'],
    ['a style', 'one<style>p > b {}</style>two', 'one two'],
    ['a template', 'one<template><p>two</p></template>three', 'one three'],
    ['text for browsers without scripts', 'one<noscript>two</noscript>three', 'one two three'],
    ['text of an image', 'one<svg viewBox="0 0 1 1"><text>two</text></svg>three', 'one two three'],
    ['white space', ' one\n\t two  ', 'one two'],
    ['a comment', 'one<!-- two <p> three -->four', 'onefour'],
    ['a comment with a tag end', 'one<!-- > two -->three', 'onethree'],
    ['an empty comment', 'one<!-->two<!--->three', 'onetwothree'],
    ['a comment for an old browser', '<!--[if !IE]><!-->one<!--<![endif]-->', 'one'],
    ['a comment that is never closed', 'one<!-- two', 'one'],
    ['a script that is never closed', 'one<script>two', 'one'],
    ['a tag that is never closed', 'one<p two', 'one'],
    ['elements that begin like a script', '<styled-p>one</styled-p><scripted>two</scripted>', 'one two'],
    ['the end of an element that ends like one', '<style>one</styles>two</style>three', 'three'],
    ['entities as they are', 'one &amp; two', 'one &amp; two'],
    ['letters that grow in lower case', `${'İ'.repeat(40)}<script>var hidden</script> one`, `${'İ'.repeat(40)} one`],
    ['a script after them', `<title>İİİİİİİİ</title><SCRIPT>hidden</SCRIPT>one`, 'İİİİİİİİ one'],
    ['capitals as they are', '<P>One TWO</P>', 'One TWO'],
  ];
  for (const [what, html, text] of cases) it(what, () => assert.equal(visibleText(html), text));

  it('keeps the text of any list of elements', () => {
    const word = fc.stringMatching(/^[a-zA-Zİß]{1,8}$/);
    const element = fc.oneof(
      word.map((text) => ({ html: `<p>${text}</p>`, text })),
      word.map((text) => ({ html: `<div title="x"><b>${text}</b></div>`, text })),
      word.map((text) => ({ html: `<script>${text}</script>`, text: '' })),
      word.map((text) => ({ html: `<!-- ${text} -->`, text: '' })),
      word.map((text) => ({ html: `<STYLE>${text}</STYLE>`, text: '' })),
    );
    fc.assert(
      fc.property(fc.array(element), (elements) => {
        const expected = elements.map(({ text }) => text).filter((text) => text !== '');
        assert.equal(visibleText(elements.map(({ html }) => html).join('')), expected.join(' '));
      }),
    );
  });

  it('takes anything', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...PIECES) }), (html) => {
        const text = visibleText(html);
        assert.ok(text.length <= html.length);
        assert.equal(text, text.trim());
      }),
    );
  });
});

describe('markupOf', () => {
  const cases: [string, string, string][] = [
    ['tags and their attributes', '<p class="a">one</p>', '<p class="a">one</p>'],
    [
      'no script, style, template or comment',
      '<b><script src=a>x</script><style>y</style><!-- z --><template>t</template><i>',
      '<b>   <i>',
    ],
    ['no space for a comment', 'a<!-- b -->c', 'ac'],
    ['nothing after what is never closed', '<b><script>x</scripts>', '<b> '],
  ];
  for (const [what, html, markup] of cases) it(what, () => assert.equal(markupOf(html), markup));
});

describe('titleOf', () => {
  const cases: [string, string, string][] = [
    ['a title', '<title>One</title>', 'One'],
    ['attributes and capitals', '<TITLE lang=en>\n One\n</TITLE>', 'One'],
    ['the first of two', '<title>One</title><title>Two</title>', 'One'],
    ['an element of another name', '<titles>One</titles>', ''],
    ['one that is never closed', '<title>One', 'One'],
    ['none', '<p>One</p>', ''],
  ];
  for (const [what, html, title] of cases) it(what, () => assert.equal(titleOf(html), title));
});

describe('floods', () => {
  for (const piece of ['<', '<!--', '<script>', '<script ', '</script ', '<title ', '<a b="', '>', '<style></style>']) {
    it(`of ${piece} are quick`, () => {
      const flood = piece.repeat(1_000_000 / piece.length);
      for (const read of [visibleText, markupOf, titleOf]) {
        assertQuick(() => read(flood));
        assertQuick(() => read(`<script>${flood}`));
      }
    });
  }
});
