import check from '../../../../../src/scanner/checks/browser/text-before-scripts.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { seenPage } from '../../../../support/seen-page.ts';

const text = (words: number, added: number, example = 'Six boats a day') => ({
  words,
  withoutScripts: words - added,
  added,
  example,
});

checkTable(check, [
  { when: 'no text by scripts', given: { seen: seenPage() }, expect: 'pass', says: /add 0 % of the 200 words/ },
  { when: '10 % by scripts', given: { seen: seenPage({ text: text(200, 20) }) }, expect: 'pass' },
  {
    when: '11 % by scripts',
    given: { seen: seenPage({ text: text(200, 22) }) },
    expect: 'warn',
    credit: 0.89,
    says: /add 22 of the 200 words in sight \(11 %\)/,
  },
  { when: 'half by scripts', given: { seen: seenPage({ text: text(200, 100) }) }, expect: 'warn', credit: 0.5 },
  { when: 'over half by scripts', given: { seen: seenPage({ text: text(200, 102) }) }, expect: 'fail', credit: 0.49 },
  { when: 'all by scripts', given: { seen: seenPage({ text: text(200, 200) }) }, expect: 'fail', credit: 0 },
  { when: 'no text', given: { seen: seenPage({ text: text(0, 0, '') }) }, expect: 'na' },
  { when: 'a page that hangs', given: { seen: seenPage({ outcome: 'hung' }) }, expect: 'na' },
]);
