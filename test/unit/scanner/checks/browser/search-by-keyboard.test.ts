import check from '../../../../../src/scanner/checks/browser/search-by-keyboard.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { seenPage } from '../../../../support/seen-page.ts';

checkTable(check, [
  { when: 'results', given: { seen: seenPage({ search: { outcome: 'results', word: 'ferry' } }) }, expect: 'pass' },
  { when: 'nothing', given: { seen: seenPage({ search: { outcome: 'nothing', word: 'ferry' } }) }, expect: 'fail' },
  { when: 'a POST', given: { seen: seenPage({ search: { outcome: 'not-sent', word: 'ferry' } }) }, expect: 'error' },
  { when: 'no search', given: { seen: seenPage() }, expect: 'na' },
  { when: 'a page that hangs', given: { seen: seenPage({ outcome: 'hung' }) }, expect: 'na' },
]);
