import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dripping, endless } from '../../../fixtures/sites/endless.ts';
import { hangs, pagesHang } from '../../../fixtures/sites/hangs.ts';
import { BAD, huge } from '../../../fixtures/sites/huge.ts';
import { MEGABYTE } from '../../../fixtures/sites/streams.ts';
import { recordOf, scanSite } from '../../../support/scan-site.ts';
import { type Site, serveSite } from '../../../support/site-server.ts';

const FETCH_TIMEOUT_MS = 500;

describe('a scan of a site that never answers', () => {
  const rows: {
    when: string;
    site: Site;
    fetchTimeoutMs?: number;
    timeouts: number;
    reason: RegExp;
    asked: string[];
  }[] = [
    {
      when: 'nothing comes',
      site: hangs,
      timeouts: 2,
      reason: /robots\.txt gave no answer/,
      asked: ['/robots.txt', '/robots.txt'],
    },
    {
      when: 'no page comes',
      site: pagesHang,
      timeouts: 2,
      reason: /no answer within/,
      asked: ['/robots.txt', '/', '/'],
    },
    {
      when: 'pages flood',
      site: endless,
      // 20 MB take longer than the others' time on a busy machine.
      fetchTimeoutMs: 20 * FETCH_TIMEOUT_MS,
      timeouts: 0,
      reason: /larger than 20000000 bytes/,
      asked: ['/robots.txt', '/'],
    },
    { when: 'pages drip', site: dripping, timeouts: 2, reason: /no answer within/, asked: ['/robots.txt', '/', '/'] },
  ];
  for (const { when, site, fetchTimeoutMs = FETCH_TIMEOUT_MS, timeouts, reason, asked } of rows) {
    it(`fails within ${timeouts} time-outs when ${when}`, async () => {
      const server = await serveSite(site);
      try {
        const startedAt = performance.now();
        const { report, requests } = await scanSite(server, { fetchTimeoutMs });
        const tookMs = performance.now() - startedAt;
        assert.equal(report.status, 'failed');
        assert.equal(report.score, undefined);
        assert.match(recordOf(report.siteChecks, 'S0').message, reason);
        assert.deepEqual(
          requests.map(({ path }) => path),
          asked,
        );
        assert.ok(tookMs < timeouts * fetchTimeoutMs + 8000, `took ${Math.round(tookMs)} ms`);
      } finally {
        await server.close();
      }
    });
  }
});

describe('a scan of a site with huge pages among good ones', () => {
  it('grades the good ones, and needs little memory for the others', async () => {
    const server = await serveSite(huge);
    const memory = watchMemory();
    try {
      const { report, pages } = await scanSite(server, { fetchTimeoutMs: 4 * FETCH_TIMEOUT_MS });
      const grownBytes = memory.stop();
      assert.equal(report.status, 'completed');
      assert.equal(report.pagesScanned, 9);
      for (const { url, checks } of pages) {
        const path = new URL(url).pathname;
        const isBad = BAD.includes(path);
        const { status, message } = recordOf(checks, 'P1');
        // A body that was not read to its end is not measured, except that its size is known to be too large.
        assert.equal(status, isBad ? 'error' : 'pass', `${path}: ${message}`);
        assert.equal(recordOf(checks, 'P5').status, isBad ? 'error' : 'pass', path);
        const size = path === '/bad/hangs' ? 'error' : isBad ? 'fail' : 'pass';
        assert.equal(recordOf(checks, 'P6').status, size, path);
      }
      assert.equal(report.score?.cap, undefined);
      assert.ok((report.score?.coverage ?? 1) < 1, 'what could not be measured shows in the coverage');
      assert.ok(grownBytes < 90 * MEGABYTE, `grew by ${Math.round(grownBytes / MEGABYTE)} MB`);
    } finally {
      memory.stop();
      await server.close();
    }
  });
});

/** Answers, when stopped, how far heap and buffers of this thread rose above where they were. */
function watchMemory(): { stop(): number } {
  const usedBytes = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const beforeBytes = usedBytes();
  let mostBytes = beforeBytes;
  const timer = setInterval(() => {
    mostBytes = Math.max(mostBytes, usedBytes());
  }, 10);
  return {
    stop() {
      clearInterval(timer);
      return mostBytes - beforeBytes;
    },
  };
}
