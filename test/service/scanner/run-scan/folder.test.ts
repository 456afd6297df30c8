import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { simpleHtml } from '../../../fixtures/sites/simple-page.ts';
import { recordOf, scanSite } from '../../../support/scan-site.ts';
import { type SiteServer, serveFolder } from '../../../support/site-server.ts';

const FILES: Readonly<Record<string, string | Buffer>> = {
  'index.html': simpleHtml({
    title: 'A folder of documents',
    seed: 1,
    links: ['guide/', 'guide/two.html', 'logo.png'],
  }),
  'guide/index.html': simpleHtml({ title: 'Guide, the first page', seed: 2, links: ['two.html', '../style.css'] }),
  'guide/two.html': simpleHtml({ title: 'Guide, the second page', seed: 3, links: ['./', '../missing.html'] }),
  'robots.txt': 'User-agent: *\nAllow: /\n',
  'style.css': 'body { color: black }',
  'logo.png': Buffer.from('89504e470d0a1a0a', 'hex'),
};

describe('a scan of a folder', () => {
  let folder: string;
  let server: SiteServer;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'legible-folder-'));
    for (const [name, body] of Object.entries(FILES)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), body);
    }
    server = await serveFolder(folder);
  });
  after(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  it('reads its pages and nothing else', async () => {
    const { report, pages } = await scanSite(server);
    assert.equal(report.status, 'completed');
    assert.deepEqual(
      pages.map(({ url }) => new URL(url).pathname),
      ['/', '/guide/', '/guide/two.html'],
    );
    const { message, evidence } = recordOf(pages[2]?.checks ?? [], 'P17');
    assert.match(message, / 1 leads to a dead address of the site/);
    assert.deepEqual(evidence?.examples, [`dead: ${server.origin}/missing.html`]);
    assert.equal(recordOf(report.siteChecks, 'S1').status, 'pass');
    assert.equal(recordOf(report.siteChecks, 'S9').status, 'pass');
  });

  it('is served as static hosts do', async () => {
    const get = async (path: string) => {
      const response = await fetch(server.origin + path, { redirect: 'manual' });
      await response.arrayBuffer();
      return [response.status, response.headers.get('content-type')?.split(';')[0], response.headers.get('location')];
    };
    assert.deepEqual(await get('/guide'), [301, 'text/html', '/guide/']);
    assert.deepEqual(await get('/guide/'), [200, 'text/html', null]);
    assert.deepEqual(await get('/logo.png'), [200, 'image/png', null]);
    assert.deepEqual(await get('/..%2f..%2fetc%2fpasswd'), [404, 'text/html', null]);
  });
});
