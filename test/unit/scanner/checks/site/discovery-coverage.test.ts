import assert from 'node:assert/strict';
import { it } from 'node:test';
import check from '../../../../../src/scanner/checks/site/discovery-coverage.ts';
import type { SiteArtifacts } from '../../../../../src/scanner/model/artifacts.ts';
import type { PageDigest } from '../../../../../src/scanner/model/page.ts';
import type { SitemapArtifact } from '../../../../../src/scanner/model/site.ts';
import { answered, digest, noLlmsTxt, ORIGIN, site, unanswered } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const paths = (count: number) => Array.from({ length: count }, (_, at) => `/page/${at}`);
const root = digest('/', { foundBy: 'root' });

function given(
  pages: readonly PageDigest[],
  listed: readonly string[],
  { sitemap, ...overrides }: Partial<Omit<SiteArtifacts, 'sitemap'>> & { sitemap?: Partial<SitemapArtifact> } = {},
) {
  const entries = listed.map((path) => ({ url: new URL(path, ORIGIN).href, lastmod: undefined }));
  return site({
    crawl: { pages: [root, ...pages], pagesDiscovered: pages.length + 1 },
    sitemap: { ...site().sitemap, entries, ...sitemap },
    ...overrides,
  });
}
/** `listed` pages in the sitemap and `orphans` that are not. */
const share = (listed: number, orphans: number, sitemap: Partial<SitemapArtifact> = {}) =>
  given(
    paths(listed + orphans).map((path) => digest(path)),
    paths(listed),
    { sitemap },
  );
const three = paths(3).map((path) => digest(path));
const llmsTxt: SiteArtifacts['llmsTxt'] = {
  ...noLlmsTxt,
  file: {
    probe: answered('/llms.txt'),
    parsed: {
      charCount: 100,
      h1s: [],
      h1IsFirst: true,
      summary: undefined,
      sections: [{ title: 'Pages', level: 2, line: 3, links: [{ name: 'One', url: 'page/1.md', notes: '', line: 4 }] }],
      preambleLinks: [{ name: 'Zero', url: '/page/0', notes: '', line: 2 }],
      listItems: { total: 2, wellFormed: 2, malformedLines: [] },
      unclosedFenceLine: undefined,
      rawHtmlBytes: 0,
    },
  },
};
const canonicalTo = (path: string): Pick<PageDigest, 'canonicals'> => {
  const url = new URL(path, ORIGIN).href;
  return { canonicals: [{ href: url, url }] };
};

checkTable(check, [
  { when: 'all are listed', given: share(10, 0), expect: 'pass', says: /10 of 10/ },
  { when: 'exactly 95 %', given: share(19, 1), expect: 'pass' },
  { when: 'just under 95 %', given: share(18, 1), expect: 'warn', says: /1 of 19/ },
  { when: 'exactly 80 %', given: share(4, 1), expect: 'warn' },
  { when: 'under 80 %', given: share(7, 2), expect: 'fail' },
  {
    when: 'robots.txt names a sitemap that was not read',
    given: given(three, [], { sitemap: { files: [], unreadCount: 1 } }),
    expect: 'error',
    says: /not wholly read/,
  },
  {
    when: 'one of two sitemaps was not read',
    given: given(three, ['/page/0'], { sitemap: { unreadCount: 1 } }),
    expect: 'error',
  },
  {
    when: 'it could not be asked whether there is a sitemap',
    given: given(three, [], { sitemap: { foundBy: undefined, files: [], tried: [unanswered('/sitemap.xml')] } }),
    expect: 'error',
  },
  { when: 'nothing is listed anywhere', given: given(three, []), expect: 'na', says: /no sitemap and no llms.txt/ },
  { when: 'another page is listed alone', given: given(three, ['/elsewhere']), expect: 'fail', says: /3 of 3/ },
  {
    when: 'a build tried on a private host names its public addresses',
    given: given(
      three.map((page) => ({ ...page, ...canonicalTo(`https://public.example/folder${new URL(page.url).pathname}`) })),
      ['/elsewhere'],
      { target: { ...site().target, isPrivateHost: true } },
    ),
    expect: 'fail',
    says: /3 of 3/,
  },
  {
    when: 'pages on a public host name those of another',
    given: given(
      three.map((page) => ({ ...page, ...canonicalTo(`https://public.example/folder${new URL(page.url).pathname}`) })),
      [],
    ),
    expect: 'na',
  },
  { when: 'two pages', given: share(0, 2), expect: 'na' },
  {
    when: 'sitemap, llms.txt and sitemap.md together',
    given: given(three, [], { llmsTxt, sitemap: { markdownUrls: [`${ORIGIN}/page/2/index.html`] } }),
    expect: 'pass',
  },
  {
    when: 'listed in another spelling',
    given: given([digest('/a/'), digest('/b.html'), digest('/c/index.html')], ['/a', '/b', '/c/']),
    expect: 'pass',
  },
  {
    when: 'listed under the address that redirects',
    given: given([...three, digest('/new')], [...paths(3), '/old'], {
      addresses: {
        aliases: [{ url: `${ORIGIN}/old`, page: `${ORIGIN}/new`, kind: 'redirect', canonical: undefined }],
        deadLinks: [],
      },
    }),
    expect: 'pass',
  },
  ...(
    [
      ['is not linked', { isLinked: false }],
      ['is noindexed', { noindex: true }],
      ['is canonicalised away', { ...canonicalTo('/page/0'), contentHash: '/page/0' }],
      ['is dead', { status: 404 }],
      ['could not be fetched', { status: 0 }],
    ] as const
  ).map(([when, overrides]) => ({
    when: `the page that is missing ${when}`,
    given: given([...three, digest('/orphan', overrides)], paths(3)),
    expect: 'pass' as const,
    says: /3 of 3/,
  })),
  {
    when: 'a page found first by the sitemap counts when it is linked',
    given: given(
      paths(3).map((path) => digest(path, { foundBy: 'sitemap' })),
      paths(3),
    ),
    expect: 'pass',
    says: /3 of 3/,
  },
  {
    when: 'two addresses of one page count once',
    given: given([digest('/a'), digest('/a/'), digest('/b')], []),
    expect: 'na',
  },
  {
    when: 'two contents under one canonical',
    given: given([...three, digest('/copy', canonicalTo('/page/0'))], paths(3)),
    expect: 'warn',
    says: /same canonical/,
  },
  {
    when: 'every page names the home page as canonical',
    given: given(
      paths(3).map((path) => digest(path, canonicalTo('/'))),
      paths(3),
    ),
    expect: 'warn',
    says: /same canonical/,
  },
  {
    when: 'the sitemap is cut at 50,000 entries and a page is not in it',
    given: share(1, 9, {
      entries: Array.from({ length: 50_000 }, (_, at) => ({ url: `${ORIGIN}/other/${at}`, lastmod: undefined })),
    }),
    expect: 'error',
  },
  {
    when: 'a child sitemap was not fetched and a page is not in the others',
    given: share(1, 9, { files: site().sitemap.files.map((file) => ({ ...file, status: undefined })) }),
    expect: 'error',
  },
  {
    when: 'a child sitemap was not fetched, but all pages are in the others',
    given: share(10, 0, { files: site().sitemap.files.map((file) => ({ ...file, status: undefined })) }),
    expect: 'pass',
  },
]);

it('S16 shows the pages that are listed nowhere', () => {
  assert.deepEqual(check.evaluate(share(2, 1)).evidence?.examples, [`${ORIGIN}/page/2`]);
});
