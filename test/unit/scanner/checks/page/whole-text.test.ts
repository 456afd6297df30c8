import check from '../../../../../src/scanner/checks/page/whole-text.ts';
import { page } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { htmlOf, htmlPage, prose } from '../../../../support/html-page.ts';

const given = (main: string, head = '') => ({ page: htmlPage(htmlOf(main, { head })) });
const wordCount = (words: number) =>
  `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","wordCount":${words}}</script>`;

checkTable(check, [
  { when: 'a short page', given: given('<p>Alias of Vessel.</p>'), expect: 'pass' },
  {
    when: 'a teaser',
    given: given(`<p>${prose(100)}</p><p>Read it in our app.</p>`),
    expect: 'fail',
    says: /elsewhere/,
  },
  {
    when: '149 words and a teaser phrase',
    given: given(`<p>${prose(140)}</p><p>Read it in our app.</p>`),
    expect: 'fail',
  },
  { when: '150 words and more', given: given(`<p>${prose(150)}</p><p>Read it in our app.</p>`), expect: 'pass' },
  { when: '1.4 times the words promised', given: given(`<p>${prose(198)}</p>`, wordCount(280)), expect: 'pass' },
  { when: '1.5 times the words promised', given: given(`<p>${prose(198)}</p>`, wordCount(300)), expect: 'warn' },
  { when: 'far more words promised', given: given(`<p>${prose(198)}</p>`, wordCount(900)), expect: 'fail' },
  { when: 'a frame in place of text', given: given('<iframe src="/x"></iframe>'), expect: 'fail', says: /frame/ },
  { when: 'a frame beside text', given: given(`<p>${prose(60)}</p><iframe src="/x"></iframe>`), expect: 'pass' },
  { when: 'an error page', given: { page: page('/a', { answer: { status: 500 } }) }, expect: 'na' },
]);
