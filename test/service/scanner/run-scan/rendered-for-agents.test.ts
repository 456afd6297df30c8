import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReaderId } from '../../../../src/scanner/readers/readers.ts';
import { manyPages } from '../../../fixtures/sites/many-pages.ts';
import { type ScannedSite, serveAndScan } from '../../../support/scan-site.ts';
import type { Answer, Page, Site } from '../../../support/site-server.ts';

const SHELL: Answer = {
  body: '<!doctype html><html lang="en"><title>App</title><script type="module" src="/app.js"></script><div id="root"></div></html>',
};

/** The site as an app that renders its pages for those whose name the pattern knows, and leaves it to scripts for all others. */
function renderedFor(agents: RegExp, { pages }: Site): Site {
  const isPage = (path: string) => !/\.(?:txt|xml)$/.test(path);
  const shown =
    (page: Page): Page =>
    (request) => {
      if (!agents.test(request.headers['user-agent'] ?? '')) return SHELL;
      return typeof page === 'function' ? page(request) : page;
    };
  return {
    pages: Object.fromEntries(Object.entries(pages).map(([path, page]) => [path, isPage(path) ? shown(page) : page])),
  };
}

async function deliveredOf(site: Site): Promise<{ scanned: ScannedSite; of(id: ReaderId): number }> {
  const scanned = await serveAndScan(site);
  const { readers = [] } = scanned.report.basis?.delivery ?? {};
  return { scanned, of: (id) => readers.find(({ reader }) => reader === id)?.delivered ?? -1 };
}

describe('a site that renders its pages for agents by their names', () => {
  it('delivers its text to the readers with these names, and to no other', async () => {
    const { scanned, of } = await deliveredOf(renderedFor(/ChatGPT-User|Claude-User|OAI-SearchBot/, manyPages(12)));
    assert.equal(of('coding-assistant'), 1);
    assert.equal(of('chat-assistant'), 1);
    assert.ok(of('search-assistant') > 0.9);
    assert.ok(of('fetch-tool') < 0.1);
    assert.equal(scanned.report.siteChecks.find(({ id }) => id === 'S6')?.status, 'pass');
  });

  it('delivers nothing to assistants whose name it does not know', async () => {
    const { of } = await deliveredOf(renderedFor(/Claude-User/, manyPages(12)));
    assert.equal(of('coding-assistant'), 1);
    for (const id of ['chat-assistant', 'search-assistant', 'page-reader'] as const) assert.ok(of(id) < 0.1, id);
  });
});
