import assert from 'node:assert/strict';
import { it } from 'node:test';
import check from '../../../../../src/scanner/checks/site/sitemap-valid.ts';
import type { PageDigest } from '../../../../../src/scanner/model/page.ts';
import type { SitemapArtifact, SitemapFile } from '../../../../../src/scanner/model/site.ts';
import { digest, notFound, ORIGIN, site, unanswered } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const file = (overrides: Partial<SitemapFile> = {}): SitemapFile => ({
  url: `${ORIGIN}/sitemap.xml`,
  finalUrl: `${ORIGIN}/sitemap.xml`,
  status: 200,
  kind: 'urlset',
  entryCount: 1,
  bodyBytes: 300,
  problem: undefined,
  caching: undefined,
  ...overrides,
});
const broken = file({ kind: 'unreadable', entryCount: 0, problem: 'the XML is malformed at line 3' });
const lost = file({ kind: 'unreadable', entryCount: 0, status: undefined });

const given = (sitemap: Partial<SitemapArtifact>, pages: readonly PageDigest[] = [digest('/', { foundBy: 'root' })]) =>
  site({ sitemap: { ...site().sitemap, ...sitemap }, crawl: { pages, pagesDiscovered: pages.length } });
const none = (...tried: SitemapArtifact['tried']): Partial<SitemapArtifact> => ({
  foundBy: undefined,
  files: [],
  entries: [],
  tried,
});
const forbidden = {
  answered: false as const,
  url: `${ORIGIN}/sitemap.xml`,
  hops: [],
  failure: { code: 'robots' as const, message: 'disallowed to us' },
};

checkTable(check, [
  { when: 'a valid urlset that robots.txt names', given: given({}), expect: 'pass', says: /URLs listed: 1/ },
  {
    when: 'an index with children',
    given: given({ files: [file({ kind: 'sitemapindex' }), file(), file()] }),
    expect: 'pass',
  },
  { when: 'exactly 50,000 locations', given: given({ files: [file({ entryCount: 50_000 })] }), expect: 'pass' },
  { when: 'one location more', given: given({ files: [file({ entryCount: 50_001 })] }), expect: 'warn', says: /50000/ },
  { when: 'exactly 50 MB', given: given({ files: [file({ bodyBytes: 52_428_800 })] }), expect: 'pass' },
  { when: 'one byte more', given: given({ files: [file({ bodyBytes: 52_428_801 })] }), expect: 'warn', says: /50 MB/ },
  { when: 'valid but undeclared', given: given({ foundBy: 'guess' }), expect: 'warn', credit: 0.75 },
  {
    when: 'undeclared and mixed hosts earn the credit of a warning',
    given: given({ foundBy: 'guess', foreignCount: 2 }),
    expect: 'warn',
    says: /another host: 2/,
  },
  {
    when: 'a fault that lenient readers forgive',
    given: given({ files: [file({ slip: 'white space stands before the XML declaration' })] }),
    expect: 'warn',
    says: /in 1 of 1 files white space stands before/,
  },
  { when: 'mixed hosts', given: given({ foreignCount: 1 }), expect: 'warn' },
  { when: 'relative locations', given: given({ invalidCount: 3 }), expect: 'warn', says: /absolute URLs: 3/ },
  ...(['text', 'rss', 'atom'] as const).map((kind) => ({
    when: `a file of the kind ${kind}`,
    given: given({ files: [file({ kind })] }),
    expect: 'pass' as const,
  })),
  {
    when: 'one of two children is broken',
    given: given({ files: [file({ kind: 'sitemapindex' }), file(), broken] }),
    expect: 'warn',
    says: /1 of 3 files cannot be read \(the XML is malformed at line 3\)/,
  },
  {
    when: 'a child was not fetched',
    given: given({ files: [file({ kind: 'sitemapindex' }), file(), lost] }),
    expect: 'pass',
  },
  {
    when: 'the only file is broken',
    given: given({ files: [broken], entries: [] }),
    expect: 'fail',
    says: /malformed/,
  },
  {
    when: 'every child is broken',
    given: given({ files: [file({ kind: 'sitemapindex' }), broken], entries: [] }),
    expect: 'fail',
  },
  {
    when: 'it lists nothing',
    given: given({ files: [file({ entryCount: 0 })], entries: [] }),
    expect: 'fail',
    says: /no page/,
  },
  {
    when: 'there is none',
    given: given(none(notFound('/sitemap.xml'), notFound('/sitemap_index.xml'))),
    expect: 'fail',
    says: /robots\.txt names none, and there is none at 2 usual/,
  },
  {
    when: 'there is neither a sitemap nor a robots.txt',
    given: { ...given(none(notFound('/sitemap.xml'))), robotsTxt: { ...site().robotsTxt, rules: undefined } },
    expect: 'fail',
    says: /no robots\.txt names one, and there is none at 1 usual address\./,
  },
  { when: 'robots.txt forbids to look', given: given(none(forbidden)), expect: 'fail', says: /forbids/ },
  {
    when: 'a guess was not answered',
    given: given(none(notFound('/sitemap.xml'), unanswered('/sitemap_index.xml'))),
    expect: 'error',
  },
  { when: 'the declared file was not fetched', given: given({ files: [lost], entries: [] }), expect: 'error' },
]);

it('S10 drafts a sitemap of pages that may be indexed, escaped and within 20,000 characters', () => {
  const pages = [
    digest('/?a=1&b=2'),
    digest('/gone', { status: 404 }),
    digest('/hidden', { noindex: true }),
    digest(`/${'long'.repeat(300)}`),
    ...Array.from({ length: 30 }, (_, at) => digest(`/${'x'.repeat(700)}${at}`)),
  ];
  const draft = check.evaluate(given(none(notFound('/sitemap.xml')), pages)).evidence?.draft ?? '';
  assert.match(draft, /<loc>https:\/\/site\.example\/\?a=1&amp;b=2<\/loc>/);
  assert.doesNotMatch(draft, /gone|hidden|longlong/);
  assert.equal(draft.split('<loc>').length - 1, 20);
  assert.ok(draft.length < 20_000 && draft.endsWith('</urlset>\n'));
});

it('S10 drafts nothing without pages', () => {
  assert.equal(check.evaluate(given(none(notFound('/sitemap.xml')), [])).evidence?.draft, undefined);
});
