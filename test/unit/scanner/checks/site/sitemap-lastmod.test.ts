import check from '../../../../../src/scanner/checks/site/sitemap-lastmod.ts';
import type { SitemapArtifact } from '../../../../../src/scanner/model/site.ts';
import { notFound, ORIGIN, site, unanswered } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const given = (sitemap: Partial<SitemapArtifact>) => site({ sitemap: { ...site().sitemap, ...sitemap } });
/** One location for each date, in order. */
const dates = (...lastmods: (string | undefined)[]) =>
  given({ entries: lastmods.map((lastmod, at) => ({ url: `${ORIGIN}/${at}`, lastmod })) });
/** `good` distinct dates and `bad` locations without one. */
const share = (good: number, bad: number) =>
  dates(
    ...Array.from({ length: good }, (_, at) => `2026-01-${String(1 + (at % 28)).padStart(2, '0')}`),
    ...Array.from({ length: bad }, () => undefined),
  );
const repeat = (lastmod: string, count: number) => Array.from({ length: count }, () => lastmod);

// The artifacts' scan began on 2026-06-01 at 12:00 UTC.
checkTable(check, [
  { when: 'every location has its date', given: share(20, 0), expect: 'pass', says: /20 of 20/ },
  { when: 'exactly 90 %', given: share(9, 1), expect: 'pass' },
  { when: 'just under 90 %', given: share(17, 2), expect: 'warn', says: /17 of 19/ },
  { when: 'exactly 50 %', given: share(5, 5), expect: 'warn' },
  { when: 'under 50 %', given: share(9, 10), expect: 'fail' },
  { when: 'none', given: share(0, 3), expect: 'fail', says: /None of the 3 locations/ },
  { when: 'dates of another form', given: dates('2026/01/01', '1 May 2026', '2026-02-30'), expect: 'fail' },
  {
    when: 'every form of W3C datetime',
    given: dates('2026', '2026-03', '2026-03-31', '2026-03-31T09:30Z', '2026-03-31T09:30:01.5+02:00'),
    expect: 'pass',
  },
  { when: 'today', given: dates('2026-06-01', '2026-05-01'), expect: 'pass' },
  { when: 'tomorrow, where it has begun', given: dates('2026-06-02', '2026-05-01'), expect: 'pass' },
  {
    when: 'a day and a second ahead',
    given: dates('2026-06-02T12:00:01Z', '2026-05-01'),
    expect: 'warn',
    says: /1 of 2/,
  },
  { when: 'next year', given: dates('2027', '2026-05-01'), expect: 'warn', says: /future/ },
  { when: 'four identical dates', given: dates(...repeat('2026-01-01', 4)), expect: 'pass' },
  { when: 'five identical dates', given: dates(...repeat('2026-01-01', 5)), expect: 'warn', says: /same lastmod/ },
  { when: 'five of which one differs', given: dates('2026-01-02', ...repeat('2026-01-01', 4)), expect: 'pass' },
  {
    when: 'identical dates but for a location without one',
    given: dates(undefined, ...repeat('2026-01-01', 19)),
    expect: 'warn',
    says: /same lastmod/,
  },
  {
    when: 'no sitemap',
    given: given({ foundBy: undefined, files: [], entries: [], tried: [notFound('/sitemap.xml')] }),
    expect: 'na',
    says: /no sitemap/,
  },
  {
    when: 'no answer where a sitemap would be',
    given: given({ foundBy: undefined, files: [], entries: [], tried: [unanswered('/sitemap.xml')] }),
    expect: 'error',
  },
  { when: 'a sitemap without locations', given: given({ entries: [] }), expect: 'na', says: /No location/ },
  {
    when: 'a sitemap that could not be fetched',
    given: given({ entries: [], files: site().sitemap.files.map((file) => ({ ...file, status: undefined })) }),
    expect: 'error',
  },
]);
