import check from '../../../../../src/scanner/checks/page/heading-outline.ts';
import type { Heading } from '../../../../../src/scanner/parse/html/page-facts.ts';
import { facts, page } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

/** "1 2 3" as headings; "2-" is one without text, "4c" one outside the content. */
function outline(levels: string, words = 100) {
  const headings: Heading[] = levels
    .split(' ')
    .filter(Boolean)
    .map((word) => ({
      level: Number(word[0]),
      text: word.includes('-') ? '' : 'A heading',
      wordsAfter: 10,
      inChrome: word.includes('c'),
      isLink: word.includes('l'),
    }));
  return { page: page('/a', { facts: { headings, mainText: textOf(words) } }) };
}

const textOf = (words: number, inLinkLists = 0) => ({
  ...facts().mainText,
  wordCount: words + inLinkLists,
  wordsOutsideLinkLists: words,
});

checkTable(check, [
  { when: 'one H1', given: outline('1'), expect: 'pass' },
  { when: 'in order, and back up', given: outline('1 2 3 4 2 3'), expect: 'pass' },
  { when: 'an H1 after an H2', given: outline('2 1 2'), expect: 'pass' },
  { when: 'no heading', given: outline(''), expect: 'fail', says: /no H1/ },
  { when: 'no H1', given: outline('2 3'), expect: 'fail' },
  { when: 'an H1 without text', given: outline('1- 2'), expect: 'fail' },
  { when: 'an H1 in the header of the page', given: outline('1c 2'), expect: 'pass' },
  {
    when: 'the name of the site as a second H1 in the header',
    given: outline('1c 1 2'),
    expect: 'pass',
    says: /3 headings.*name of the site/,
  },
  { when: 'two H1 in the header and none in the content', given: outline('1c 1c 2'), expect: 'warn' },
  { when: 'two H1', given: outline('1 1'), expect: 'warn', says: /2 H1/ },
  { when: 'a skipped level', given: outline('1 3'), expect: 'warn', says: /skips a level once/ },
  { when: 'two skipped levels are one kind of fault', given: outline('1 2 4 2 4'), expect: 'warn', says: /2 times/ },
  { when: 'a skip in the footer', given: outline('1 2 4c'), expect: 'pass' },
  { when: 'cards below the H1, each with an H3 that is a link', given: outline('1 3l 3l 2'), expect: 'pass' },
  { when: 'a section that skips a level after a card', given: outline('1 2l 4'), expect: 'warn', says: /once/ },
  { when: 'two faults', given: outline('1 1 3'), expect: 'fail' },
  { when: '299 words without subheadings', given: outline('1', 299), expect: 'pass' },
  { when: '300 words without subheadings', given: outline('1', 300), expect: 'warn', says: /0 H2 and H3 for 300/ },
  {
    when: 'and one in the footer',
    given: outline('1 2c', 300),
    expect: 'warn',
    says: /0 H2 and H3 in its content for/,
  },
  {
    when: 'a table of contents of 23,000 words',
    given: { page: page('/a', { facts: { ...outline('1').page.facts, mainText: textOf(67, 23_000) } }) },
    expect: 'pass',
  },
  { when: 'one for 500 words', given: outline('1 2', 500), expect: 'pass' },
  { when: 'one for 501 words', given: outline('1 2', 501), expect: 'warn' },
  { when: 'two for 1,000 words', given: outline('1 2 3', 1000), expect: 'pass' },
  { when: 'an H4 is none', given: outline('1 2 3 4', 1001), expect: 'warn' },
  { when: 'one heading without text', given: outline('1 2-'), expect: 'pass' },
  { when: 'two headings without text', given: outline('1 2- 2-'), expect: 'warn', says: /2 headings without text/ },
  { when: 'no HTML', given: { page: { ...page('/a'), facts: undefined } }, expect: 'na' },
]);
