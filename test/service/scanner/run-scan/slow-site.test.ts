import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isTooSlow } from '../../../../src/scanner/crawl/patience.ts';
import { manyPages } from '../../../fixtures/sites/many-pages.ts';
import { scanSite } from '../../../support/scan-site.ts';
import { serveSite } from '../../../support/site-server.ts';

const PATIENCE = { forMs: 1000, pageMs: 100 };

describe('patience with slow sites', () => {
  const rows: readonly (readonly [elapsedMs: number, pages: number, isTooSlow: boolean])[] = [
    [1000, 1, false],
    [1001, 10, true],
    [1001, 11, false],
    [2000, 20, false],
    [2001, 20, true],
  ];
  for (const [elapsedMs, pages, expected] of rows) {
    it(`${pages} pages in ${elapsedMs} ms are ${expected ? 'too slow' : 'fast enough'}`, () =>
      assert.equal(isTooSlow(PATIENCE, elapsedMs, pages), expected));
  }

  it('grades the pages read until it ran out, with low confidence, and asks the site for no more pages', async () => {
    const server = await serveSite(manyPages(300), { latencyMs: 100 });
    try {
      const { report, pages, requests } = await scanSite(server, {
        pageLimit: 300,
        patience: { forMs: 1500, pageMs: 10 },
      });
      assert.equal(report.status, 'completed');
      assert.ok(pages.length >= 1 && pages.length < 250, `${pages.length} pages`);
      assert.equal(report.pagesScanned, pages.length);
      assert.equal(report.score?.lowConfidence, true);
      const asked = requests.filter(({ path }) => /^\/section-\d\/page-\d+$/.test(path));
      assert.ok(new Set(asked.map(({ path }) => path)).size < 290);
    } finally {
      await server.close();
    }
  });
});
