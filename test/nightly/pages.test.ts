/** The public pages as people meet them, in Chromium: with a keyboard, no script, a phone, paper. test/e2e/pages.test.ts opens them first. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { McpScanResponse, Scan } from '../../src/schema/scan.ts';
import { hiddenText } from '../fixtures/mcp-servers/listing.ts';
import { modern } from '../fixtures/mcp-servers/speaking.ts';
import { hostileWords } from '../fixtures/sites/hostile-words.ts';
import { refusesUs } from '../fixtures/sites/refuses-us.ts';
import { spaShell } from '../fixtures/sites/spa-shell.ts';
import { assertAccessible, assertFits, browserMissing, launchBrowser, type TestBrowser } from '../support/browser.ts';
import { serveHeldSite } from '../support/held-site.ts';
import { serveMcp } from '../support/mcp-server.ts';
import { newDataDir, startTestService, type TestService } from '../support/service.ts';
import { rest, startScan, untilEnded } from '../support/service-doors.ts';
import { type Site, serveSite } from '../support/site-server.ts';
import { storeScan } from '../support/stored-scan.ts';

const PAYLOAD = '"><img src=x onerror=alert(1)>';
const ENDS_MS = 60_000;

describe('the pages in a browser', { skip: browserMissing }, () => {
  let service: TestService;
  let browser: TestBrowser;
  let dataDir: string;
  let hostile: string;
  let many: string;
  const paths: Record<string, string> = { home: '/', sample: '/sample', missing: '/s/0000000000000000000000' };
  before(async () => {
    dataDir = await newDataDir();
    many = `/s/${await storeScan(dataDir, 2000)}`;
    service = await startTestService({ dataDir, settings: { ANONYMOUS_SCANS_PER_DAY: '50' } });
    browser = await launchBrowser(service.url);
    const key = await service.key();
    const scanned = async (site: Site) => {
      const server = await serveSite(site);
      const { id } = await startScan(service, key, { url: `${server.origin}/` });
      const { shareToken } = await untilEnded(service, key, id, ENDS_MS);
      await server.close();
      return `/s/${shareToken}`;
    };
    hostile = await scanned(hostileWords);
    paths.report = hostile;
    paths.capped = await scanned(spaShell);
    paths.failed = await scanned(refusesUs);
    paths.pages = `${hostile}/pages`;
    paths.page = `${hostile}/pages/0`;
    paths.mcp = await scannedMcp();
  });
  after(async () => {
    await browser.close().finally(() => service.stop());
    await rm(dataDir, { recursive: true });
  });

  async function scannedMcp(): Promise<string> {
    const tools = hiddenText.lists?.tools;
    const [tool] = Array.isArray(tools) ? tools : [];
    const server = await serveMcp(
      modern({ lists: { tools: [tool, { ...tool, name: PAYLOAD, description: PAYLOAD }] } }),
    );
    const { body } = await rest(service, '/api/v1/scan/mcp', { method: 'POST', body: { endpoint: server.url } });
    await server.close();
    return McpScanResponse.parse(body).shareUrl;
  }

  const opened = async (path: string, options: Parameters<TestBrowser['open']>[0] = {}): Promise<Page> => {
    const page = await browser.open(options);
    await page.goto(path);
    return page;
  };

  it('move nothing while a scan goes on, and need no script to show it', async () => {
    const site = await serveHeldSite();
    const phone = { viewport: { width: 390, height: 844 } };
    const first = await opened('/', phone);
    await first.getByLabel('URL', { exact: true }).fill(`${site.origin}/`);
    await first.getByRole('button', { name: 'Scan' }).click();
    await first.waitForURL('**/s/*');
    const { pathname } = new URL(first.url());
    await first.evaluate(`
        window.shift = 0;
        new PerformanceObserver((list) => {
          for (const { value } of list.getEntries()) window.shift += value;
        }).observe({ type: 'layout-shift', buffered: true });
      `);
    await first.locator('[data-phase]', { hasText: /^Page 3 of 5$/ }).waitFor();
    await first.locator('[data-findings] li').first().waitFor();
    const place = async () => first.locator('[data-said]').evaluate((element) => element.getBoundingClientRect().top);
    const before = await place();
    // As many findings as there can be, with long names, and figures of a large site.
    await first.evaluate(`
        const list = document.querySelector('[data-findings]');
        const [item] = list.children;
        list.replaceChildren(...Array.from({ length: 5 }, () => {
          const other = item.cloneNode(true);
          other.querySelector('span').textContent = 'A name that is far too long for a phone '.repeat(3);
          return other;
        }));
        for (const name of ['scanned', 'expected', 'discovered']) document.querySelector('[data-' + name + ']').textContent = '2,000';
        document.querySelector('[data-current]').textContent = 'https://a.example/' + 'x'.repeat(300);
      `);
    assert.equal(await place(), before);
    await assertFits(first);
    assert.ok(Number(await first.evaluate('window.shift')) < 0.02, String(await first.evaluate('window.shift')));
    const plain = await opened(pathname, { ...phone, javaScriptEnabled: false });
    await plain.locator('[data-findings] li').first().waitFor();
    await assertFits(plain);
    await plain.context().close();
    await first.context().close();
    site.release();
    await site.close();
  });

  it('ask for themselves where a socket is taken and stays silent', async () => {
    const site = await serveHeldSite();
    const key = await service.key();
    const { id } = await startScan(service, key, { url: `${site.origin}/` });
    const { shareToken } = Scan.parse((await rest(service, `/api/v1/scans/${id}`, { key })).body);
    const page = await browser.open();
    await page.clock.install();
    await page.routeWebSocket('**/progress', () => {});
    await page.goto(`/s/${shareToken}`);
    site.release();
    await untilEnded(service, key, id, ENDS_MS);
    assert.ok(await page.locator('progress').isVisible(), 'nothing has told it yet');
    await page.clock.fastForward(15_000);
    await page.getByRole('heading', { name: 'What to fix first' }).waitFor({ timeout: ENDS_MS });
    await site.close();
    await page.context().close();
  });

  it('can be used with the keyboard alone', async () => {
    const site = await serveSite(spaShell);
    const page = await opened('/');
    // Where sockets do not get through, the page asks again and again.
    await page.routeWebSocket('**/progress', (socket) => socket.close());
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press('Tab');
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to the content');
    // To the content, over the kind of scan to its address.
    await press('Enter', 'Tab', 'Tab');
    await page.keyboard.type(`${site.origin}/`);
    await press('Enter');
    await page.getByRole('heading', { name: 'What to fix first' }).waitFor({ timeout: ENDS_MS });
    await site.close();
    await page.getByRole('link', { name: 'Evidence of P5' }).focus();
    await press('Enter');
    await page.locator('#P5[open]').waitFor();
    assert.equal(await page.evaluate("document.activeElement.closest('details')?.id"), 'P5');
    await press('Enter');
    assert.equal(await page.locator('#P5[open]').count(), 0);
    await page.locator('#only-all').focus();
    await press('ArrowRight');
    assert.ok(await page.locator('#only-fail').isChecked());
    await page.context().close();
  });

  it('work without scripts', async () => {
    const site = await serveHeldSite();
    const page = await opened('/', { javaScriptEnabled: false });
    await page.getByLabel('URL', { exact: true }).fill('no such scheme://x');
    await page.getByRole('button', { name: 'Scan' }).click();
    assert.match((await page.getByRole('alert').textContent()) ?? '', /^[A-Z].*\.$/);
    assert.equal(await page.getByLabel('URL', { exact: true }).inputValue(), 'no such scheme://x');
    await page.getByLabel('URL', { exact: true }).fill(`${site.origin}/`);
    await page.getByRole('button', { name: 'Scan' }).click();
    await page.getByRole('progressbar').waitFor();
    // Chromium keeps noscript shut when a test turns scripts off, so the test does what it says.
    assert.match(await page.content(), /<noscript>.*http-equiv="refresh" content="3"/);
    site.release();
    while (await page.getByRole('progressbar').isVisible()) {
      await delay(500);
      await page.reload();
    }
    await page.getByRole('heading', { name: 'What to fix first' }).waitFor({ timeout: ENDS_MS });
    await site.close();
    await page.getByText('Every check', { exact: true }).click();
    await page.locator('#only-pass').check();
    assert.equal(await page.locator('.check:visible:not([data-status="pass"])').count(), 0);
    await page.locator('#pages summary').click();
    await page.getByRole('link', { name: 'See the table of all pages' }).click();
    await page.getByRole('link', { name: '/page-0' }).click();
    await page.locator('details.check:visible summary').first().click();
    await page.locator('details.check[open]').getByText('See it yourself').waitFor();
    await page.context().close();
  });

  it('take the form of a slow scan once, and again after a return to the page', async () => {
    const page = await opened('/');
    // What a press does, but for the request.
    await page.evaluate("document.querySelector('[data-slow]').dispatchEvent(new SubmitEvent('submit'))");
    const button = page.getByRole('button', { name: 'Scanning…' });
    await button.waitFor();
    assert.ok(await button.isDisabled());
    await page.evaluate('dispatchEvent(new Event("pageshow"))');
    assert.ok(await page.getByRole('button', { name: 'Scan', exact: true }).isEnabled());
    await page.context().close();
  });

  it('survive a fragment with invalid encoding', async () => {
    const page = await opened(`${hostile}#%zz`);
    // The browser reports errors when it is closed.
    await page.evaluate('dispatchEvent(new Event("beforeprint"))');
    assert.ok(await page.locator('.check[data-status="fail"][open]').count());
    await page.context().close();
  });

  it('are accessible and fit on a phone in the dark', async () => {
    for (const path of Object.values(paths)) {
      const page = await opened(path, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
      await page.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true");
      await assertFits(page);
      await assertAccessible(page);
      await page.context().close();
    }
  });

  it('are accessible and fit in a wide window by day', async () => {
    for (const path of ['/', hostile, paths.mcp ?? '']) {
      const page = await opened(path, { viewport: { width: 1400, height: 900 } });
      await assertFits(page);
      await assertAccessible(page);
      await page.context().close();
    }
  });

  it('sort and search 2,000 pages within a tenth of a second', async () => {
    const page = await opened(`${many}#pages`);
    await page.getByText('1 to 50 of 2,000').waitFor();
    // A forced layout after each step counts as part of it. The best of nine: the machine has other things to do.
    const bestMs = await page.evaluate(`Math.min(...Array.from({ length: 9 }, () => {
        const startedMs = performance.now();
        document.querySelector('.pages th button').click();
        document.body.offsetHeight;
        const input = document.getElementById('page-search');
        input.value = input.value === '' ? 'section-7' : '';
        input.dispatchEvent(new Event('input'));
        document.body.offsetHeight;
        return performance.now() - startedMs;
      }))`);
    assert.ok(Number(bestMs) < 100, `${bestMs} ms`);
    await page.getByText('1 to 50 of 200').waitFor();
    assert.equal(await page.getByRole('columnheader', { name: 'Page' }).getAttribute('aria-sort'), 'ascending');
    assert.match((await page.locator('.pages tbody a').first().textContent()) ?? '', /^\/section-7\/page-7$/);
    await page.context().close();
  });

  it('leave on paper what only a screen can use, in dark ink', async () => {
    const page = await opened(hostile, { colorScheme: 'dark' });
    // The table of the pages comes after the page.
    await page.getByText('1 to 4 of 4').waitFor({ state: 'attached' });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const part of ['.site-header nav', '.filters', '.toc', '.site-footer', '#take']) {
      assert.ok(await page.locator(part).first().isHidden(), part);
    }
    assert.ok(await page.getByRole('heading', { name: 'What to fix first' }).isVisible());
    const afterLink = (selector: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}'), '::after').content`);
    assert.equal(await afterLink('.facts a'), 'none', 'an address is not printed twice');
    assert.match(String(await afterLink('.check a[rel=noopener]')), /attr|http/);
    // Chromium draws buttons on the first sheet of a table alone, and their words on each.
    assert.equal(await page.evaluate("getComputedStyle(document.querySelector('th button')).display"), 'contents');
    assert.ok(await page.getByText('1 to 4 of 4').isVisible(), 'how many of the pages are on paper');
    assert.equal(await page.evaluate('getComputedStyle(document.body).color'), 'rgb(0, 0, 0)');
    assert.equal(await page.evaluate('getComputedStyle(document.body).backgroundColor'), 'rgb(255, 255, 255)');
    await page.context().close();
  });

  it("show the selection in the user's own forced colours", async () => {
    const page = await opened(hostile, { forcedColors: 'active' });
    const backgrounds = await page.evaluate(
      "['#only-todo', '#only-fail'].map((id) => getComputedStyle(document.querySelector(id + ' + span')).backgroundColor)",
    );
    const [chosen, other] = backgrounds as string[];
    assert.notEqual(chosen, other);
    await page.context().close();
  });

  it('show what a site or a server wrote as text, and nothing else of it', async () => {
    for (const path of [hostile, `${hostile}/pages/0`, paths.mcp ?? '']) {
      const page = await opened(path);
      assert.equal(await page.locator('img[src="x"], [onerror], [onclick], [style], script:not([src])').count(), 0);
      const links = await page.evaluate(
        "[...document.querySelectorAll('a')].filter(({ protocol }) => !/^https?:$/.test(protocol)).map(({ href }) => href)",
      );
      assert.deepEqual(links, []);
      const foreign = await page.evaluate(
        "[...document.querySelectorAll('.evidence a, .facts a')].filter(({ rel }) => !rel.includes('nofollow') || !rel.includes('noopener')).length",
      );
      assert.equal(foreign, 0);
      await page.context().close();
    }
    const page = await opened(paths.mcp ?? '');
    assert.ok((await page.getByText(PAYLOAD).count()) > 0, 'the payload is there to be read');
    const twin = await page.getByRole('link', { name: 'Markdown' }).getAttribute('href');
    const markdown = await fetch(`${service.url}${twin}`);
    assert.match(markdown.headers.get('content-type') ?? '', /^text\/markdown/);
    await page.context().close();
  });
});
