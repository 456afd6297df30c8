import check from '../../../../../src/scanner/checks/browser/cells-filled.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { seenPage } from '../../../../support/seen-page.ts';

const cells = (all: number, empty: number) => ({ seen: seenPage({ cells: { all, empty } }) });

checkTable(check, [
  { when: 'filled cells', given: cells(9, 0), expect: 'pass', says: /^9 of 9 cells/ },
  { when: 'some empty cells', given: cells(10, 3), expect: 'pass' },
  { when: 'half of them empty', given: cells(10, 5), expect: 'warn', credit: 0.5 },
  { when: 'all of them empty', given: cells(9, 9), expect: 'fail', credit: 0 },
  { when: 'no table', given: cells(0, 0), expect: 'na' },
  {
    when: 'an image of a table beside one that is filled',
    given: { seen: seenPage({ cells: { all: 6, empty: 0 }, picturedTables: 1 }) },
    expect: 'warn',
    credit: 0.5,
  },
]);
