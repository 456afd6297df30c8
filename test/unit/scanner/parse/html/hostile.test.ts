/** Documents made to hurt: all must be read in time that grows with their length, and none may throw. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { htmlToMarkdown } from '../../../../../src/scanner/parse/html/markdown/convert.ts';
import { HOSTILE_DOCUMENTS } from '../../../../fixtures/hostile-documents.ts';
import { assertQuick } from '../assert-quick.ts';
import { factsOf } from './facts-of.ts';

describe('hostile documents', () => {
  for (const [what, html] of HOSTILE_DOCUMENTS) it(what, () => assertQuick(() => structuredClone(factsOf(html))));

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
