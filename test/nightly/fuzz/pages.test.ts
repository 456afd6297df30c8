/** The pages of a site, through everything that reads them. */
import { describe } from 'node:test';
import { extractPageFacts } from '../../../src/scanner/parse/html/extract-page-facts.ts';
import { htmlToMarkdown } from '../../../src/scanner/parse/html/markdown/convert.ts';
import {
  headLinks,
  headMetas,
  looksLikeHtml,
  titleOf,
  visibleText,
} from '../../../src/scanner/parse/html/rough-html.ts';
import { fuzz } from './fuzz.ts';
import { filesLike } from './samples.ts';

describe('pages of a site', () => {
  fuzz('HTML', {
    samples: filesLike(/text\/html/),
    tokens: [
      '<',
      '>',
      '</',
      '<!--',
      '-->',
      '<script>',
      '</script>',
      '<style>',
      '<template>',
      '<svg>',
      '<math>',
      '<table>',
      '<td>',
      '<a href="',
      '<b>',
      '<p>',
      '<select>',
      '<plaintext>',
      '<noscript>',
      '<base href="//x">',
      '<meta charset=x>',
      '&lt',
      '&#0;',
      '&notit;',
      '<title>',
      '<frameset>',
      '<form>',
      '<li>',
      '<object>',
      '<pre>',
      '<main>',
      '<h1>',
    ],
    run: (html) => {
      const url = 'https://site.example/a/b';
      extractPageFacts(html, { url, contentTypeHeader: 'text/html', body: Buffer.from(html) });
      htmlToMarkdown(html);
      headLinks(html);
      headMetas(html);
      visibleText(html);
      titleOf(html);
      looksLikeHtml(html, '');
    },
  });
});
