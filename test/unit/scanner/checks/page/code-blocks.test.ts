import check from '../../../../../src/scanner/checks/page/code-blocks.ts';
import { page } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const given = (total: number, withoutLanguage: number) => ({
  page: page('/a', { facts: { codeBlocks: { total, withoutLanguage } } }),
});

checkTable(check, [
  { when: 'no code', given: given(0, 0), expect: 'na' },
  { when: 'all named', given: given(1, 0), expect: 'pass' },
  { when: '90 %', given: given(10, 1), expect: 'pass' },
  { when: 'less', given: given(19, 2), expect: 'warn', says: /language: 17 of 19/ },
  { when: 'half', given: given(2, 1), expect: 'warn' },
  { when: 'less than half', given: given(21, 11), expect: 'fail' },
  { when: 'an error page', given: { page: page('/a', { answer: { status: 404 } }) }, expect: 'na' },
]);
