import check from '../../../../../src/scanner/checks/llms-txt/link-descriptions.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { absent, llmsTxt } from './llms-txt-file.ts';

const links = (described: number, bare: number, item = '- [Guide](/guide)') =>
  llmsTxt(`# Site\n## Docs\n${'- [A](/a): What to do at first\n'.repeat(described)}${`${item}\n`.repeat(bare)}`);

checkTable(check, [
  { when: 'all have notes', given: links(2, 0), expect: 'pass' },
  { when: '80 %', given: links(4, 1), expect: 'pass' },
  { when: 'a little less', given: links(3, 1), expect: 'warn', says: /1 of 4.*line 6/ },
  { when: '40 %', given: links(2, 3), expect: 'warn' },
  { when: 'less than 40 %', given: links(1, 2), expect: 'fail' },
  { when: 'notes of 15 characters', given: links(0, 1, `- [A](/a): ${'x'.repeat(15)}`), expect: 'pass' },
  { when: 'notes of 14 characters', given: links(0, 1, `- [A](/a): ${'x'.repeat(14)}`), expect: 'fail' },
  { when: 'eight characters of Chinese', given: links(0, 1, '- [A](/a): 安装与第一次使用'), expect: 'pass' },
  { when: 'seven', given: links(0, 1, '- [A](/a): 安装与第一次用'), expect: 'fail' },
  {
    when: 'notes that repeat the name',
    given: links(0, 1, '- [The Complete Guide](/guide): the complete guide.'),
    expect: 'fail',
  },
  {
    when: 'links before the sections count',
    given: llmsTxt('# Site\n- [A](/a): What to do at first\n'),
    expect: 'pass',
  },
  { when: 'no links', given: links(0, 0), expect: 'fail', says: /no links/ },
  { when: 'there is no file', given: absent(), expect: 'na' },
]);
