/** A scan with `browser: true` over every transport, with the Chromium of this machine. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Scan } from '../../../../src/schema/scan.ts';
import { ferrySite } from '../../../fixtures/sites/ferry.ts';
import { assertAccessible, assertFits, browserMissing, CHROMIUM, sharedChromium } from '../../../support/browser.ts';
import { startTestService, type TestService } from '../../../support/service.ts';
import { callTool, connectMcp, rest, startScan } from '../../../support/service-doors.ts';
import { type SiteServer, serveSite } from '../../../support/site-server.ts';

const WAIT_MS = 120_000;

describe('a scan with browser: true', { skip: browserMissing }, () => {
  let service: TestService;
  let site: SiteServer;
  let key: string;
  let scan: Scan;
  before(async () => {
    site = await serveSite(ferrySite);
    service = await startTestService({ settings: { BROWSER: CHROMIUM, BROWSER_SANDBOX: 'off' } });
    key = await service.key('team');
    const { id } = await startScan(service, key, { url: `${site.origin}/`, browser: true });
    scan = await untilLooked(id);
  });
  after(async () => {
    await service.stop();
    await site.close();
  });

  const read = async (id: string) => (await rest(service, `/api/v1/scans/${id}`, { key })).body as unknown as Scan;
  async function untilLooked(id: string): Promise<Scan> {
    const until = Date.now() + WAIT_MS;
    for (;;) {
      const { body } = await rest(service, `/api/v1/scans/${id}?waitSeconds=20`, { key });
      const read = body as unknown as Scan;
      if (read.browser?.status === 'done') return read;
      assert.ok(Date.now() < until, JSON.stringify(read.browser));
    }
  }

  it('has the browser score with findings and pictures in REST', async () => {
    const { browser, status } = scan;
    assert.equal(status, 'completed');
    assert.match(browser?.browser ?? '', /^Chromium \d+/);
    assert.ok(browser?.browserScore !== null && browser !== undefined && browser.browserScore > 50);
    assert.deepEqual(browser.findings.map(({ checkId }) => checkId).sort(), ['B2', 'B3', 'B4', 'B6']);
    assert.equal(browser.pages.length, 3);
    for (const { picture } of browser.pages) assert.match(picture ?? '', /^\/s\/\w{22}\/pictures\/\d$/);
  });

  it('tells agents the score and the worst findings, and their evidence by checkId', async () => {
    const { text, output } = await callTool(service, key, 'get_scan', { id: scan.id });
    const { browser } = output as { browser: { browserScore: number; findings: { checkId: string }[] } };
    assert.equal(browser.browserScore, scan.browser?.browserScore);
    assert.equal(browser.findings.length, 3);
    assert.match(text, new RegExp(`Browser score ${browser.browserScore}/100 over 3 pages`));
    const closer = await callTool(service, key, 'get_scan', { id: scan.id, checkId: 'B3' });
    assert.match(closer.text, /B3 \w+ `\/boats\/osprey`: 2 of \d+ controls/);
    const other = await startScan(service, key, { url: `${site.origin}/` });
    const none = await callTool(service, key, 'get_scan', { id: other.id, waitSeconds: 40, checkId: 'B3' });
    assert.match(none.text, /no browser looked at this scan/);
  });

  it('is a resource of MCP with each first screen', async () => {
    const client = await connectMcp(service, key);
    const { contents } = await client.readResource({ uri: `legible://scans/${scan.id}/screen.json` });
    const screen = JSON.parse(String(Object(contents[0]).text));
    assert.match(screen.picture, /^data:image\/jpeg;base64,\/9j/);
    assert.ok(screen.controls.length > 3);
    assert.match(screen.received, /Six boats a day/);
    assert.deepEqual(screen.lost.slice(0, 1), ['Winter boats']);
    assert.equal(screen.pages, 3);
    const second = await client.readResource({ uri: `legible://scans/${scan.id}/screen.json?page=1` });
    const { page, pages } = JSON.parse(String(Object(second.contents[0]).text));
    assert.deepEqual([new URL(page).origin, page === screen.page, pages], [site.origin, false, 3]);
    for (const [query, message] of [
      ['page=3', /page: pictures of this scan are numbered from 0 to 2/],
      ['page=x', /page/],
    ] as const)
      await assert.rejects(
        client.readResource({ uri: `legible://scans/${scan.id}/screen.json?${query}` }),
        message,
        query,
      );
    await assert.rejects(client.readResource({ uri: 'legible://scans/scn_none/screen.json' }), /no such scan/);
    await client.close();
  });

  it('serves the pictures with the token of the report alone', async () => {
    const path = scan.browser?.pages[0]?.picture ?? assert.fail('no picture');
    const answer = await fetch(service.url + path);
    const bytes = Buffer.from(await answer.arrayBuffer());
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/jpeg']);
    assert.match(answer.headers.get('cache-control') ?? '', /^private/);
    assert.deepEqual([...bytes.subarray(0, 2)], [0xff, 0xd8]);
    for (const wrong of [
      path.replace(/\d$/, '9'),
      path.replace(/\d$/, 'x'),
      path.replace(scan.shareToken, 'a'.repeat(22)),
    ])
      assert.equal((await fetch(service.url + wrong)).status, 404, wrong);
  });

  it('shows the first page as a picture next to the text that an assistant receives at the top of the report, others folded', async () => {
    for (const width of [390, 1280]) {
      const context = await (await sharedChromium()).newContext({ viewport: { width, height: 844 } });
      const page = await context.newPage();
      await page.goto(`${service.url}/s/${scan.shareToken}`);
      const pair = page.locator('.first-pair');
      const { y } = (await pair.boundingBox()) ?? assert.fail('no pair');
      assert.ok(y < 844, `the pair begins at ${y}`);
      assert.ok(await pair.locator('svg image').evaluate((image) => image.getBoundingClientRect().width > 300));
      assert.match((await pair.locator('mark').first().textContent()) ?? '', /Winter boats/);
      assert.equal(await page.locator('#browser details.more').count(), 3);
      assert.equal(await page.locator('#browser details.more[open]').count(), 0);
      await assertFits(page);
      await assertAccessible(page);
      if (process.env.PICTURES !== undefined)
        await page.screenshot({ path: `${process.env.PICTURES}/${width}.png`, fullPage: true });
      await context.close();
    }
  });

  it('holds each picture once in the file, and shows the first one in both places', async () => {
    const file = await (await fetch(`${service.url}/s/${scan.shareToken}/report.html`)).text();
    const pictures = [...file.matchAll(/href="(data:image\/jpeg;base64,[^"]+)"/g)].map(([, data]) => data);
    assert.deepEqual([pictures.length, new Set(pictures).size], [3, 3]);
    const page = await (await sharedChromium()).newPage();
    await page.setContent(file);
    await page.locator('#browser details.more summary').first().click();
    const again = page.locator('#browser svg use').first();
    assert.ok(await again.evaluate((use) => use.getBoundingClientRect().width > 300));
    await page.close();
  });

  it('takes pictures and result with it when it is deleted', async () => {
    const { id } = await startScan(service, key, { url: `${site.origin}/`, browser: true });
    const looked = await untilLooked(id);
    const path = looked.browser?.pages[0]?.picture ?? assert.fail('no picture');
    assert.equal((await fetch(service.url + path)).status, 200);
    await rest(service, `/api/v1/scans/${id}`, { method: 'DELETE', key });
    assert.equal((await fetch(service.url + path)).status, 404);
    assert.equal((await read(id)).browser, undefined);
  });

  it('is refused without a key, by field and remedy', async () => {
    const refused = await rest(service, '/api/scan', {
      method: 'POST',
      body: { url: `${site.origin}/`, browser: true },
    });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /unsupported_option.*browser: only a call with an API key may send it/);
  });
});
