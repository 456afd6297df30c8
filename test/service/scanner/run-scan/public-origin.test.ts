import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { plainText, simplePage } from '../../../fixtures/sites/simple-page.ts';
import { recordOf, type ScannedSite, scanSite } from '../../../support/scan-site.ts';
import { type Answer, type Site, type SiteServer, serveSite } from '../../../support/site-server.ts';

const SITE = 'https://shop.example';
const PATHS = ['/', '/a', '/b', '/c'];
const markdown: Answer = {
  headers: { 'content-type': 'text/markdown; charset=utf-8' },
  body: '# A page\n\nText of the page.\n',
};
const pageAt = (path: string, seed: number): Answer =>
  simplePage({
    title: `The page at ${path}`,
    seed,
    links: PATHS,
    head: `<link rel="canonical" href="${SITE}${path}"><link rel="alternate" type="text/markdown" href="${SITE}${path}index.md">
<link rel="alternate" hreflang="en" href="${SITE}${path}">`,
  });

/** A build of a site that is not published yet: every absolute address in it is public. */
const build: Site = {
  pages: {
    ...Object.fromEntries(PATHS.map((path, at) => [path, pageAt(path, at + 1)])),
    ...Object.fromEntries(PATHS.map((path) => [`${path}index.md`, markdown])),
    '/robots.txt': plainText(`User-agent: *\nAllow: /\nSitemap: ${SITE}/sitemap.xml\n`),
    '/sitemap.xml': {
      headers: { 'content-type': 'application/xml' },
      body: `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${PATHS.map((path, at) => `<url><loc>${SITE}${path}</loc><lastmod>2026-01-0${at + 1}</lastmod></url>`).join('')}</urlset>`,
    },
    '/llms.txt': plainText(
      `# Shop\n\n> All that the shop has to offer, in four pages.\n\n## Pages\n\n${PATHS.map((path) => `- [Page ${path}](${SITE}${path}index.md): words about the page\n`).join('')}`,
    ),
  },
};
const all = ({ report, pages }: ScannedSite) => [
  ...report.siteChecks,
  ...report.llmsTxtChecks,
  ...pages.flatMap(({ checks }) => checks),
];

describe('a scan of a build whose absolute addresses are public', () => {
  let server: SiteServer;
  let scanned: ScannedSite;
  before(async () => {
    server = await serveSite(build);
    scanned = await scanSite(server);
  });
  after(() => server.close());

  it('judges sitemap, llms.txt, canonicals and Markdown as those of the copy', () => {
    const { report, pages } = scanned;
    for (const id of ['S10', 'S11', 'S12', 'S16']) assert.equal(recordOf(report.siteChecks, id).status, 'pass', id);
    for (const id of ['L7', 'L8']) assert.equal(recordOf(report.llmsTxtChecks, id).status, 'pass', id);
    for (const { url, checks } of pages) {
      assert.equal(recordOf(checks, 'P12').status, 'pass', url);
      assert.doesNotMatch(recordOf(checks, 'P22').message, /no Markdown version/, url);
    }
  });

  it('says which origin it took for the public one, and why', () => {
    assert.deepEqual(scanned.report.basis?.publicOrigin, {
      origin: SITE,
      servedBy: server.origin,
      namedBy: ['sitemap', 'canonical', 'llms.txt'],
    });
    assert.equal(recordOf(scanned.report.siteChecks, 'S8').evidence?.measured, SITE);
  });

  it('asks nothing but the copy, and names the pages as it asked them', () => {
    // Services of other files run in this process too, and scan sites of this machine.
    const { host, hostname } = new URL(server.origin);
    assert.ok(scanned.connections.includes(host));
    assert.deepEqual(
      scanned.connections.filter((asked) => !asked.startsWith(`${hostname}:`)),
      [],
    );
    assert.deepEqual(scanned.pages.map(({ url }) => url).sort(), PATHS.map((path) => server.origin + path).sort());
    for (const { evidence } of all(scanned))
      if (evidence?.url !== undefined) assert.ok(!evidence.url.startsWith(SITE), evidence.url);
  });
});

describe('drafts and fixes of a scan of a private host', () => {
  const without = (...names: string[]): Site => ({
    pages: Object.fromEntries(Object.entries(build.pages).filter(([path]) => !names.includes(path))),
  });
  const bare: Site = {
    pages: Object.fromEntries(
      PATHS.map((path, seed) => [path, simplePage({ title: `Page ${path}`, seed, links: PATHS })]),
    ),
  };
  const rows: { when: string; site: Site; names: RegExp }[] = [
    {
      when: 'name the public origin',
      site: without('/sitemap.xml', '/robots.txt', '/llms.txt'),
      names: /shop\.example/,
    },
    { when: 'name a stand-in where the site names no origin', site: bare, names: /your-site\.example/ },
  ];
  for (const { when, site, names } of rows) {
    it(`${when}, and never the private host`, async () => {
      const server = await serveSite(site);
      const scanned = await scanSite(server);
      await server.close();
      const texts = all(scanned).flatMap(({ howToFix, evidence }) => [howToFix ?? '', evidence?.draft ?? '']);
      for (const text of texts) assert.doesNotMatch(text, /127\.0\.0\.1|localhost/);
      assert.match(recordOf(scanned.report.siteChecks, 'S10').evidence?.draft ?? '', names);
      assert.match(recordOf(scanned.report.siteChecks, 'S13').evidence?.draft ?? '', names);
    });
  }
});

describe('a scan of a copy whose root names no public address', () => {
  const draftsOf = async (origin: string | undefined): Promise<string> => {
    const head = (path: string) => (origin === undefined ? '' : `<link rel="canonical" href="${origin}${path}">`);
    const server = await serveSite({
      pages: Object.fromEntries(
        PATHS.map((path, at) => [
          path,
          simplePage({
            title: `The page at ${path}`,
            seed: at + 1,
            links: PATHS,
            head: path === '/' ? '' : head(path),
          }),
        ]),
      ),
    });
    try {
      const { report } = await scanSite(server);
      return ['S10', 'S13'].map((id) => JSON.stringify(recordOf(report.siteChecks, id))).join('\n');
    } finally {
      await server.close();
    }
  };

  it('drafts with the origin that the canonical addresses of its pages agree on', async () => {
    const drafts = await draftsOf(SITE);
    assert.match(drafts, /<loc>https:\/\/shop\.example\/a<\/loc>/);
    assert.match(drafts, /\]\(https:\/\/shop\.example\/b\)/);
    assert.doesNotMatch(drafts, /your-site\.example/);
  });

  it('drafts with a placeholder, and says so, where no page names one', async () => {
    assert.match(await draftsOf(undefined), /In the draft, replace https:\/\/your-site\.example/);
  });
});
