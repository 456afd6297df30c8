import check from '../../../../src/scanner/checks/llms-txt/size.ts';
import { checkTable } from '../../../support/check-table.ts';
import { absent, llmsTxt } from './llms-txt-file.ts';

checkTable(check, [
  { when: 'small', given: llmsTxt(), expect: 'pass' },
  { when: '50,000 characters', given: llmsTxt('x'.repeat(50_000)), expect: 'pass' },
  { when: 'one more', given: llmsTxt('x'.repeat(50_001)), expect: 'warn', says: /50001/ },
  { when: '100,000 characters', given: llmsTxt('x'.repeat(100_000)), expect: 'warn' },
  { when: 'one more than that', given: llmsTxt('x'.repeat(100_001)), expect: 'fail' },
  { when: 'characters, not bytes', given: llmsTxt('é'.repeat(50_000)), expect: 'pass' },
  { when: 'there is no file', given: absent(), expect: 'na' },
]);
