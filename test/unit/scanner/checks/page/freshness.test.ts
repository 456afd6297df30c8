import check from '../../../../../src/scanner/checks/page/freshness.ts';
import type { PageFacts } from '../../../../../src/scanner/parse/html/page-facts.ts';
import { facts, ORIGIN, page, site } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const target = { ...site().target, startedAt: '2026-06-01T23:59:59.999Z' };
type Given = Partial<Pick<PageFacts, 'metas' | 'landmarks' | 'mainText'>> & {
  path?: string;
  /** JSON-LD nodes of the page, each a block. */
  nodes?: readonly object[];
  dates?: Partial<PageFacts['dates']>;
  lastmod?: string;
  headers?: Record<string, string>;
};
const given = ({ path = '/docs/a', nodes = [], dates, lastmod, headers = {}, ...rest }: Given) => ({
  target,
  page: page(path, {
    sitemapLastmod: lastmod,
    answer: { headers, finalUrl: new URL(path, ORIGIN).href },
    facts: {
      ...rest,
      jsonLd: nodes.map((node) => ({
        value: { '@context': 'https://schema.org', ...node },
        problem: undefined,
        snippet: '',
      })),
      dates: { ...facts().dates, ...dates },
    },
  }),
});
const article = (properties: object = {}) => ({ '@type': 'Article', ...properties });
const meta = (key: string, content: string) => [{ key, content }];
const mainText = (wordsOutsideLinkLists: number) => ({ ...facts().mainText, wordCount: 100, wordsOutsideLinkLists });
const landmarks = (articles: number) => ({ mains: 1, mainWords: 1, articles, articleWords: 1 });

