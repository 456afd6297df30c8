import check from '../../../../../src/scanner/checks/page/content-start.ts';
import { page } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const start = (charOffset: number | undefined, markdownCharCount: number) => ({
  page: page('/a', {
    facts: { markdownCharCount, contentStart: charOffset === undefined ? undefined : { charOffset } },
  }),
});

checkTable(check, [
  { when: 'at the top', given: start(0, 3000), expect: 'pass', says: /begins with the first of 3000/ },
  { when: 'late in a tiny page', given: start(2000, 2100), expect: 'pass' },
  { when: 'a character later', given: start(2001, 2100), expect: 'warn' },
  { when: '10 % of a long page', given: start(4000, 40_000), expect: 'pass' },
  { when: 'more than 10 % of it', given: start(4001, 40_000), expect: 'warn' },
  { when: 'no text', given: start(undefined, 0), expect: 'na' },
  { when: '10,000 characters, more than half', given: start(10_000, 15_000), expect: 'warn' },
  { when: 'a character later', given: start(10_001, 15_000), expect: 'fail' },
  { when: 'half of a long page', given: start(30_000, 60_000), expect: 'warn' },
  { when: 'more than half of it', given: start(30_001, 60_000), expect: 'fail' },
  { when: 'nowhere in a tiny page', given: start(undefined, 2000), expect: 'pass', says: /No heading or paragraph/ },
  { when: 'nowhere in a page', given: start(undefined, 2001), expect: 'warn' },
  { when: 'nowhere in a long page', given: start(undefined, 10_001), expect: 'fail' },
  { when: 'an error page', given: { page: page('/a', { answer: { status: 500 } }) }, expect: 'na' },
]);
