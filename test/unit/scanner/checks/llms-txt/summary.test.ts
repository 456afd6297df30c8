import check from '../../../../../src/scanner/checks/llms-txt/summary.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { absent, llmsTxt } from './llms-txt-file.ts';

const summary = (length: number) => llmsTxt(`# Site\n\n> ${'x'.repeat(length)}\n`);

checkTable(check, [
  { when: 'one sentence', given: llmsTxt(), expect: 'pass' },
  { when: '20 characters', given: summary(20), expect: 'pass' },
  { when: '19 characters', given: summary(19), expect: 'warn', says: /only 19/ },
  { when: '600 characters', given: summary(600), expect: 'pass' },
  { when: '601 characters', given: summary(601), expect: 'warn', says: /longer than 600/ },
  {
    when: 'it comes after prose',
    given: llmsTxt('# Site\n\nHello.\n\n> What this site is and for whom.\n'),
    expect: 'warn',
    says: /line 5/,
  },
  { when: 'it is a paragraph', given: llmsTxt('# Site\n\nWhat this site is and for whom.\n'), expect: 'fail' },
  { when: 'it is empty', given: llmsTxt('# Site\n\n>\n'), expect: 'fail' },
  { when: 'there is no file', given: absent(), expect: 'na' },
]);
