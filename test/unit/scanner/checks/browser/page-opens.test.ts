import check from '../../../../../src/scanner/checks/browser/page-opens.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { seenPage } from '../../../../support/seen-page.ts';

const text = (words: number, withoutScripts: number) => ({ words, withoutScripts, added: 0, example: '' });
const BROKEN = ['Cannot read properties of undefined'];

checkTable(check, [
  { when: 'a page with text', given: { seen: seenPage() }, expect: 'pass', says: /shows 200 words\.$/ },
  {
    when: 'a page with text and errors',
    given: { seen: seenPage({ errors: BROKEN }) },
    expect: 'pass',
    says: /1 error of scripts went uncaught/,
  },
  {
    when: 'a short page without errors',
    given: { seen: seenPage({ text: text(3, 3) }) },
    expect: 'pass',
    says: /shows 3 words/,
  },
  {
    when: 'a page that hangs',
    given: { seen: seenPage({ outcome: 'hung' }) },
    expect: 'fail',
    says: /blocks the page/,
  },
  { when: 'a page that crashes', given: { seen: seenPage({ outcome: 'crashed' }) }, expect: 'fail', says: /memory/ },
  {
    when: 'windows without end',
    given: { seen: seenPage({ outcome: 'endless' }) },
    expect: 'fail',
    says: /without end/,
  },
  {
    when: 'text, then no answer',
    given: { seen: seenPage({ endedBy: 'hung' }) },
    expect: 'pass',
    says: /200 words, then a script blocks/,
  },
  {
    when: 'text, then windows without end',
    given: { seen: seenPage({ endedBy: 'endless' }) },
    expect: 'warn',
    says: /200 words, then the page opens windows/,
  },
  { when: 'no answer', given: { seen: seenPage({ outcome: 'no-answer', status: 0 }) }, expect: 'error' },
  { when: '399', given: { seen: seenPage({ status: 399 }) }, expect: 'pass' },
  { when: '403', given: { seen: seenPage({ status: 403 }) }, expect: 'fail', says: /with 403/ },
  { when: 'no text', given: { seen: seenPage({ text: text(0, 0) }) }, expect: 'fail', says: /shows no text/ },
  {
    when: 'an error that leaves 19 words of more',
    given: { seen: seenPage({ text: text(19, 20), errors: BROKEN }) },
    expect: 'fail',
    says: /only 19 words\. 1 error/,
  },
  {
    when: 'an error that leaves 20 words of 25',
    given: { seen: seenPage({ text: text(20, 25), errors: BROKEN }) },
    expect: 'pass',
  },
  {
    when: 'an error on a page of 19 words that loses none',
    given: { seen: seenPage({ text: text(19, 19), errors: BROKEN }) },
    expect: 'pass',
  },
  {
    when: 'an empty page that asks by POST',
    given: { seen: seenPage({ text: text(0, 0), refused: { method: 2, scheme: 1 } }) },
    expect: 'error',
    says: /2 requests not by GET/,
  },
  {
    when: 'an empty page that asked for a beacon',
    given: { seen: seenPage({ text: text(0, 0), refused: { scheme: 1 } }) },
    expect: 'fail',
  },
  { when: 'half of the words', given: { seen: seenPage({ text: text(100, 200) }) }, expect: 'pass' },
  {
    when: 'under half of the words',
    given: { seen: seenPage({ text: text(99, 200) }) },
    expect: 'warn',
    says: /99 of 200 words stay/,
  },
  {
    when: 'the check of a firewall',
    given: { seen: seenPage({ isChallenge: true }) },
    expect: 'fail',
    says: /firewall/,
  },
  {
    when: 'a sign-in in place of the page',
    given: { seen: seenPage({ asksPassword: true, text: { ...seenPage().text, words: 6 } }) },
    expect: 'fail',
    says: /sign-in/,
  },
  {
    when: 'the page for signing in',
    given: {
      seen: seenPage({
        finalUrl: 'https://site.example/login',
        asksPassword: true,
        text: { words: 6, withoutScripts: 6, added: 0, example: '' },
      }),
    },
    expect: 'pass',
  },
]);