checkTable(check, [
  { when: 'dateModified', given: given({ nodes: [article({ dateModified: '2026-05-01' })] }), expect: 'pass' },
  {
    when: 'article:modified_time',
    given: given({ metas: meta('article:modified_time', '2026-05-01T10:00:00+0200') }),
    expect: 'pass',
  },
  { when: 'a time in the content', given: given({ dates: { times: ['2026-05-01 10:00'] } }), expect: 'pass' },
  { when: 'microdata', given: given({ dates: { modified: ['2026-05-01'] } }), expect: 'pass' },
  { when: 'tomorrow, as of another zone', given: given({ dates: { times: ['2026-06-02'] } }), expect: 'pass' },
  {
    when: 'the day after tomorrow as the day of the change',
    given: given({ dates: { modified: ['2026-06-03'] } }),
    expect: 'fail',
    says: /No date .* past/,
  },
  {
    when: 'a planned event alone',
    given: given({ dates: { times: ['2026-06-03'] } }),
    expect: 'fail',
    says: /gives no date of its last change/,
  },
  {
    when: 'a planned event, and a date of publication',
    given: given({ dates: { times: ['2026-06-03'], published: ['2026-05-01'] } }),
    expect: 'warn',
    says: /published/,
  },
  { when: 'a month only', given: given({ dates: { times: ['2026-05'] } }), expect: 'fail' },
  { when: 'words', given: given({ dates: { modified: ['May 1st, 2026'] } }), expect: 'fail' },
  {
    when: 'a planned event beside the date of the page',
    given: given({ nodes: [article({ dateModified: '2026-05-01' })], dates: { times: ['2030-01-01'] } }),
    expect: 'pass',
  },
  {
    when: 'a lastmod 7 days away',
    given: given({ nodes: [article({ dateModified: '2026-05-01' })], lastmod: '2026-05-08T23:00:00Z' }),
    expect: 'pass',
  },
  {
    when: '8 days away',
    given: given({ nodes: [article({ dateModified: '2026-05-01' })], lastmod: '2026-05-09' }),
    expect: 'warn',
    says: /sitemap/,
  },
  {
    when: 'a lastmod that a time in the text agrees with, but not dateModified',
    given: given({
      nodes: [article({ dateModified: '2026-05-01' })],
      dates: { times: ['2026-05-20'] },
      lastmod: '2026-05-20',
    }),
    expect: 'warn',
  },
  {
    when: 'a lastmod in the future',
    given: given({ nodes: [article({ dateModified: '2026-05-01' })], lastmod: '2027-01-01' }),
    expect: 'pass',
  },
  {
    when: 'a lastmod that is no day',
    given: given({ nodes: [article({ dateModified: '2026-05-01' })], lastmod: '2020' }),
    expect: 'pass',
  },
  {
    when: 'datePublished only',
    given: given({ nodes: [article({ datePublished: '2026-05-01' })] }),
    expect: 'warn',
    says: /published/,
  },
  {
    when: 'article:published_time only',
    given: given({ metas: meta('article:published_time', '2026-05-01') }),
    expect: 'warn',
  },
  {
    when: 'Last-Modified only',
    given: given({ headers: { 'last-modified': 'Fri, 01 May 2026 10:00:00 GMT' } }),
    expect: 'warn',
    says: /Last-Modified/,
  },
  { when: 'nothing', given: given({}), expect: 'fail', says: /gives no date of its last change/ },

  { when: 'a page of no such kind', given: given({ path: '/about' }), expect: 'na' },
  { when: 'a page with one article', given: given({ path: '/about', landmarks: landmarks(1) }), expect: 'fail' },
  { when: 'a page of teasers', given: given({ path: '/about', landmarks: landmarks(2) }), expect: 'na' },
  { when: 'a page with an Article', given: given({ path: '/about', nodes: [article()] }), expect: 'fail' },
  { when: 'a product', given: given({ path: '/p/1', nodes: [{ '@type': 'Product' }] }), expect: 'fail' },
  {
    when: 'a list of products',
    given: given({ path: '/p', nodes: [{ '@type': 'Product' }, { '@type': 'Product' }] }),
    expect: 'na',
  },
  {
    when: 'a list with an article in it',
    given: given({ path: '/p', nodes: [{ '@type': 'ItemList', itemListElement: [article()] }] }),
    expect: 'na',
  },
  {
    when: 'article metadata',
    given: given({ path: '/about', metas: meta('article:section', 'News') }),
    expect: 'fail',
  },
  {
    when: 'the publisher of all pages',
    given: given({ path: '/about', metas: meta('article:publisher', 'x') }),
    expect: 'na',
    says: /no article:\* metadata but who owns or writes it, and/,
  },
  {
    when: 'a list by category of a theme that names the author of the site on all pages',
    given: given({ path: '/categories/foo/', metas: meta('article:author', 'x') }),
    expect: 'na',
    says: /list of others/,
  },
  {
    when: 'an article of such a theme',
    given: given({ path: '/2026/05/a/', metas: meta('article:author', 'x'), landmarks: landmarks(1) }),
    expect: 'fail',
  },
  { when: 'a folder of documentation', given: given({ path: '/en/Docs/' }), expect: 'na' },
  { when: 'its index file', given: given({ path: '/docs/index.html' }), expect: 'na' },
  { when: 'a page in it', given: given({ path: '/en/Docs/a/b' }), expect: 'fail' },
  { when: 'a deeper folder of that name', given: given({ path: '/a/b/docs/c' }), expect: 'na' },
  { when: 'a tag with one card', given: given({ path: '/tags/x/', landmarks: landmarks(1) }), expect: 'na' },
  {
    when: 'a further page with one card',
    given: given({ path: '/posts/page/4', landmarks: landmarks(1) }),
    expect: 'na',
  },
  {
    when: 'an article below its category',
    given: given({ path: '/category/x/an-article', landmarks: landmarks(1) }),
    expect: 'fail',
  },
  { when: 'the archive of a blog', given: given({ path: '/blog/archive/' }), expect: 'na' },
  { when: 'a list in a blog', given: given({ path: '/blog/tag/x' }), expect: 'na' },
  {
    when: 'an article that lists other pages',
    given: given({ path: '/about', landmarks: landmarks(1), mainText: mainText(49) }),
    expect: 'na',
    says: /a list of others/,
  },
  { when: 'a page that is half of links', given: given({ path: '/docs/a', mainText: mainText(50) }), expect: 'fail' },
  { when: 'an error page', given: { target, page: page('/docs/a', { answer: { status: 404 } }) }, expect: 'na' },
]);
