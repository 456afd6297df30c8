import assert from 'node:assert/strict';
import { it } from 'node:test';
import check from '../../../../../src/scanner/checks/llms-txt/coverage.ts';
import type { SiteArtifacts } from '../../../../../src/scanner/model/artifacts.ts';
import type { LlmsLinksArtifact, NestedLlmsTxt } from '../../../../../src/scanner/model/llms-txt.ts';
import type { PageDigest } from '../../../../../src/scanner/model/page.ts';
import type { Anchor } from '../../../../../src/scanner/parse/html/page-facts.ts';
import { answered, digest, ORIGIN, page, site } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { cpuMs } from '../../../../support/cpu-time.ts';
import { absent, link, llmsTxt } from './llms-txt-file.ts';

interface Given {
  /** What llms.txt links to. */
  readonly links?: readonly string[];
  /** Paths in the sitemap. */
  readonly sitemap?: readonly string[];
  /** Pages that were crawled in addition to the home page. */
  readonly pages?: readonly (string | PageDigest)[];
  /** Targets of the navigation of the home page. */
  readonly navigation?: readonly string[];
  readonly nested?: readonly NestedLlmsTxt[];
  readonly sample?: LlmsLinksArtifact['sample'];
  readonly origin?: string;
  readonly scope?: string;
  /** H1 in the llms-full.txt; 0 for no such file. */
  readonly fullHeadings?: number;
}

const absolute = (path: string, origin: string) => new URL(path, origin).href;
const anchor = (url: string, inNavigation = true): Anchor => ({ href: url, url, text: 'A', inNavigation, rel: [] });

function given({ origin = ORIGIN, ...parts }: Given): SiteArtifacts {
  const { links = [], sitemap = [], pages = [], navigation = [], nested = [], sample = [], fullHeadings = 0 } = parts;
  const scope = `${origin}${parts.scope ?? '/'}`;
  const base = site();
  const full = paths(fullHeadings, '# Page ').join('\n\nText.\n\n');
  const list = links.map((url) => `- [A](${url}): a note`).join('\n');
  const artifacts = llmsTxt(
    `# Site\n\n## Docs\n\n${list}\n`,
    { url: `${origin}/llms.txt`, finalUrl: `${origin}/llms.txt` },
    {
      target: { ...base.target, rootUrl: scope, finalUrl: scope, origin, scope },
      home: page(scope, {
        facts: {
          anchors: [...navigation.map((path) => anchor(absolute(path, origin))), anchor(`${origin}/elsewhere`, false)],
        },
      }),
      crawl: {
        pages: [
          digest(scope, { foundBy: 'root' }),
          ...pages.map((each) => (typeof each === 'string' ? digest(absolute(each, origin)) : each)),
        ],
        pagesDiscovered: pages.length + 1,
      },
      sitemap: {
        ...base.sitemap,
        entries: sitemap.map((path) => ({ url: absolute(path, origin), lastmod: undefined })),
      },
      llmsLinks: { linkCount: links.length, sample, nested },
    },
  );
  if (fullHeadings === 0) return artifacts;
  return { ...artifacts, llmsTxt: { ...artifacts.llmsTxt, full: answered('/llms-full.txt', { text: full }) } };
}
const paths = (count: number, prefix = '/p') => Array.from({ length: count }, (_, at) => `${prefix}${at}`);

