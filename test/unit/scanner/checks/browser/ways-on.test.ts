import check from '../../../../../src/scanner/checks/browser/ways-on.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { seenPage } from '../../../../support/seen-page.ts';

checkTable(check, [
  { when: 'links', given: { seen: seenPage() }, expect: 'pass', says: /12 other addresses/ },
  { when: 'one link', given: { seen: seenPage({ waysOn: 1 }) }, expect: 'pass', says: /another address/ },
  { when: 'no link', given: { seen: seenPage({ waysOn: 0 }) }, expect: 'fail' },
  { when: 'a page that hangs', given: { seen: seenPage({ outcome: 'hung', waysOn: 0 }) }, expect: 'na' },
]);
