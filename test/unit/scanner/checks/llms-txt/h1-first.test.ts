import check from '../../../../../src/scanner/checks/llms-txt/h1-first.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { absent, llmsTxt } from './llms-txt-file.ts';

checkTable(check, [
  { when: 'it comes first', given: llmsTxt(), expect: 'pass' },
  {
    when: 'it comes after a comment and front matter',
    given: llmsTxt('---\na: b\n---\n<!-- x -->\n# Site\n'),
    expect: 'pass',
  },
  { when: 'another one stands in code', given: llmsTxt('# Site\n```sh\n# comment\n```\n'), expect: 'pass' },
  { when: 'it comes later', given: llmsTxt('Hello\n\n# Site\n'), expect: 'warn', says: /line 3/ },
  { when: 'there are two', given: llmsTxt('# Site\n# Docs\n'), expect: 'warn', says: /2 H1 headings.*line 2/ },
  { when: 'it has no space', given: llmsTxt('#Site\n'), expect: 'fail' },
  { when: 'it is an H2', given: llmsTxt('## Site\n'), expect: 'fail' },
  { when: 'there is no file', given: absent(), expect: 'na' },
]);
