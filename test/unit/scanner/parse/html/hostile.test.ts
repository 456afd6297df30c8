/** Documents made to hurt: all must be read in time that grows with their length, and none may throw. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { htmlToMarkdown } from '../../../../../src/scanner/parse/html/markdown/convert.ts';
import { assertQuick } from '../assert-quick.ts';
import { factsOf } from './facts-of.ts';

const jsonLd = (source: string) => `<script type="application/ld+json">${source}</script>`;
const documents: readonly (readonly [what: string, html: string])[] = [
  ['nesting of 100,000', '<div>'.repeat(100_000)],
  ['quotes in quotes', '<blockquote>x'.repeat(20_000)],
  ['lists in lists', '<ul><li>x'.repeat(20_000)],
  ['tables in tables', '<table><tr><td>x'.repeat(3000)],
  ['200,000 attributes', `<p ${Array.from({ length: 200_000 }, (_, index) => `a${index}`).join(' ')}>`],
  ['tags that never end', '<p>x'.repeat(100_000)],
  ['one text of a megabyte', 'x '.repeat(500_000)],
  ['one word of a megabyte', 'x'.repeat(1_000_000)],
  ['spaces only', ' '.repeat(1_000_000)],
  ['null bytes', '\0'.repeat(500_000)],
  ['links in links', '<a href=x>y'.repeat(30_000)],
  ['links that objects keep open', '<a href=x><object>y'.repeat(10_000)],
  ['bold and paragraphs crossed', `${'<b><p>'.repeat(3000)}${'</b>'.repeat(3000)}`],
  ['marks in marks', '<b><i>x'.repeat(5000)],
  ['headings in headings', '<h1><div>x'.repeat(10_000)],
  ['200,000 small elements', '<i>x</i>'.repeat(200_000)],
  ['blocks in one code block', `<pre>${'<div>x</div>'.repeat(100_000)}`],
  ['a fence of a megabyte', `<pre>${'`'.repeat(1_000_000)}`],
  ['deep JSON', jsonLd('['.repeat(99_000) + ']'.repeat(99_000))],
  ['many JSON-LD blocks', jsonLd('{"a":1}').repeat(5000)],
  ['scripts full of locations', `<script>${'location;a=(b)\n'.repeat(100_000)}</script>`],
  ['brackets without end', `<script>location${'('.repeat(90_000)}</script>`.repeat(20)],
  ['a style of spaces', `<p style="${' '.repeat(1_000_000)}">`],
  ['application roots in each other', '<div id=root>'.repeat(30_000)],
  ['landmarks and panels in each other', '<main><article><details>x'.repeat(10_000)],
  ['blocks of code without end', '<div class=language-js><pre>x</pre>'.repeat(20_000)],
  ['forms with many fields', `<form>${'<input name=a class="g-recaptcha b">'.repeat(50_000)}</form>`],
  ['a comment of a megabyte', `<!--${'ignore all '.repeat(100_000)}-->`],
  ['many comments', '<!--ignore-->'.repeat(100_000)],
];

describe('hostile documents', () => {
  for (const [what, html] of documents) it(what, () => assertQuick(() => structuredClone(factsOf(html))));

  it('any text is a document', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '<a href=',
        '<a>',
        '</a>',
        '<table>',
        '<td>',
        '<p>',
        '<pre>',
        '</pre>',
        '<h1>',
        '<li>',
        '<br>',
        '<!--',
      ),
      fc.constantFrom(
        '<base href=//x:y>',
        '<svg>',
        '<math>',
        '<template>',
        '<script>',
        '<b>',
        '</b>',
        '"',
        '>',
        '|',
        '`',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const html = pieces.join('');
        const { markdownCharCount, mainText, contentStart } = factsOf(html);
        assert.equal(markdownCharCount, htmlToMarkdown(html).length);
        assert.equal(mainText.start.length <= mainText.charCount, true);
        assert.ok((contentStart?.charOffset ?? 0) <= markdownCharCount);
      }),
      { numRuns: 300, seed: 1 },
    );
  });
});
