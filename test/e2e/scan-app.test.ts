/** The view of a scan in a host made of the reference library of MCP Apps, in a real browser. */
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { build } from 'esbuild';
import type { Frame, Page } from 'playwright-core';
import { hostileWords } from '../fixtures/sites/hostile-words.ts';
import { assertAccessible, browserMissing, launchBrowser, type TestBrowser } from '../support/browser.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { connectMcp } from '../support/service-doors.ts';
import { type SiteServer, serveSite } from '../support/site-server.ts';

const APP = 'ui://legible/scan';

describe('the view of a scan', { skip: browserMissing }, () => {
  let service: TestService;
  let site: SiteServer;
  let hostPage: SiteServer;
  let browser: TestBrowser;
  let client: Client;
  let html: string;
  let result: unknown;
  const calls: string[] = [];

  before(async () => {
    service = await startTestService();
    site = await serveSite(hostileWords);
    client = await connectMcp(service, await service.key());
    const { contents } = await client.readResource({ uri: APP });
    assert.equal(contents[0]?.mimeType, 'text/html;profile=mcp-app');
    html = String(Object(contents[0]).text);
    result = await client.callTool({ name: 'start_scan', arguments: { url: `${site.origin}/`, pageLimit: 10 } });
    const { structuredContent } = Object(result);
    result = await client.callTool({ name: 'get_scan', arguments: { id: structuredContent.id } });
    const entryPoints = [resolve(import.meta.dirname, '../support/apps-host.ts')];
    const { outputFiles } = await build({
      entryPoints,
      bundle: true,
      write: false,
      format: 'iife',
      platform: 'browser',
    });
    const script = outputFiles[0]?.text ?? '';
    hostPage = await serveSite({
      pages: {
        '/': {
          body: '<!doctype html><html lang="en"><title>Host</title><main><h1>Host</h1><iframe title="Scan" sandbox="allow-scripts" width="390" height="900"></iframe></main><script src="/host.js"></script></html>',
        },
        '/host.js': { body: script, headers: { 'content-type': 'text/javascript' } },
        '/favicon.ico': { status: 204, body: '' },
      },
    });
    browser = await launchBrowser(hostPage.origin);
  });
  after(async () => {
    await hostPage.close();
    await site.close();
    await client.close();
    await service.stop();
    // Fails where the view asked another origin for something, or had an error.
    await browser.close();
  });

  const open = async (
    shown: unknown = result,
    theme: 'light' | 'dark' = 'light',
  ): Promise<{ page: Page; frame: Frame }> => {
    const page = await browser.open();
    await page.exposeFunction('callTool', async (name: string, input: Record<string, unknown>) => {
      calls.push(name);
      return client.callTool({ name, arguments: input });
    });
    await page.goto('/');
    await page.evaluate(([text, answer, look]) => Object(window).openView(text, answer, look), [
      html,
      shown,
      theme,
    ] as const);
    const frame = page.frames()[1] ?? assert.fail('there is no frame');
    return { page, frame };
  };

  it('is named by the tools that answer with a scan', async () => {
    const { tools } = await client.listTools();
    const named = tools.filter(({ _meta }) => Object(_meta?.ui).resourceUri === APP).map(({ name }) => name);
    assert.deepEqual(named.sort(), ['get_scan', 'scan_mcp', 'start_scan']);
  });

  it('shows score, readers and fixes, and hostile words of the site as text', async () => {
    const { frame, page } = await open();
    const { structuredContent } = Object(result);
    await frame.getByText(String(structuredContent.siteScore), { exact: true }).first().waitFor();
    await frame.getByText('Coding assistant').waitFor();
    assert.equal(await frame.locator('.fixes > li').count(), structuredContent.fixes.length);
    assert.equal(await frame.locator('script').count(), 1);
    assert.equal(await frame.locator('img, iframe, a').count(), 0);
    assert.ok(Number(await page.evaluate('heights.at(-1)')) > 200);
    await assertAccessible(page);
    await page.context().close();
  });

  it('explains a fix at a press', async () => {
    const { frame, page } = await open();
    const [first] = Object(result).structuredContent.fixes;
    await frame.getByRole('button', { name: 'Explain' }).first().click();
    await frame.locator('.details p', { hasText: /\w/ }).first().waitFor();
    await frame.locator('.details pre').first().waitFor();
    assert.equal(calls.at(-1), 'get_scan', first.checkId);
    await page.context().close();
  });

  it('scans again at a press', async () => {
    const { frame, page } = await open();
    await frame.getByRole('button', { name: 'Scan again' }).click();
    await frame.locator('header .score').waitFor({ timeout: 60_000 });
    assert.ok(calls.includes('start_scan'));
    await page.context().close();
  });

  it('is dark where the host is, and follows its changes', async () => {
    const { frame, page } = await open(result, 'dark');
    const background = () => frame.evaluate('getComputedStyle(document.body).backgroundColor');
    const dark = await background();
    await page.evaluate("setTheme('light')");
    await frame.waitForFunction((before) => getComputedStyle(document.body).backgroundColor !== before, dark);
    assert.equal(await background(), 'rgb(255, 255, 255)');
    await page.context().close();
  });

  it('shows a failed call as its words', async () => {
    const refused = await client.callTool({ name: 'get_scan', arguments: { id: 'scn_unknown' } });
    const { frame, page } = await open(refused);
    await frame.getByText(/your account has no such scan/).waitFor();
    await page.context().close();
  });
});
