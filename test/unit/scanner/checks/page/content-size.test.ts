import check from '../../../../../src/scanner/checks/page/content-size.ts';
import { page } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const size = (markdownCharCount: number) => ({ page: page('/a', { facts: { markdownCharCount } }) });

checkTable(check, [
  { when: 'a short page', given: size(3000), expect: 'pass', says: /about 750 tokens/ },
  { when: 'no text', given: size(0), expect: 'na' },
  { when: '50,000 characters', given: size(50_000), expect: 'pass' },
  { when: '50,001', given: size(50_001), expect: 'warn' },
  { when: '100,000', given: size(100_000), expect: 'warn' },
  { when: '100,001', given: size(100_001), expect: 'fail' },
  { when: 'an error page', given: { page: page('/a', { answer: { status: 500 } }) }, expect: 'na' },
]);
