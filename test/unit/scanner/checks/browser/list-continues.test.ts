import check from '../../../../../src/scanner/checks/browser/list-continues.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { seenPage } from '../../../../support/seen-page.ts';

checkTable(check, [
  {
    when: 'a button that brings links',
    given: { seen: seenPage({ more: { by: 'button', before: 10, after: 13, isRefused: false } }) },
    expect: 'pass',
    says: /brings its next part/,
  },
  {
    when: 'scrolling that brings links',
    given: { seen: seenPage({ more: { by: 'scroll', before: 10, after: 20, isRefused: false } }) },
    expect: 'warn',
    says: /alone brings 10 links/,
  },
  {
    when: 'a button that brings none',
    given: { seen: seenPage({ more: { by: 'button', before: 10, after: 10, isRefused: false } }) },
    expect: 'fail',
  },
  {
    when: 'a button that takes links away',
    given: { seen: seenPage({ more: { by: 'button', before: 10, after: 4, isRefused: false } }) },
    expect: 'fail',
  },
  {
    when: 'a button that asks by POST',
    given: { seen: seenPage({ more: { by: 'button', before: 10, after: 10, isRefused: true } }) },
    expect: 'error',
  },
  { when: 'neither', given: { seen: seenPage() }, expect: 'na' },
  {
    when: 'a page that shows a part of its list and leads to no other',
    given: { seen: seenPage({ inSight: 'Baskets\n1 to 3 of 8\nAshdown' }) },
    expect: 'fail',
    says: /^The page shows 3 of 8 items, and offers no others/,
  },
  { when: 'a page that hangs', given: { seen: seenPage({ outcome: 'hung' }) }, expect: 'na' },
  {
    when: 'a next page with more',
    given: { seen: seenPage({ more: { by: 'link', before: 10, after: 14, isRefused: false } }) },
    expect: 'pass',
  },
  {
    when: 'a next page with nothing new',
    given: { seen: seenPage({ more: { by: 'link', before: 10, after: 10, isRefused: false } }) },
    expect: 'fail',
  },
]);
