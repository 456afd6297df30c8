/** The memory of one process that scans every hostile site in a row; the sites are served by this process, not that one. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { HOSTILE_DOCUMENTS } from '../../fixtures/hostile-documents.ts';
import { bigSitemap } from '../../fixtures/sites/big-sitemap.ts';
import { dripping, endless } from '../../fixtures/sites/endless.ts';
import { endlessLinks } from '../../fixtures/sites/endless-links.ts';
import { hostileWords } from '../../fixtures/sites/hostile-words.ts';
import { huge } from '../../fixtures/sites/huge.ts';
import { injectingUrls } from '../../fixtures/sites/injecting-urls.ts';
import { loopingSitemapIndex } from '../../fixtures/sites/looping-sitemap-index.ts';
import { openRobots, simplePage } from '../../fixtures/sites/simple-page.ts';
import { HOSTILE_PATHS } from '../../support/hostile-paths.ts';
import { runScript } from '../../support/service-process.ts';
import { type Site, type SiteServer, serveSite } from '../../support/site-server.ts';

/** A service has 1 GB (deploy/legible.service), of which its transports and its store take a part. */
const MAX_PEAK_MEGABYTES = 700;

const documentPaths = HOSTILE_DOCUMENTS.map((_, at) => `/document-${at}`);
/** Every paragraph opens again the thousand elements that an earlier one left open. */
const BOMB = `<p>${Array.from({ length: 1000 }, (_, at) => `<b a=${at}>`).join('')}${'<p>x</p>'.repeat(60_000)}`;
const documents: Site = {
  pages: {
    '/robots.txt': openRobots,
    '/': simplePage({ title: 'Hostile documents', seed: 1, links: [...documentPaths, '/bomb'] }),
    '/bomb': { body: BOMB },
    ...Object.fromEntries(HOSTILE_DOCUMENTS.map(([, html], at) => [`/document-${at}`, { body: html }])),
  },
};

/** A home page that links every path of HOSTILE_PATHS: bombs, floods, silence and broken HTTP. */
async function serveHostilePaths(): Promise<Pick<SiteServer, 'origin' | 'close'>> {
  const links = Object.keys(HOSTILE_PATHS).map((path) => `<p><a href="${path}">${path}</a></p>`);
  const server = createServer((request, response) => {
    response.on('error', () => {});
    const handler = HOSTILE_PATHS[new URL(request.url ?? '/', 'http://localhost').pathname];
    if (handler !== undefined) return handler(response, request, '');
    if (request.url !== '/') return response.writeHead(404).end();
    return response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><title>x</title>${links.join('')}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server's address is an AddressInfo; the string form is that of pipes.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('the hostile corpus in a row', () => {
  it(`needs less than ${MAX_PEAK_MEGABYTES} MB in one process`, { timeout: 220_000 }, async (t) => {
    const sites = [documents, huge, endless, dripping, hostileWords, injectingUrls, loopingSitemapIndex, bigSitemap];
    const servers = [
      ...(await Promise.all([...sites, endlessLinks].map((site) => serveSite(site)))),
      await serveHostilePaths(),
    ];
    // The costliest again at the end: what the first scan left behind adds up.
    const [first] = servers;
    assert.ok(first);
    const urls = [...servers, first].map(({ origin }) => `${origin}/`);
    const { code, stdout, stderr } = await runScript('test/support/scan-in-a-row.ts', ...urls);
    for (const server of servers) await server.close();
    assert.equal(code, 0, stderr);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const line of lines) t.diagnostic(JSON.stringify(line));
    assert.equal(lines.length, urls.length);
    assert.ok(lines[0].pages > HOSTILE_DOCUMENTS.length, 'every document was read');
    const peak = lines.at(-1).peakMegabytes;
    assert.ok(peak > 100, 'the size was measured');
    assert.ok(peak < MAX_PEAK_MEGABYTES, `${peak} MB`);
  });
});
