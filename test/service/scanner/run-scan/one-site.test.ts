import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plainText, simplePage } from '../../../fixtures/sites/simple-page.ts';
import { ORIGIN } from '../../../support/artifacts.ts';
import { scanInMemory } from '../../../support/scan-in-memory.ts';
import { recordOf } from '../../../support/scan-site.ts';
import type { Site } from '../../../support/site-server.ts';

const WWW = 'https://www.site.example';
const PATHS = ['/', '/a', '/b', '/c'];

/** The host without `www.`, whose sitemap and llms.txt name the host with it. */
const site: Site = {
  pages: {
    ...Object.fromEntries(
      PATHS.map((path, seed) => [path, simplePage({ title: `Page at ${path}`, seed, links: PATHS })]),
    ),
    '/robots.txt': plainText(`User-agent: *\nAllow: /\nSitemap: ${WWW}/sitemap.xml\n`),
    '/sitemap.xml': {
      headers: { 'content-type': 'application/xml' },
      body: `<urlset>${PATHS.map((path) => `<url><loc>${WWW}${path}</loc></url>`).join('')}</urlset>`,
    },
    '/llms.txt': plainText(
      `# Site\n\n> A site.\n\n## Pages\n\n${PATHS.map((path) => `- [P](${WWW}${path}): p\n`).join('')}`,
    ),
  },
};

describe('a site whose files name another spelling of its host', () => {
  it('is one site where that redirects to it', async () => {
    const { report } = await scanInMemory(site, { redirecting: [WWW, 'http://site.example'] });
    assert.equal(recordOf(report.siteChecks, 'S10').status, 'pass');
    assert.equal(recordOf(report.siteChecks, 'S16').status, 'pass');
    assert.match(recordOf(report.siteChecks, 'S12').message, /redirects \(4\)/);
    assert.doesNotMatch(recordOf(report.llmsTxtChecks, 'L7').message, /other hosts/);
    assert.notEqual(recordOf(report.llmsTxtChecks, 'L8').status, 'na');
    assert.equal(report.pagesDiscovered, PATHS.length);
  });

  it('is another site where that does not answer', async () => {
    const { report } = await scanInMemory(site);
    assert.notEqual(recordOf(report.siteChecks, 'S10').status, 'pass');
    assert.equal(recordOf(report.llmsTxtChecks, 'L8').status, 'na');
    assert.equal(report.host, new URL(ORIGIN).host);
  });
});
