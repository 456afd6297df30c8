import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { closedFolder } from '../../../fixtures/sites/closed-folder.ts';
import { endlessLinks } from '../../../fixtures/sites/endless-links.ts';
import { goodSite } from '../../../fixtures/sites/good-site.ts';
import { hostileWords } from '../../../fixtures/sites/hostile-words.ts';
import { manyPages } from '../../../fixtures/sites/many-pages.ts';
import { firstOf } from '../../../support/exhaustive.ts';
import { scanSite } from '../../../support/scan-site.ts';
import { type Site, serveSite } from '../../../support/site-server.ts';

/** Latencies of 0 to 25 ms that differ from request to request and from seed to seed. */
function latencies(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state % 26;
  };
}

const SITES: Readonly<Record<string, { site: Site; pageLimit: number }>> = {
  'of good pages': { site: goodSite, pageLimit: 50 },
  'of many pages, sampled': { site: manyPages(200), pageLimit: 40 },
  'of links without end': { site: endlessLinks, pageLimit: 40 },
  'with closed folders and redirects': { site: closedFolder, pageLimit: 50 },
  'of hostile words': { site: hostileWords, pageLimit: 50 },
};

describe('two scans of a site that answers at different speeds', () => {
  for (const [name, { site, pageLimit }] of firstOf(
    Object.entries(SITES),
    ([name]) => name.includes('sampled') || name.includes('hostile'),
  )) {
    it(`give the same records, scores and progress for a site ${name}`, async () => {
      let latencyMs = latencies(1);
      // One server, because its port is in every URL.
      const server = await serveSite(site, { latencyMs: () => latencyMs() });
      try {
        const first = await scanSite(server, { pageLimit });
        latencyMs = latencies(20_240_607);
        const second = await scanSite(server, { pageLimit });
        assert.equal(first.report.status, 'completed');
        assert.deepEqual(second.report, first.report);
        assert.deepEqual(second.pages, first.pages);
        assert.deepEqual(second.progress, first.progress);
        const asked = ({ requests }: typeof first) =>
          requests.map(({ path, accept, userAgent }) => `${path} ${accept} ${userAgent}`).sort();
        assert.deepEqual(asked(second), asked(first));
      } finally {
        await server.close();
      }
    });
  }
});
