/** A shop that records every request: whatever it offers, a scan changes nothing on it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { scanSite } from '../../../support/scan-site.ts';
import { noting, type SiteRequest, type SiteServer, serveSite } from '../../../support/site-server.ts';

const LABELLED = [
  ['/cart/put/17', 'Add to cart'],
  ['/orders/now', 'Buy now'],
  ['/items/17/gone', 'Delete'],
  ['/session/end', 'Sign out'],
  ['/mail/list', 'Subscribe'],
  ['/mail/list/leave', 'Abbestellen'],
  ['/?add-to-cart=17', 'Kettle'],
  ['/account/logout', 'Leave'],
  ['/wiki?title=Kettle&action=delete', 'Kettle'],
] as const;
const LISTED = ['/logout', '/?add-to-cart=9', '/shop?do=checkout'];

const html = (title: string, body: string) => ({
  body: `<!doctype html><html lang="en"><title>${title}</title><nav><a href="/kettles">Kettles</a> <a href="/old">Old kettles</a> ${LABELLED.map(
    ([path, label]) => `<a href="${path}">${label}</a>`,
  ).join(
    ' ',
  )}</nav><main><h1>${title}</h1><p>We make kettles of copper, and have done so for a hundred years.</p>${body}</main></html>`,
});

describe('a scan of a shop', () => {
  const asked: SiteRequest['headers'][] = [];
  let server: SiteServer;
  before(async () => {
    const pages = {
      '/': html(
        'Kettles',
        '<form action="/order" method="post"><label>Name <input name="name"></label><button>Order</button></form>',
      ),
      '/kettles': html(
        'All kettles',
        '<form action="/search"><label>Search <input type="search" name="q"></label><button>Search</button></form>',
      ),
      '/old': { status: 302, headers: { location: '/session/end?logout=1' } },
      '/search': html('Results', ''),
      '/sitemap.xml': ({ origin }: SiteRequest) => ({
        headers: { 'content-type': 'application/xml' },
        body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${['/kettles', ...LISTED].map((path) => `<url><loc>${origin}${path.replace('&', '&amp;')}</loc></url>`).join('')}</urlset>`,
      }),
      '/llms.txt': {
        headers: { 'content-type': 'text/plain' },
        body: `# Kettles\n\n> Copper kettles.\n\n## Shop\n\n${LISTED.map((path) => `- [A page](${path}): of the shop`).join('\n')}\n`,
      },
    };
    server = await serveSite(noting({ pages, fallback: { status: 404, body: 'none' } }, asked));
    const { report } = await scanSite(server, { pageLimit: 20 });
    assert.equal(report.status, 'completed');
  });
  after(() => server.close());

  it('sends GET, HEAD and OPTIONS, without a body', () => {
    const methods = new Set(server.requests.map(({ method }) => method));
    assert.deepEqual(
      [...methods].filter((method) => !['GET', 'HEAD', 'OPTIONS'].includes(method)),
      [],
    );
    assert.ok(asked.length > 0);
    assert.deepEqual(
      asked.filter((headers) => headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined),
      [],
    );
  });
  it('asks for nothing that a link labels, or an address says, to act', () => {
    const acting = [...LABELLED.map(([path]) => path), ...LISTED, '/session/end?logout=1'];
    const paths = server.requests.map(({ path }) => path);
    assert.deepEqual(
      paths.filter((path) => acting.some((each) => path === each || path === `${each}.md`)),
      [],
    );
    assert.ok(paths.includes('/kettles'), 'other pages are read');
  });
});
