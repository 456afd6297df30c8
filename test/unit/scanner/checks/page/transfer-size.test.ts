import check from '../../../../../src/scanner/checks/page/transfer-size.ts';
import { page } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { unansweredPage } from './unanswered-page.ts';

function size(bodyBytes: number) {
  const { response, ...rest } = page('/a');
  return { page: { ...rest, response: response.answered ? { ...response, bodyBytes } : response } };
}

checkTable(check, [
  { when: 'a small page', given: size(8000), expect: 'pass', says: /8000 bytes/ },
  { when: '1 MB', given: size(1_000_000), expect: 'pass' },
  { when: 'a byte more', given: size(1_000_001), expect: 'warn' },
  { when: '5 MB', given: size(5_000_000), expect: 'warn' },
  { when: 'a byte over 5 MB', given: size(5_000_001), expect: 'fail' },
  {
    when: 'more than we read',
    given: { page: unansweredPage('too_large') },
    expect: 'fail',
    says: /larger than 20 MB/,
  },
  { when: 'our time-out', given: { page: unansweredPage('timeout') }, expect: 'error' },
  { when: 'an error page', given: { page: page('/a', { answer: { status: 500 } }) }, expect: 'na' },
]);
