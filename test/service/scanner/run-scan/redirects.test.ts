import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { redirectAway } from '../../../fixtures/sites/redirect-away.ts';
import { redirectInside } from '../../../fixtures/sites/redirect-inside.ts';
import { redirectLoop } from '../../../fixtures/sites/redirect-loop.ts';
import { redirectToMetadata } from '../../../fixtures/sites/redirect-to-metadata.ts';
import { redirectingPages } from '../../../fixtures/sites/redirecting-pages.ts';
import { recordOf, type ScannedSite, scanSite, statusesOf } from '../../../support/scan-site.ts';
import { type Site, serveSite } from '../../../support/site-server.ts';

/** Also proves that nothing but the site was connected to, whatever it pointed at. */
async function scan(site: Site): Promise<ScannedSite> {
  const server = await serveSite(site);
  try {
    const scanned = await scanSite(server);
    assert.deepEqual(scanned.connections, [new URL(server.origin).host]);
    return scanned;
  } finally {
    await server.close();
  }
}

describe('a scan whose root redirects', () => {
  const rows: { when: string; site: Site; reason: RegExp; names?: string; maxRequests: number }[] = [
    { when: 'in a circle', site: redirectLoop, reason: /more than 5 redirects/, maxRequests: 7 },
    {
      when: 'to a metadata service',
      site: redirectToMetadata,
      reason: /another domain/,
      names: 'http://169.254.169.254/',
      maxRequests: 2,
    },
    {
      when: 'to another domain',
      site: redirectAway,
      reason: /another domain/,
      names: 'http://elsewhere.example/welcome',
      maxRequests: 2,
    },
  ];
  for (const { when, site, reason, names, maxRequests } of rows) {
    it(`fails when it does so ${when}`, async () => {
      const { report, requests } = await scan(site);
      assert.equal(report.status, 'failed');
      const failure = recordOf(report.siteChecks, 'S0');
      assert.match(failure.message, reason);
      assert.ok(requests.length <= maxRequests, `${requests.length} requests`);
      if (names !== undefined) {
        assert.equal(failure.evidence?.snippet, names);
        assert.ok(!`${failure.message}${failure.howToFix}`.includes(new URL(names).host), 'only the evidence names it');
      }
    });
  }

  it('takes the section it leads to for the site', async () => {
    const { report, pages } = await scan(redirectInside);
    assert.equal(report.status, 'completed');
    const paths = pages.map(({ url }) => new URL(url).pathname);
    assert.deepEqual(paths, ['/docs/', '/docs/one', '/docs/two']);
    assert.equal(report.pagesDiscovered, 3);
  });
});

describe('a scan of pages that redirect to forbidden targets', () => {
  it('grades the site and connects to none of the targets', async () => {
    const { report, pages, requests } = await scan(redirectingPages);
    assert.equal(report.status, 'completed');
    const statuses = Object.fromEntries(pages.map(({ url, checks }) => [new URL(url).pathname, statusesOf(checks)]));
    assert.equal(statuses['/']?.P1, 'pass');
    assert.equal(statuses['/fine']?.P1, 'pass');
    for (const path of ['/to-metadata', '/to-elsewhere', '/to-itself', '/to-script', '/to-loopback']) {
      assert.notEqual(statuses[path]?.P1, 'pass', path);
    }
    assert.equal(statuses['/to-itself']?.P2, 'fail');
    assert.equal(statuses['/to-script']?.P2, 'fail');
    assert.equal(requests.filter(({ path }) => path === '/to-itself').length, 1, 'a circle is seen at once');
  });
});
