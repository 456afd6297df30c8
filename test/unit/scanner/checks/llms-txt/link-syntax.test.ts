import check from '../../../../../src/scanner/checks/llms-txt/link-syntax.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { absent, llmsTxt } from './llms-txt-file.ts';

const items = (good: number, bad: number) =>
  llmsTxt(`# Site\n## Docs\n${'- [A](/a): note\n'.repeat(good)}${'- A: https://site.example/a\n'.repeat(bad)}`);

checkTable(check, [
  { when: 'all are links', given: items(3, 0), expect: 'pass' },
  { when: '95 %', given: items(19, 1), expect: 'pass' },
  { when: 'a little less', given: items(18, 1), expect: 'warn', says: /1 of 19.*line 21/ },
  { when: '80 %', given: items(8, 2), expect: 'warn' },
  { when: 'less than 80 %', given: items(7, 2), expect: 'fail', says: /2 of 9/ },
  { when: 'names and bare URLs', given: items(0, 2), expect: 'fail', says: /None of the 2.*line 3/ },
  { when: 'no list', given: items(0, 0), expect: 'fail', says: /lists no links/ },
  { when: 'there is no file', given: absent(), expect: 'na' },
]);
