import assert from 'node:assert/strict';
import { it } from 'node:test';
import check from '../../../../../src/scanner/checks/site/sitemap-live.ts';
import type { SitemapLocation, Target } from '../../../../../src/scanner/model/site.ts';
import { notFound, ORIGIN, site } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const location = (path: string, overrides: Partial<SitemapLocation> = {}): SitemapLocation => ({
  url: ORIGIN + path,
  status: 200,
  isRedirected: false,
  finalUrl: ORIGIN + path,
  noindex: false,
  canonical: ORIGIN + path,
  ...overrides,
});
const given = (sample: readonly SitemapLocation[], target: Partial<Target> = {}) =>
  site({ sitemapLive: { sample }, target: { ...site().target, ...target } });
/** `good` live pages and one for each of the faults. */
const sample = (good: number, ...faults: Partial<SitemapLocation>[]) => [
  ...Array.from({ length: good }, (_, at) => location(`/good/${at}`)),
  ...faults.map((fault, at) => location(`/bad/${at}`, fault)),
];
const gone = { status: 404 };
const unknown = { status: undefined };

checkTable(check, [
  { when: 'all are live', given: given(sample(20)), expect: 'pass', says: /20 of 20/ },
  { when: 'exactly 95 %', given: given(sample(19, gone)), expect: 'pass' },
  { when: 'under 95 %', given: given(sample(18, gone, gone)), expect: 'warn', says: /2 of 20/ },
  { when: 'exactly 80 %', given: given(sample(16, gone, gone, gone, gone)), expect: 'warn' },
  { when: 'under 80 %', given: given(sample(15, gone, gone, gone, gone, gone)), expect: 'fail' },
  { when: 'one bad of nine', given: given(sample(8, gone)), expect: 'warn' },
  { when: 'one bad of two', given: given(sample(1, gone)), expect: 'warn' },
  { when: 'the only one is bad', given: given(sample(0, gone)), expect: 'warn' },
  { when: 'two bad of nine', given: given(sample(7, gone, gone)), expect: 'fail' },
  { when: 'one bad of ten', given: given(sample(9, gone)), expect: 'warn' },
  {
    when: 'each kind of fault, the most frequent first',
    given: given(
      sample(0, { status: 0 }, { isRedirected: true, finalUrl: `${ORIGIN}/new` }, { noindex: true }, gone, gone, {
        canonical: `${ORIGIN}/other`,
      }),
    ),
    expect: 'fail',
    says: /answers 404 \(2\), canonical elsewhere \(1\), no readable answer \(1\), noindex \(1\), redirects \(1\)/,
  },
  {
    when: 'a canonical that differs in spelling only',
    given: given(sample(0, { finalUrl: `${ORIGIN}/a/`, canonical: `${ORIGIN}/a` })),
    expect: 'pass',
  },
  {
    when: 'a canonical on another host',
    given: given(sample(0, { canonical: 'https://other.example/bad/0' })),
    expect: 'warn',
  },
  {
    when: 'the public address as canonical of a private build',
    given: given(sample(0, { canonical: 'https://public.example/bad/0' }), { isPrivateHost: true }),
    expect: 'pass',
  },
  {
    when: 'the public address in a folder as canonical of a private build',
    given: given(sample(0, { canonical: 'https://public.example/folder/bad/0' }), { isPrivateHost: true }),
    expect: 'pass',
  },
  { when: 'no canonical', given: given(sample(0, { canonical: undefined })), expect: 'pass' },
  {
    when: 'a canonical without the query of the location',
    given: given(sample(0, { finalUrl: `${ORIGIN}/a?page=2`, canonical: `${ORIGIN}/a` })),
    expect: 'warn',
  },
  {
    when: 'unknown ones are left out',
    given: given(sample(19, gone, unknown, unknown)),
    expect: 'pass',
    says: /19 of 20/,
  },
  { when: 'none is known', given: given(sample(0, unknown, unknown)), expect: 'error' },
  {
    when: 'no sitemap',
    given: site({
      sitemap: { ...site().sitemap, foundBy: undefined, files: [], entries: [], tried: [notFound('/sitemap.xml')] },
    }),
    expect: 'na',
  },
]);

it('shows the first bad location, and all of them as examples', () => {
  const { evidence } = check.evaluate(given(sample(3, gone, { noindex: true })));
  assert.equal(evidence?.url, `${ORIGIN}/bad/0`);
  assert.equal(evidence?.status, 404);
  assert.deepEqual(evidence?.examples, [`${ORIGIN}/bad/0`, `${ORIGIN}/bad/1`]);
});
