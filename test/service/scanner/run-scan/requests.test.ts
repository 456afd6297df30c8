import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ScanReport } from '../../../../src/scanner/model/scan.ts';
import type { RequestLedger, RequestPurpose } from '../../../../src/scanner/net/site-client.ts';
import { brokenCapabilities, capableSite } from '../../../fixtures/sites/capable-site.ts';
import { carelessPublisher } from '../../../fixtures/sites/careless-publisher.ts';
import { goodSite } from '../../../fixtures/sites/good-site.ts';
import { manyPages } from '../../../fixtures/sites/many-pages.ts';
import { plainText, sitemapOf } from '../../../fixtures/sites/simple-page.ts';
import { someOf } from '../../../support/exhaustive.ts';
import { scanInMemory } from '../../../support/scan-in-memory.ts';
import type { Page, Site } from '../../../support/site-server.ts';

async function scan(site: Site, options: { readonly path?: string; readonly pageLimit?: number } = {}) {
  const { report, ledger } = await scanInMemory(site, options);
  assert.equal(report.status, 'completed');
  return { report, counts: countsOf(ledger), urls: ledger.entries.map(({ url }) => url).sort() };
}

function countsOf({ entries }: RequestLedger): Record<RequestPurpose, number> {
  const counts = { page: 0, twin: 0, origin: 0, sitemap: 0, link: 0, action: 0, browser: 0, look: 0, probe: 0 };
  for (const { purpose } of entries) counts[purpose] += 1;
  return counts;
}

/** Pages answer Markdown to those who ask for it, and all say how they can be checked for changes. */
function negotiating({ pages, ...rest }: Site): Site {
  const both =
    (page: Page): Page =>
    (request) => {
      const answer = typeof page === 'function' ? page(request) : page;
      const isHtml = answer.headers?.['content-type']?.startsWith('text/html') ?? true;
      const headers = { ...answer.headers, etag: '"1"', vary: 'Accept' };
      if (!isHtml || !request.headers.accept?.startsWith('text/markdown')) return { ...answer, headers };
      return { headers: { ...headers, 'content-type': 'text/markdown; charset=utf-8' }, body: '# A page\n\nWords.\n' };
    };
  return { ...rest, pages: Object.fromEntries(Object.entries(pages).map(([path, page]) => [path, both(page)])) };
}

const listOf = (paths: readonly string[]) =>
  plainText(`# Site\n\n> About.\n\n## Pages\n\n${paths.map((path) => `- [Page](${path}): words`).join('\n')}\n`);
const numbered = (count: number, prefix: string) => Array.from({ length: count }, (_, at) => `${prefix}${at}`);
const elsewhere = numbered(30, 'https://elsewhere.example/');

/** Offers all there is, links to far more than is read, and is missing in every place where it is looked for first. */
const demanding = (site: Site): Site => {
  const many = manyPages(300);
  return negotiating({
    pages: {
      ...many.pages,
      ...site.pages,
      '/sitemap.xml': sitemapOf(['/', ...Object.keys(many.pages).filter((path) => path.startsWith('/section-'))]),
      '/llms.txt': listOf([...numbered(150, '/section-3/page-'), ...numbered(100, '/missing-'), ...elsewhere]),
    },
  });
};

const SITES: Readonly<Record<string, { site: Site; path?: string; pageLimit?: number }>> = {
  'that does everything right': { site: goodSite },
  'of many pages': { site: manyPages(300), pageLimit: 5 },
  'without any file': { site: { pages: { '/': manyPages(2).pages['/'] ?? {} } } },
  'that publishes carelessly': { site: carelessPublisher },
  'that offers agents everything': { site: capableSite },
  'that breaks every promise': { site: brokenCapabilities },
  'that is good, large and negotiates': { site: demanding(goodSite), pageLimit: 5 },
  'that offers everything, is large and negotiates': { site: demanding(capableSite), pageLimit: 5 },
  'that promises everything, is large and negotiates': { site: demanding(brokenCapabilities), pageLimit: 5 },
  'that is read from a folder of it': { site: demanding(capableSite), path: '/docs/api/orders', pageLimit: 5 },
};

describe('requests of a whole scan (catalogue, section 2)', () => {
  for (const [name, { site, ...options }] of someOf(Object.entries(SITES), 3)) {
    it(`are at most 40 fixed probes and 60 samples of links for a site ${name}`, async () => {
      const { report, counts, urls } = await scan(site, options);
      const told = JSON.stringify(counts);
      assert.ok(counts.probe <= 40 && counts.link <= 60 && counts.look <= 20, told);
      // Pages of the first three try every form of name; all others make do with one. Dead links cost a try each.
      assert.ok(counts.twin <= 2 * (report.pagesScanned + 6), told);
      assert.ok(counts.page <= 3 * (options.pageLimit ?? 50) + 50, told);
      assert.deepEqual(unmeasured(report), [], 'what is asked is enough for every check');
      const again = await scan(site, options);
      assert.deepEqual(again.urls, urls, 'the same ones every time');
    });
  }

  it('are shared by the samples of sitemap and llms.txt, which both use their part', async () => {
    const { counts, urls } = await scan(demanding(goodSite), { pageLimit: 5 });
    assert.equal(counts.link, 60);
    const asked = (of: RegExp) => urls.filter((url) => of.test(url)).length;
    assert.ok(asked(/missing-/) >= 10, 'links of llms.txt that are not in the sitemap');
    assert.ok(asked(/section-[0-24-9]/) >= 15, 'locations that only the sitemap has');
    assert.ok(asked(/elsewhere/) >= 5, 'links of llms.txt to other hosts');
  });
});

const unmeasured = ({ siteChecks, llmsTxtChecks }: ScanReport) =>
  [...siteChecks, ...llmsTxtChecks].filter(({ status }) => status === 'error');
