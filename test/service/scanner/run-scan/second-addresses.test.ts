import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { notFound, openRobots, plainText, simplePage, sitemapOf } from '../../../fixtures/sites/simple-page.ts';
import { firstOf } from '../../../support/exhaustive.ts';
import { scanSite } from '../../../support/scan-site.ts';
import { type Page, type Site, type SiteRequest, serveSite } from '../../../support/site-server.ts';

const PATHS = Array.from({ length: 12 }, (_, at) => `/part/${at}`);
const ALL = ['/', ...PATHS];

/** A site of thirteen pages whose links are written by `linkTo`. */
function siteWith({
  linkTo = (path: string, _request: SiteRequest) => path,
  canonical = false,
  more = {},
}: {
  linkTo?: (path: string, request: SiteRequest) => string;
  canonical?: boolean;
  more?: Site['pages'];
}): Site {
  const page =
    (path: string, seed: number): Page =>
    (request) =>
      simplePage({
        title: `Part ${seed} of the handbook`,
        seed,
        links: ALL.map((each) => linkTo(each, request)),
        ...(canonical ? { head: `<link rel="canonical" href="${request.origin}${path}">` } : {}),
      });
  return {
    pages: {
      '/robots.txt': openRobots,
      '/sitemap.xml': sitemapOf(ALL),
      ...Object.fromEntries(ALL.map((path, at) => [path, page(path, at)])),
      ...more,
    },
    fallback: notFound,
  };
}

const llmsTxt = plainText(
  `# Handbook\n\n> All parts.\n\n## Parts\n\n${Array.from({ length: 40 }, (_, at) => `- [Part ${at}](${PATHS[at % 12]}?ref=${at}): what it holds\n`).join('')}`,
);
const plainLlmsTxt = plainText(
  `# Handbook\n\n> All parts.\n\n## Parts\n\n${PATHS.map((path, at) => `- [Part ${at}](${path}): what it holds\n`).join('')}`,
);

let session = 0;
/** Another address for each link of each answer. */
const withSession = (path: string): string => {
  session += 1;
  return `${path}?visit=${session}`;
};

async function scan(site: Site) {
  const server = await serveSite(site);
  try {
    const scanned = await scanSite(server, { pageLimit: 30 });
    assert.equal(scanned.report.status, 'completed');
    return scanned;
  } finally {
    await server.close();
  }
}

describe('second addresses of pages that are known', () => {
  const rows: readonly (readonly [what: string, base: Site, site: Site])[] = [
    [
      'in llms.txt, with a canonical',
      siteWith({ canonical: true, more: { '/llms.txt': plainLlmsTxt } }),
      siteWith({ canonical: true, more: { '/llms.txt': llmsTxt } }),
    ],
    [
      'in llms.txt, without a canonical',
      siteWith({ more: { '/llms.txt': plainLlmsTxt } }),
      siteWith({ more: { '/llms.txt': llmsTxt } }),
    ],
    [
      'in the sitemap',
      siteWith({}),
      siteWith({ more: { '/sitemap.xml': sitemapOf(ALL.flatMap((path) => [path, `${path}?w=map`])) } }),
    ],
    [
      'in links, by the page that they are on',
      siteWith({}),
      siteWith({ linkTo: (path, { path: from }) => `${path}?from=${ALL.indexOf(from)}` }),
    ],
    ['in links, by a session that is new in each answer', siteWith({}), siteWith({ linkTo: withSession })],
    [
      'in links, by a session, with a canonical',
      siteWith({ canonical: true }),
      siteWith({ linkTo: withSession, canonical: true }),
    ],
  ];
  const inShort = ['in the sitemap', 'in links, by a session that is new in each answer'];
  for (const [what, base, site] of firstOf(rows, ([what]) => inShort.includes(what))) {
    it(`${what}, add no page and move the score by less than two points`, async () => {
      const [plain, second] = [await scan(base), await scan(site)];
      assert.equal(second.report.pagesScanned, ALL.length);
      const [before, after] = [plain.report.score?.score ?? 0, second.report.score?.score ?? 0];
      assert.ok(Math.abs(before - after) <= 2, `${before} and ${after}`);
    });
  }

  it('by a session do not keep the crawl busy', async () => {
    const { requests } = await scan(siteWith({ linkTo: withSession }));
    const pages = requests.filter(({ path, accept }) => path.startsWith('/part/') && accept === 'text/html,*/*');
    assert.ok(pages.length < 80, `${pages.length} requests`);
  });

  it('that differ in text stay pages of their own', async () => {
    const site = siteWith({});
    const listed = Array.from({ length: 8 }, (_, at) => `/list?page=${at}`);
    const pages = Object.fromEntries(
      listed.map((path, at) => [path, simplePage({ title: `List ${at}`, seed: 100 + at, links: listed })]),
    );
    const { report } = await scan({
      ...site,
      pages: { ...site.pages, ...pages, '/': simplePage({ title: 'Home', seed: 99, links: [...PATHS, ...listed] }) },
    });
    assert.equal(report.pagesScanned, ALL.length + listed.length);
  });
});
