import check from '../../../../../src/scanner/checks/page/server-rendered.ts';
import type { PageFacts } from '../../../../../src/scanner/parse/html/page-facts.ts';
import { facts, page } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const EMPTY: PageFacts['mainText'] = {
  ...facts().mainText,
  charCount: 0,
  wordCount: 0,
  wordsOutsideLinkLists: 0,
  start: '',
  longParagraphs: 0,
  mainParagraphs: 0,
};
const heading = { level: 2, text: 'Heading', wordsAfter: 0, inChrome: false, isLink: false };
/** An application shell, with this much in it. */
const shell = (mainText: Partial<PageFacts['mainText']>, headings = 0, spaMarker: string | undefined = '#root') => ({
  page: page('/a', {
    facts: { spaMarker, headings: Array(headings).fill(heading), mainText: { ...EMPTY, ...mainText } },
  }),
});
const inNoscript = (noscriptText: string) => ({
  page: page('/a', { facts: { spaMarker: '#root', headings: [], mainText: EMPTY, noscriptText } }),
});
/** A page without any mark, with this number of words in its body. */
const blank = (bodyWordCount: number, mainFields: PageFacts['mainFields'] = { search: 0, other: 0 }) => ({
  page: page('/a', { facts: { spaMarker: undefined, headings: [], mainText: EMPTY, bodyWordCount, mainFields } }),
});

checkTable(check, [
  { when: 'a page of text', given: { page: page('/a') }, expect: 'pass' },
  { when: 'an empty shell', given: shell({}), expect: 'fail', says: /#root.*0 words/ },
  {
    when: 'a shell whose text is in noscript',
    given: inNoscript('The mill weaves linen on eight looms by hand. '.repeat(6)),
    expect: 'warn',
    says: /in noscript/,
  },
  { when: 'a shell with a word in noscript', given: inNoscript('The mill weaves linen.'), expect: 'fail' },
  {
    when: 'a shell that asks for scripts at length',
    given: inNoscript('Please enable JavaScript to run this app. '.repeat(9)),
    expect: 'fail',
  },
  { when: 'a shell of 49 words', given: shell({ wordCount: 49, charCount: 300 }), expect: 'fail' },
  { when: 'a shell of 50 words', given: shell({ wordCount: 50, charCount: 300 }), expect: 'warn' },
  { when: 'a shell of 100 words', given: shell({ wordCount: 100, charCount: 600 }), expect: 'warn' },
  { when: 'a shell of 101 words', given: shell({ wordCount: 101, charCount: 600 }), expect: 'pass' },
  {
    when: 'a tiny page without a mark',
    given: {
      page: page('/a', { facts: { spaMarker: undefined, headings: [], mainText: { ...EMPTY, wordCount: 3 } } }),
    },
    expect: 'pass',
  },
  { when: 'a page of 3 words', given: blank(3), expect: 'fail', says: /no text/ },
  { when: 'a page of 4 words', given: blank(4), expect: 'pass' },
  { when: 'a page of no words but a form', given: blank(0, { search: 1, other: 0 }), expect: 'pass' },
  { when: '1,499 characters', given: shell({ charCount: 1499, wordCount: 60 }), expect: 'warn' },
  { when: '1,500 characters', given: shell({ charCount: 1500, wordCount: 60 }), expect: 'pass' },
  { when: 'a heading and 499 characters', given: shell({ charCount: 499, wordCount: 60 }, 1), expect: 'warn' },
  { when: 'a heading and 500 characters', given: shell({ charCount: 500, wordCount: 60 }, 1), expect: 'pass' },
  { when: '2 headings', given: shell({ wordCount: 10 }, 2), expect: 'fail' },
  { when: '3 headings', given: shell({ wordCount: 40 }, 3), expect: 'pass' },
  { when: '3 headings without text below, and a root to fill', given: shell({ wordCount: 10 }, 3), expect: 'fail' },
  { when: '4 long paragraphs', given: shell({ wordCount: 40, longParagraphs: 4 }), expect: 'fail' },
  { when: '5 long paragraphs', given: shell({ wordCount: 40, longParagraphs: 5 }), expect: 'pass' },
  { when: '1 paragraph in main', given: shell({ wordCount: 40, mainParagraphs: 1 }), expect: 'fail' },
  { when: '2 paragraphs in main', given: shell({ wordCount: 40, mainParagraphs: 2 }), expect: 'pass' },
  {
    when: 'only a request for JavaScript',
    given: {
      page: page('/a', {
        facts: {
          spaMarker: undefined,
          headings: [],
          mainText: { ...EMPTY, wordCount: 6, start: 'Please enable JavaScript to continue.' },
        },
      }),
    },
    expect: 'fail',
    says: /enable JavaScript/,
  },
  {
    when: 'an article about JavaScript',
    given: {
      page: page('/a', {
        facts: {
          spaMarker: undefined,
          mainText: { ...facts().mainText, wordCount: 50, start: 'How to enable JavaScript' },
        },
      }),
    },
    expect: 'pass',
  },
]);
