import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { htmlToMarkdown } from '../../../../src/scanner/parse/html/markdown/convert.ts';
import { factsOf } from '../../../unit/scanner/parse/html/facts-of.ts';

describe('facts of a document', () => {
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
      { numRuns: 1_000, seed: 1 },
    );
  });
});
