/** A page of each kind in Chromium: the home page, a scan at work, its report, the documentation, the dashboard. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { makeFirstAccess, welcome } from '../../src/app/first-start.ts';
import { assertAccessible, assertFits, browserMissing, launchBrowser, type TestBrowser } from '../support/browser.ts';
import { serveHeldSite } from '../support/held-site.ts';
import { startTestService, type TestService } from '../support/service.ts';

const ENDS_MS = 60_000;

describe('the pages in a browser', { skip: browserMissing }, () => {
  let service: TestService;
  let browser: TestBrowser;
  before(async () => {
    service = await startTestService();
    browser = await launchBrowser(service.url);
  });
  after(() => browser.close().finally(() => service.stop()));

  const opened = async (path: string, options: Parameters<TestBrowser['open']>[0] = {}): Promise<Page> => {
    const page = await browser.open(options);
    await page.goto(path);
    return page;
  };

  it('start a scan, show it at work and then its report', async () => {
    const site = await serveHeldSite();
    const page = await opened('/');
    await page.getByLabel('URL', { exact: true }).fill(`${site.origin}/`);
    await page.getByRole('button', { name: 'Scan' }).click();
    await page.waitForURL('**/s/*');
    // Three of the five pages are read, and two are held back.
    await page.locator('[data-phase]', { hasText: /^Page 3 of 5$/ }).waitFor();
    assert.ok(Number(await page.locator('progress').getAttribute('value')) < 60, 'much is left after the pages');
    await page.locator('[data-scanned]', { hasText: /^3$/ }).waitFor();
    await page.locator('[data-current]', { hasText: site.origin }).waitFor();
    await page
      .locator('[data-findings] li', { hasText: /^P\d+ .+ \d pages?/ })
      .first()
      .waitFor();
    await assertAccessible(page);
    site.release();
    await page.getByRole('heading', { name: 'What to fix first' }).waitFor({ timeout: ENDS_MS });
    await site.close();
    await page.getByRole('img', { name: /^Site score: \d+ of 100, / }).waitFor();
    await page.waitForLoadState();
    await assertAccessible(page);
    assert.ok((await page.locator('#fixes > .fixes > li').count()) === 3);
    await page.evaluate("for (const folded of document.querySelectorAll('details.fold')) folded.open = true");

    assert.ok(await page.locator('#only-todo').isChecked());
    assert.equal(await page.locator('.check:visible:is([data-status="pass"], [data-status="na"])').count(), 0);
    await page.locator('#only-fail').check();
    const shown = page.locator('.check:visible');
    assert.ok((await shown.count()) > 0);
    assert.equal(await page.locator('.check:visible:not([data-status="fail"])').count(), 0);
    await page.locator('#only-todo').check();
    await page.getByLabel('Search the checks').fill('canonical address');
    assert.deepEqual(await shown.locator('.id').allTextContents(), ['P12']);
    await page.getByLabel('Search the checks').fill('no check says this');
    await page.getByText('No check has these words.').waitFor();
    // The target of a link is shown despite the search filter, and again after it was closed.
    const evidence = page.locator('.fix a[href^="#"]').first();
    const target = page.locator(`${await evidence.getAttribute('href')}[open]`);
    await evidence.click();
    await target.waitFor();
    assert.equal(await page.getByLabel('Search the checks').inputValue(), '');
    await target.locator('> summary').click();
    assert.equal(await target.count(), 0);
    await evidence.click();
    await target.waitFor();

    // The site is gone, so nothing comes of it; the service knows that its own page asks.
    await page.route('**/', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 204 }) : route.continue(),
    );
    const again = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'Scan again' }).first().click();
    assert.equal((await (await again).allHeaders()).origin, new URL(service.url).origin);
    await page.unroute('**/');

    await page.getByLabel('Search the pages').fill('page-1');
    await page.getByText('1 to 1 of 1').waitFor();
    await page.getByRole('link', { name: '/page-1' }).click();
    await page.getByRole('heading', { name: /\/page-1$/ }).waitFor();
    await page.waitForLoadState();
    assert.equal(await page.locator('.check').count(), 28);
    await page.context().close();
  });

  it('lead through a long page of the documentation on a phone too', async () => {
    const page = await opened('/docs/api-reference', { viewport: { width: 360, height: 740 } });
    const contents = page.getByRole('navigation', { name: 'On this page' });
    const last = contents.getByRole('link').filter({ visible: true }).last();
    const id = (await last.getAttribute('href'))?.slice(1);
    await last.click();
    await page.waitForFunction(`document.getElementById('${id}').getBoundingClientRect().top < 200`);
    await page.context().close();
  });

  it('lead from the link of the first start to a dashboard that lists a scan, on a phone in the dark', async () => {
    const access = await makeFirstAccess(service.repositories);
    assert.ok(access);
    const [link = ''] = /http\S+set-password\S+/.exec(welcome(access, service.url)) ?? [];
    const page = await opened(link, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
    await page.getByLabel('New password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Set the password and sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your sites' }).waitFor();
    const site = await serveHeldSite();
    await page.getByLabel('Scan', { exact: true }).fill(`${site.origin}/`);
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    await page.waitForURL('**/s/*');
    await page.goto('/dashboard/scans');
    await page.getByRole('link', { name: `${site.origin}/`, exact: true }).waitFor();
    await assertFits(page);
    await assertAccessible(page);
    site.release();
    await site.close();
    await page.context().close();
  });
});
