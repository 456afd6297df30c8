/** The view of a scan in a host made of the reference library of MCP Apps, in a real browser. */
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { build } from 'esbuild';
import type { Frame, Page } from 'playwright-core';
import { hiddenText } from '../fixtures/mcp-servers/listing.ts';
import { modern } from '../fixtures/mcp-servers/speaking.ts';
import { hostileWords } from '../fixtures/sites/hostile-words.ts';
import { assertAccessible, browserMissing, launchBrowser, type TestBrowser } from '../support/browser.ts';
import { serveMcp } from '../support/mcp-server.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { connectMcp } from '../support/service-doors.ts';
import { type SiteServer, serveSite } from '../support/site-server.ts';

const APP = 'ui://legible/scan';

/** Of a host that answers `ui/initialize` with an error. */
const REFUSE_TO_OPEN = (view: string): void => {
  window.addEventListener('message', ({ data, source }) => {
    if (data.method !== 'ui/initialize') return;
    const error = { code: -32602, message: 'wrong protocol' };
    (source as Window | null)?.postMessage({ jsonrpc: '2.0', id: data.id, error }, '*');
  });
  const frame = document.querySelector('iframe');
  if (frame !== null) frame.srcdoc = view;
};

/** Sends the view one request, and resolves with its response. */
const ASK_VIEW = (method: string): Promise<unknown> =>
  new Promise((resolve) => {
    window.addEventListener('message', ({ data }) => {
      if (data.id === 'asked') resolve(data);
    });
    document.querySelector('iframe')?.contentWindow?.postMessage({ jsonrpc: '2.0', id: 'asked', method }, '*');
  });

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

  type Answer = (name: string, input: Record<string, unknown>) => unknown;
  interface Opening {
    readonly theme?: 'light' | 'dark';
    readonly view?: string;
    /** Default: the service itself. */
    readonly answer?: Answer;
    /** Default: the service itself. */
    readonly screen?: (uri: string) => unknown;
  }
  const fromService: Answer = (name, input) => client.callTool({ name, arguments: input });

  const open = async (
    shown: unknown = result,
    { theme = 'light', view = html, answer = fromService, screen }: Opening = {},
  ): Promise<{ page: Page; frame: Frame }> => {
    const page = await browser.open();
    await page.exposeFunction('callTool', async (name: string, input: Record<string, unknown>) => {
      calls.push(name);
      return answer(name, input);
    });
    await page.exposeFunction('readResource', async (uri: string) =>
      screen === undefined ? client.readResource({ uri }) : { contents: [{ uri, text: JSON.stringify(screen(uri)) }] },
    );
    await page.goto('/');
    await page.evaluate(([text, first, look]) => Object(window).openView(text, first, look), [
      view,
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

  it('shows what a browser saw: score, findings, and the boxed picture next to the text that an assistant receives', async () => {
    const { structuredContent, ...rest } = Object(result);
    const found = { checkId: 'B3', gain: 6.25, message: '2 have no name.', howToFix: 'Name them.', affectedPages: 1 };
    const seen = { status: 'done', browserScore: 81, pages: 3, findings: [{ ...found, pages: ['/<img src=x>'] }] };
    const box = { x: 128, y: 80, width: 256, height: 40 };
    const screen = {
      page: `${site.origin}/`,
      pages: 2,
      picture: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
      controls: [
        { role: 'button', name: '', state: 'unnamed', box },
        { role: 'link', name: 'Far below', state: 'named', box: { ...box, y: 900 } },
      ],
      received: '<script>alert(1)</script> Text',
      lost: ['Winter <b>boats</b>'],
    };
    const shown = { ...rest, structuredContent: { ...structuredContent, browser: seen } };
    const second = { ...screen, page: `${site.origin}/second`, controls: [], received: '', lost: [] };
    const { frame, page } = await open(shown, { screen: (uri) => (uri.endsWith('?page=1') ? second : screen) });
    await frame.getByText('In a real browser: 81').waitFor();
    await frame.getByText('2 have no name. Name them.').waitFor();
    await frame.locator('.screen img').waitFor();
    const style = await frame.locator('.box.unnamed').getAttribute('style');
    assert.match(style ?? '', /left: 10%; top: 10%; width: 20%; height: 5%/);
    assert.equal(await frame.locator('.box').count(), 1);
    assert.equal(await frame.locator('mark').textContent(), 'Winter <b>boats</b>');
    assert.match((await frame.locator('.pair pre').textContent()) ?? '', /^<script>alert/);
    await frame.getByText('Controls: 1 unnamed').waitFor();
    await assertAccessible(page);
    await frame.getByRole('button', { name: 'Next page (1 of 2)' }).click();
    for (const text of [
      'Controls: none',
      'A chat assistant receives nothing of it.',
      'Each line of text in sight is received. What images say is not compared.',
    ])
      await frame.getByText(text).waitFor();
    await frame.getByText(second.page, { exact: true }).waitFor();
    await frame.getByRole('button', { name: 'Next page (2 of 2)' }).click();
    await frame.getByText('Controls: 1 unnamed').waitFor();
    assert.equal(await frame.locator('script').count(), 1);
    await assertAccessible(page);
    await page.context().close();
    for (const [browser, words] of [
      [{ ...seen, status: 'waiting' }, 'A browser still looks at some pages.'],
      [{ ...seen, browserScore: null, reason: 'BROWSER is off' }, 'No browser score: BROWSER is off.'],
    ] as const) {
      const other = await open({ ...rest, structuredContent: { ...structuredContent, browser } });
      await other.frame.getByText(words).waitFor();
      await other.page.context().close();
    }
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
    const { frame, page } = await open(result, { theme: 'dark' });
    const background = () => frame.evaluate('getComputedStyle(document.body).backgroundColor');
    const dark = await background();
    await page.evaluate("setTheme('light')");
    await frame.waitForFunction((before) => getComputedStyle(document.body).backgroundColor !== before, dark);
    assert.equal(await background(), 'rgb(255, 255, 255)');
    await page.context().close();
  });

  it('shows the fixes where the host opened it for start_scan, whose answer has none', async () => {
    const started = await client.callTool({ name: 'start_scan', arguments: { url: `${site.origin}/`, pageLimit: 10 } });
    assert.equal(Object(started.structuredContent).fixes, undefined);
    const { frame, page } = await open(started);
    await frame.locator('.fixes > li').first().waitFor();
    assert.equal(await frame.getByText('nothing to fix').count(), 0);
    await page.context().close();
  });

  it('shows the findings of an MCP server, with their evidence at a press', async () => {
    const server = await serveMcp(modern(hiddenText));
    const scanned = await client.callTool({ name: 'scan_mcp', arguments: { endpoint: server.url } });
    await server.close();
    const { frame, page } = await open(scanned);
    await frame.locator('.fixes > li', { hasText: 'M24, fail' }).waitFor();
    assert.equal(await frame.getByText('nothing to fix').count(), 0);
    await frame.getByRole('button', { name: 'Explain' }).first().click();
    await frame.locator('.details pre').first().waitFor();
    await assertAccessible(page);
    await page.context().close();
  });

  const running = {
    content: [],
    structuredContent: { kind: 'site', id: 'abc', status: 'running', phase: 'page 1 of 9', url: 'https://a.example/' },
  };

  it('offers to ask again where a scan outlasts the waits, and then goes on', async () => {
    let isDone = false;
    const view = html.replace(/MOST_WAITS = \d+/, 'MOST_WAITS = 2');
    assert.notEqual(view, html);
    const before = calls.length;
    const { frame, page } = await open(running, { view, answer: () => (isDone ? result : running) });
    await frame.getByRole('button', { name: 'Ask again' }).waitFor();
    assert.equal(calls.length - before, 2);
    isDone = true;
    await frame.getByRole('button', { name: 'Ask again' }).click();
    await frame.locator('.fixes > li').first().waitFor();
    await page.context().close();
  });

  it('offers to try again where the host refuses a call', async () => {
    const answer = () => {
      throw new Error('not now');
    };
    const { frame, page } = await open(running, { answer });
    await frame.getByText('not now').waitFor();
    await frame.getByRole('button', { name: 'Try again' }).waitFor();
    await page.context().close();
  });

  it('says so where the host refuses to open it', async () => {
    const page = await browser.open();
    await page.goto('/');
    await page.evaluate(REFUSE_TO_OPEN, html);
    const frame = page.frames()[1] ?? assert.fail('there is no frame');
    await frame.getByText('The host did not open this view: wrong protocol').waitFor();
    await page.context().close();
  });

  const REQUESTS: readonly [string, object][] = [
    ['ping', { result: {} }],
    ['ui/resource-teardown', { result: {} }],
    ['ui/unknown', { error: { code: -32601, message: 'Method not found' } }],
    ['constructor', { error: { code: -32601, message: 'Method not found' } }],
  ];
  for (const [method, answer] of REQUESTS) {
    it(`answers the host's request ${method} with ${JSON.stringify(answer)}`, async () => {
      const { page } = await open();
      assert.deepEqual(await page.evaluate(ASK_VIEW, method), { jsonrpc: '2.0', id: 'asked', ...answer });
      await page.context().close();
    });
  }

  it('shows a failed call as its words', async () => {
    const refused = await client.callTool({ name: 'get_scan', arguments: { id: 'scn_unknown' } });
    const { frame, page } = await open(refused);
    await frame.getByText(/your account has no such scan/).waitFor();
    await page.context().close();
  });
});
