import check from '../../../../../src/scanner/checks/page/main-content-landmark.ts';
import type { PageFacts } from '../../../../../src/scanner/parse/html/page-facts.ts';
import { facts, page } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const NONE: PageFacts['landmarks'] = { mains: 0, articles: 0, mainWords: 0, articleWords: 0 };
const given = (landmarks: Partial<PageFacts['landmarks']>, wordCount = 1000, bodyWordCount = 1200) => ({
  page: page('/a', {
    facts: { landmarks: { ...NONE, ...landmarks }, mainText: { ...facts().mainText, wordCount }, bodyWordCount },
  }),
});

checkTable(check, [
  { when: 'one main with 60 %', given: given({ mains: 1, mainWords: 600 }), expect: 'pass', says: /600 of the 1000/ },
  { when: 'one main with less', given: given({ mains: 1, mainWords: 599 }), expect: 'warn' },
  { when: 'a short main, all but 100 words', given: given({ mains: 1, mainWords: 50 }, 150), expect: 'pass' },
  { when: 'a short main, all but 101 words', given: given({ mains: 1, mainWords: 50 }, 151), expect: 'warn' },
  { when: 'an empty main beside a short text', given: given({ mains: 1 }, 80), expect: 'warn' },
  { when: 'an empty main in an empty page', given: given({ mains: 1 }, 0), expect: 'na' },
  { when: 'two mains', given: given({ mains: 2, mainWords: 1000 }), expect: 'warn', says: /2 main elements/ },
  {
    when: 'a main with articles in it',
    given: given({ mains: 1, mainWords: 900, articles: 5, articleWords: 800 }),
    expect: 'pass',
  },
  { when: 'one article', given: given({ articles: 1, articleWords: 600 }), expect: 'pass', says: /One article/ },
  { when: 'one article with less', given: given({ articles: 1, articleWords: 599 }), expect: 'warn' },
  {
    when: 'articles without a main',
    given: given({ articles: 2, articleWords: 900 }),
    expect: 'warn',
    says: /no main/,
  },
  { when: 'neither', given: given({}), expect: 'fail' },
  {
    when: 'neither, with 300 words in the body',
    given: given({}, 250, 300),
    expect: 'fail',
    says: /250 words, 300 with/,
  },
  { when: 'neither, with 299', given: given({}, 250, 299), expect: 'warn' },
  { when: 'an error page', given: { page: page('/a', { answer: { status: 404 } }) }, expect: 'na' },
]);
