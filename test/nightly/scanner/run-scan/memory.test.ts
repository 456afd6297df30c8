import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { manyPages } from '../../../fixtures/sites/many-pages.ts';
import { MEGABYTE } from '../../../fixtures/sites/streams.ts';
import { scannerFor } from '../../../support/scan-site.ts';
import { serveSite } from '../../../support/site-server.ts';

describe('the memory of a scan', () => {
  it('does not grow with the number of pages', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage: unknown = runInNewContext('gc');
    const heapBytes = () => {
      assert.ok(typeof collectGarbage === 'function');
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const pageLimit = 2000;
    const server = await serveSite(manyPages(pageLimit));
    try {
      const { origin } = server;
      const { hostname, port } = new URL(origin);
      const samples: number[] = [];
      const report = await scannerFor().runScan(
        { rootUrl: `${origin}/`, pageLimit, deadlineMs: 120_000, permit: { host: hostname, port: Number(port) } },
        {
          progress() {},
          async pages(chunk) {
            if (chunk % 10 === 0) samples.push(heapBytes());
          },
          async latePages() {},
        },
        new AbortController().signal,
      );
      assert.equal(report.pagesScanned, pageLimit);
      const [first = 0, ...later] = samples;
      const grownBytes = Math.max(...later) - first;
      // A page's digest, address and shares are kept, about three kilobytes; its results alone are five.
      assert.ok(grownBytes < 8 * MEGABYTE, `grew by ${(grownBytes / MEGABYTE).toFixed(1)} MB over ${pageLimit} pages`);
    } finally {
      await server.close();
    }
  });
});
