import check from '../../../../../src/scanner/checks/browser/first-screen-free.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { seenPage } from '../../../../support/seen-page.ts';

const cover = (points: number, covered: number) => ({
  points,
  covered,
  by: covered === 0 ? '' : '<div id="consent">',
});

checkTable(check, [
  { when: 'nothing covered', given: { seen: seenPage() }, expect: 'pass', says: /^Nothing covers the 30 places/ },
  { when: '3 of 30 covered', given: { seen: seenPage({ cover: cover(30, 3) }) }, expect: 'pass' },
  {
    when: '4 of 30 covered',
    given: { seen: seenPage({ cover: cover(30, 4) }) },
    expect: 'warn',
    credit: 0.867,
    says: /4 of 30 places .* \(13 %\)/,
  },
  { when: 'half covered', given: { seen: seenPage({ cover: cover(30, 15) }) }, expect: 'warn', credit: 0.5 },
  { when: 'over half covered', given: { seen: seenPage({ cover: cover(30, 16) }) }, expect: 'fail' },
  { when: 'nothing to try', given: { seen: seenPage({ cover: cover(0, 0) }) }, expect: 'na' },
  { when: 'a page that hangs', given: { seen: seenPage({ outcome: 'hung' }) }, expect: 'na' },
]);
