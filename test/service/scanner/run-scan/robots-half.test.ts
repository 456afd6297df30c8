import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { robotsHalf, robotsHalfListed, robotsTidy } from '../../../fixtures/sites/robots-half.ts';
import { recordOf, type ScannedSite, scanSite } from '../../../support/scan-site.ts';
import { type Site, serveSite } from '../../../support/site-server.ts';

async function scanned(site: Site): Promise<ScannedSite> {
  const server = await serveSite(site);
  return scanSite(server).finally(() => server.close());
}
const scoreOf = ({ report }: ScannedSite): number => report.score?.score ?? 0;

describe('a robots.txt that closes half of the pages to everybody', () => {
  for (const [how, site] of [
    ['linked', robotsHalf],
    ['listed', robotsHalfListed],
  ] as const) {
    it(`fails S2 and S3 and costs points where the pages are ${how}, though none of them is read`, async () => {
      const half = await scanned(site);
      const { '/robots.txt': _, ...open } = site.pages;
      const whole = await scanned({ pages: open });
      for (const id of ['S2', 'S3']) {
        const { status, message } = recordOf(half.report.siteChecks, id);
        assert.equal(status, 'fail', message);
        assert.match(message, /10 of 20 pages, line 2/);
        assert.equal(recordOf(whole.report.siteChecks, id).status, 'pass');
      }
      assert.ok(!half.requests.some(({ path }) => path.startsWith('/archive/')), 'our bot obeys');
      assert.ok(scoreOf(half) <= scoreOf(whole) - 15, `${scoreOf(half)} against ${scoreOf(whole)}`);
    });
  }

  it('passes where only baskets, sign-ins and sorted lists are closed', async () => {
    const { report } = await scanned(robotsTidy);
    for (const id of ['S2', 'S3']) {
      const { status, message } = recordOf(report.siteChecks, id);
      assert.equal(status, 'pass', message);
    }
  });
});
