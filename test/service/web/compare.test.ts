/** Two scans side by side on the web. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Scan } from '../../../src/schema/scan.ts';
import { modern } from '../../fixtures/mcp-servers/speaking.ts';
import { plainText, simplePage } from '../../fixtures/sites/simple-page.ts';
import { serveMcp } from '../../support/mcp-server.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { rest, startScan, untilEnded } from '../../support/service-doors.ts';
import { type SiteServer, serveSite } from '../../support/site-server.ts';

let service: TestService;
let site: SiteServer;
let key: string;
let robots = 'User-agent: *\nAllow: /\n';
let first: Scan;
let second: Scan;
const pages: Record<string, ReturnType<typeof simplePage>> = {
  '/': simplePage({ title: 'Flour', seed: 1, links: ['/a', '/b'] }),
  '/a': simplePage({ title: 'Rye flour', seed: 2 }),
  '/b': simplePage({ title: '<b>Oat</b>', seed: 3 }),
};
before(async () => {
  service = await startTestService();
  site = await serveSite({
    pages: { '/robots.txt': () => plainText(robots) },
    fallback: ({ path }) => pages[path] ?? { status: 404, body: 'none' },
  });
  key = await service.key('pro');
  const scan = async () => {
    const { id } = await startScan(service, key, { url: `${site.origin}/`, pageLimit: 5 });
    return untilEnded(service, key, id);
  };
  first = await scan();
  robots = 'User-agent: *\nAllow: /\n\nUser-agent: ChatGPT-User\nDisallow: /\n';
  delete pages['/a'];
  pages['/c"><i>'] = simplePage({ title: 'New', seed: 4 });
  pages['/'] = simplePage({ title: 'Flour', seed: 1, links: ['/b', '/c%22%3E%3Ci%3E'] });
  second = await scan();
});
after(async () => {
  await site.close();
  await service.stop();
});

const open = async (id: string, baseline: string) => {
  const response = await fetch(`${service.url}/compare?${new URLSearchParams({ id, with: baseline })}`);
  return { status: response.status, text: await response.text(), headers: response.headers };
};

describe('a comparison', () => {
  it('shows both scores, where the points went, what got worse, and the pages that came and went', async () => {
    const { status, text, headers } = await open(second.shareToken, first.shareToken);
    assert.equal(status, 200);
    assert.match(headers.get('cache-control') ?? '', /private/);
    const change = second.siteScore - first.siteScore;
    assert.ok(change < 0);
    assert.match(text, new RegExp(`<strong>−${-change}</strong> since `));
    assert.match(text, new RegExp(`href="/s/${first.shareToken}">Report of`));
    assert.match(text, /Where the points went/);
    assert.match(text, /<h2 id="worse">Worse \(\d+\)<\/h2>/);
    assert.match(text, /Pages that are gone \(1\)/);
    assert.doesNotMatch(text, /<i>/);
  });

  it('needs both share tokens, and the earlier scan as the baseline', async () => {
    assert.equal((await open(second.id, first.shareToken)).status, 404);
    assert.equal((await open(second.shareToken, '0'.repeat(22))).status, 404);
    assert.equal((await open('', '')).status, 404);
    const { status, text } = await open(first.shareToken, second.shareToken);
    assert.equal(status, 400);
    assert.match(text, /The baseline must be a scan that was started before/);
  });

  it('lays two sites side by side in any order, without matching their pages', async () => {
    const other = await serveSite({ pages: { '/': simplePage({ title: 'Bread', seed: 9 }) } });
    after(() => other.close());
    const { id } = await startScan(service, key, { url: `${other.origin}/`, pageLimit: 5 });
    const bread = await untilEnded(service, key, id);
    const [host, otherHost] = [new URL(site.origin).host, new URL(other.origin).host];
    for (const [one, two, title] of [
      [bread, second, `${host} and ${otherHost}`],
      [second, bread, `${otherHost} and ${host}`],
    ] as const) {
      const { status, text } = await open(one.shareToken, two.shareToken);
      assert.equal(status, 200);
      assert.ok(text.includes(`<h1>${title}</h1>`), title);
      assert.match(text, /a difference between the two/);
      assert.doesNotMatch(text, /Pages that are gone|New pages|<h2>Before/);
      const { body } = await rest(service, `/api/v1/scans/${one.id}/comparison?with=${two.id}`, { key });
      const { comparable, notComparableBecause, siteScore, pageChecks, pagesAppeared } = Object(body);
      assert.deepEqual([comparable, pageChecks, pagesAppeared.count], [false, [], 0]);
      assert.match(notComparableBecause, /^the scans are of different sites\./);
      assert.equal(siteScore.change, one.siteScore - two.siteScore);
    }
  });

  it('shows two scans of an MCP server', async () => {
    const server = await serveMcp(modern());
    const scan = async () =>
      Object((await rest(service, '/api/v1/scan/mcp', { method: 'POST', key, body: { endpoint: server.url } })).body)
        .scan;
    const [earlier, later] = [await scan(), await scan()];
    await server.close();
    const { status, text } = await open(later.shareToken, earlier.shareToken);
    assert.equal(status, 200);
    assert.match(text, /<strong>0<\/strong> since /);
    assert.match(text, /No check changed/);
    assert.equal((await open(later.shareToken, first.shareToken)).status, 404);
  });
});
