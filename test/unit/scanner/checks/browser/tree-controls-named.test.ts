import check from '../../../../../src/scanner/checks/browser/tree-controls-named.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { seenPage } from '../../../../support/seen-page.ts';

const tree = (controls: number, unnamed: number) => ({
  chars: 4000,
  controls,
  unnamed,
  examples: unnamed === 0 ? [] : ['<button class="icon">'],
});

checkTable(check, [
  { when: 'all named', given: { seen: seenPage() }, expect: 'pass', says: /All 20 controls/ },
  { when: 'one control with a name', given: { seen: seenPage({ tree: tree(1, 0) }) }, expect: 'pass' },
  { when: '2 of 20 unnamed', given: { seen: seenPage({ tree: tree(20, 2) }) }, expect: 'warn', credit: 0.9 },
  {
    when: '3 of 20 unnamed',
    given: { seen: seenPage({ tree: tree(20, 3) }) },
    expect: 'fail',
    credit: 0.85,
    says: /3 of 20 controls in sight have no name \(15 %\)/,
  },
  {
    when: '1 of 1000 unnamed',
    given: { seen: seenPage({ tree: tree(1000, 1) }) },
    expect: 'warn',
    says: /has no name \(under 1 %\)/,
  },
  { when: 'no controls', given: { seen: seenPage({ tree: tree(0, 0) }) }, expect: 'na' },
  { when: 'a page that crashes', given: { seen: seenPage({ outcome: 'crashed' }) }, expect: 'na' },
]);