checkTable(check, [
  // The home page is the fifth of five, and always covered.
  { when: '80 % are listed', given: given({ sitemap: paths(4), links: paths(3) }), expect: 'pass', says: /4 of 5/ },
  { when: 'less than 80 % are', given: given({ sitemap: paths(8), links: paths(6) }), expect: 'warn', says: /7 of 9/ },
  {
    when: 'the whole text is linked as one file',
    given: given({ sitemap: paths(9), links: ['https://public.example/llms-full.txt'], fullHeadings: 8 }),
    expect: 'pass',
    says: /llms-full/,
  },
  {
    when: 'the file that is linked has few headings',
    given: given({ sitemap: paths(9), links: ['/llms-full.txt'], fullHeadings: 7 }),
    expect: 'fail',
  },
  {
    when: 'the whole text exists, but is not linked',
    given: given({ sitemap: paths(9), links: ['/llms-small.txt'], fullHeadings: 10 }),
    expect: 'fail',
  },
  { when: '40 % are', given: given({ sitemap: paths(4), links: paths(1) }), expect: 'warn', says: /2 of 5/ },
  { when: 'less than 40 % are', given: given({ sitemap: paths(7), links: paths(2) }), expect: 'fail', says: /3 of 8/ },
  {
    when: 'they are listed under other spellings',
    given: given({
      sitemap: ['/', '/guide/', '/api.html', '/faq', '/team'],
      links: [`${ORIGIN}/guide.md`, '/api/index.html.md', '/faq/#part', '/team.html?utm_source=llms'],
    }),
    expect: 'pass',
    says: /5 of 5/,
  },
  {
    when: 'deep pages, lists, further pages and legal texts are missing',
    given: given({
      sitemap: [
        '/guide',
        '/a/b/c',
        '/a/b/c/',
        '/tag/x',
        '/author/ann',
        '/blog/page/2',
        '/list?page=2',
        '/privacy',
        '/x.pdf',
      ],
      links: ['/guide'],
    }),
    expect: 'pass',
    says: /2 of 2/,
  },
  {
    when: 'pages two segments deep are missing',
    given: given({ sitemap: ['/a/b/', '/a/c/index.html', '/d/e', '/f/g'], links: ['/x'] }),
    expect: 'fail',
    says: /1 of 5/,
  },
  {
    when: 'a deep page of the navigation is missing',
    given: given({ sitemap: ['/a'], links: ['/a'], navigation: ['/docs/v2/start'] }),
    expect: 'warn',
    says: /2 of 3/,
  },
  {
    when: 'pages without a sitemap are missing',
    given: given({ pages: paths(4), links: ['/x'] }),
    expect: 'fail',
    says: /1 of 5/,
  },
  {
    when: 'pages that are gone, noindexed, copies, shells or redirects out are missing',
    given: given({
      sitemap: ['/gone', '/guide'],
      pages: [
        digest('/gone', { status: 404, readable: 'no' }),
        digest('/hidden', { noindex: true }),
        digest('/copy', { canonicals: [{ href: '/guide', url: `${ORIGIN}/guide` }] }),
        digest('/refused', { readable: 'no' }),
        digest('/away', { finalUrl: 'https://elsewhere.example/' }),
      ],
      links: ['/guide'],
    }),
    expect: 'pass',
    says: /2 of 2/,
  },
  {
    when: 'a page is listed by the address it redirects to',
    given: given({
      pages: [...paths(3), digest('/old', { finalUrl: `${ORIGIN}/new`, canonicals: [] })],
      links: [...paths(3), '/new'],
    }),
    expect: 'pass',
    says: /5 of 5/,
  },
  {
    when: 'a selection reaches 80 % of the parts that the navigation leads to',
    given: given({
      sitemap: paths(50),
      navigation: ['/docs/', '/blog/', '/pricing', '/about', '/changelog.html', '/'],
      links: ['/docs/a.md', '/blog/b', '/pricing.md', '/changelog'],
    }),
    expect: 'pass',
    says: /selection/,
  },
  {
    when: 'it reaches fewer of them',
    given: given({
      sitemap: paths(50),
      navigation: ['/docs/', '/blog/', '/pricing', '/about', '/changelog.html'],
      links: ['/docs/a.md', '/docs/b.md', '/blog/b', '/pricing.md'],
    }),
    expect: 'fail',
  },
  {
    when: 'a file of 100 links is a selection',
    given: given({ sitemap: paths(400, '/x'), navigation: ['/docs/'], links: paths(100, '/docs/') }),
    expect: 'pass',
  },
  {
    when: 'one of 101 links is none',
    given: given({ sitemap: paths(400, '/x'), navigation: ['/docs/'], links: paths(101, '/docs/') }),
    expect: 'fail',
  },
  {
    when: 'a scan below a path counts from there',
    given: given({
      scope: '/docs/',
      sitemap: ['/docs/', '/docs/a/b', '/pricing', '/docs/c/d/e'],
      navigation: ['/docs/start', '/blog'],
      links: ['/docs/a/b.md', '/docs/start.md'],
    }),
    expect: 'pass',
    says: /3 of 3/,
  },
  {
    when: 'the pages are listed in the llms.txt of a section',
    given: given({
      sitemap: paths(8, '/api/'),
      links: ['/api/llms.txt'],
      nested: [{ url: `${ORIGIN}/api/llms.txt`, file: { charCount: 500, links: paths(8, `${ORIGIN}/api/`) } }],
    }),
    expect: 'pass',
    says: /9 of 9/,
  },
  {
    when: 'a section whose llms.txt was not read is left out',
    given: given({
      sitemap: [...paths(8, '/api/'), '/guide', '/apiary'],
      links: ['/api/llms.txt', '/guide', '/apiary'],
      nested: [{ url: `${ORIGIN}/api/llms.txt`, file: undefined }],
    }),
    expect: 'pass',
    says: /3 of 3/,
  },
  {
    when: 'the llms.txt of a section is dead',
    given: given({
      sitemap: paths(8, '/api/'),
      links: ['/api/llms.txt'],
      nested: [{ url: `${ORIGIN}/api/llms.txt`, file: undefined }],
      sample: [link('/api/llms.txt', { state: 'dead', status: 404, form: undefined })],
    }),
    expect: 'fail',
  },
  {
    when: 'a preview lists the pages of production',
    given: given({
      origin: 'https://site-git-fix-team.vercel.app',
      pages: ['/a', '/b', '/c', '/d'],
      links: [`${ORIGIN}/a`, `${ORIGIN}/b.md`, `${ORIGIN}/c`, `${ORIGIN}/d`, 'https://github.example/x'],
    }),
    expect: 'pass',
    says: /5 of 5/,
  },
  {
    when: 'a preview lists other pages of production',
    given: given({
      origin: 'https://site-git-fix-team.vercel.app',
      pages: ['/a', '/b', '/c', '/d'],
      links: [`${ORIGIN}/w`, `${ORIGIN}/x`],
    }),
    expect: 'fail',
  },
  {
    when: 'only few of the links lead to the other host',
    given: given({
      pages: ['/a', '/b', '/c', '/d'],
      links: ['https://o.example/a', 'https://o.example/b', '/x', '/y'],
    }),
    expect: 'fail',
  },
  { when: 'there is no sitemap and four pages', given: given({ pages: paths(3), links: ['/x'] }), expect: 'na' },
  { when: 'there is nothing but the home page', given: given({ scope: '/docs/', sitemap: ['/x'] }), expect: 'na' },
  { when: 'there is no file', given: absent(), expect: 'na' },
]);

it('L11 drafts lines for the missing pages that were read', () => {
  const outcome = check.evaluate(
    given({
      pages: [digest('/a', { title: 'A [b]', description: 'What it says' }), ...paths(3)],
      sitemap: ['/z'],
      links: paths(2),
    }),
  );
  assert.equal(outcome.status, 'warn');
  assert.match(outcome.evidence?.draft ?? '', /^- \[A \(b\)\]\(https:\/\/site\.example\/a\): What it says\n/);
  assert.equal(outcome.evidence?.draft?.split('\n').length, 3);
  assert.ok(outcome.evidence?.examples?.includes(`${ORIGIN}/z`));
});

it('L11 compares a sitemap of 50,000 pages in little time', () => {
  const artifacts = given({ sitemap: paths(50_000, '/blog/post-'), links: paths(1000) });
  assert.ok(cpuMs(() => check.evaluate(artifacts)) < 3000);
});
