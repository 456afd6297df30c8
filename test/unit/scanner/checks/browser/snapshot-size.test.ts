import check from '../../../../../src/scanner/checks/browser/snapshot-size.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { seenPage } from '../../../../support/seen-page.ts';

const tree = (chars: number) => ({ chars, controls: 20, unnamed: 0, examples: [] });

checkTable(check, [
  {
    when: '10,000 tokens',
    given: { seen: seenPage({ tree: tree(40_000) }) },
    expect: 'pass',
    says: /about 10,000 tokens/,
  },
  { when: '10,001 tokens', given: { seen: seenPage({ tree: tree(40_001) }) }, expect: 'warn' },
  { when: '25,000 tokens', given: { seen: seenPage({ tree: tree(100_000) }) }, expect: 'warn' },
  { when: '25,001 tokens', given: { seen: seenPage({ tree: tree(100_001) }) }, expect: 'fail', credit: 0.5 },
  { when: '100,000 tokens', given: { seen: seenPage({ tree: tree(400_000) }) }, expect: 'fail', credit: 0.125 },
  { when: 'no snapshot', given: { seen: seenPage({ tree: tree(0) }) }, expect: 'na' },
  { when: 'a page that hangs', given: { seen: seenPage({ outcome: 'hung' }) }, expect: 'na' },
]);
