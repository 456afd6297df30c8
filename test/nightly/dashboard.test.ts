/** The dashboard and the documentation as people meet them, in Chromium. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { makeFirstAccess, welcome } from '../../src/app/first-start.ts';
import { TABS } from '../../src/web/dashboard/frame.ts';
import { goodSite } from '../fixtures/sites/good-site.ts';
import { hostileWords } from '../fixtures/sites/hostile-words.ts';
import { assertAccessible, assertFits, browserMissing, launchBrowser, type TestBrowser } from '../support/browser.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { rest, startScan, untilEnded } from '../support/service-doors.ts';
import { type SiteServer, serveSite } from '../support/site-server.ts';

const PASSWORD = 'correct horse battery';
const NAME = '"><img src=x onerror=alert(1)>';
const KEY = /svc_live_[0-9A-Za-z]{8}_[0-9A-Za-z]{40}/;

describe('the dashboard in a browser', { skip: browserMissing }, () => {
  let service: TestService;
  let browser: TestBrowser;
  let site: SiteServer;
  let page: Page;
  let link: string;
  let key: string;
  before(async () => {
    [service, site] = await Promise.all([startTestService(), serveSite(goodSite)]);
    browser = await launchBrowser(service.url);
    const access = await makeFirstAccess(service.repositories);
    assert.ok(access);
    [link = ''] = /http\S+set-password\S+/.exec(welcome(access, service.url)) ?? [];
    page = await browser.open({ permissions: ['clipboard-read', 'clipboard-write'] });
  });
  after(async () => {
    await browser.close().finally(() => service.stop());
    await site.close();
  });

  const press = (words: string, on = page) => on.getByRole('button', { name: words, exact: true }).click();
  const heading = (on = page) => on.getByRole('heading', { level: 1 }).innerText();

  it('is entered by the first-start link, which sets a password and works once', async () => {
    await page.goto(link);
    assert.equal(await heading(), 'Choose a password');
    await assertAccessible(page);
    await page.getByLabel('New password').fill(PASSWORD);
    await press('Set the password and sign in');
    assert.equal(await heading(), 'Your sites');
    assert.ok(page.url().endsWith('/dashboard'));
    await assertAccessible(page);
    const other = await browser.open();
    await other.goto(link);
    assert.equal(await heading(other), 'This link does not work any more');
    await assertAccessible(other);
  });

  it('makes a key that is shown once, can be copied, and works', async () => {
    await page.getByRole('link', { name: 'API keys', exact: true }).click();
    await page.getByLabel('What will use it').fill(NAME);
    await press('Create key');
    const shown = page.getByRole('region', { name: `Your new key for “${NAME}”` });
    [key = ''] = KEY.exec(await shown.innerText()) ?? [];
    await shown.getByRole('button', { name: 'Copy' }).first().click();
    await shown.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), key);
    await assertAccessible(page);
    assert.equal((await rest(service, '/api/v1/scans', { key })).status, 200);
    await page.goto('/dashboard/api-keys');
    assert.doesNotMatch(await page.content(), KEY);
  });

  it('starts a scan, whose report follows, and lists it with the trend of its site', async () => {
    await page.goto('/dashboard');
    await page.getByLabel('Scan', { exact: true }).fill(`${site.origin}/`);
    await press('Scan');
    await page.waitForURL('**/s/*');
    await page
      .getByRole('img', { name: /of 100, excellent/ })
      .first()
      .waitFor({ timeout: 60_000 });
    await page.goto('/dashboard');
    const { host } = new URL(site.origin);
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: host, exact: true }) });
    assert.match(await row.innerText(), /excellent/);
    await row.getByRole('img', { name: /^Scores, oldest first: \d+$/ }).waitFor();
    await assertAccessible(page);
  });

  it('shows what the key has used, and what it scanned', async () => {
    const words = await serveSite(hostileWords);
    const { id } = await startScan(service, key, { url: `${words.origin}/` });
    await untilEnded(service, key, id);
    await words.close();
    await page.goto('/dashboard/api-keys');
    const row = page.getByRole('row').filter({ hasText: NAME });
    assert.match(await row.innerText(), /1 of 200/);
    await page.goto('/dashboard');
    await assertAccessible(page);
  });

  it('shows why an address is invalid', async () => {
    await page.goto('/dashboard');
    await page.getByLabel('Scan', { exact: true }).fill('http://10.0.0.1/');
    await press('Scan');
    assert.notEqual(await page.getByRole('alert').innerText(), '');
    assert.equal(await page.getByLabel('Scan', { exact: true }).inputValue(), 'http://10.0.0.1/');
    await assertAccessible(page);
  });

  it('deletes a scan once that is confirmed', async () => {
    await page.goto('/dashboard/scans');
    await assertAccessible(page);
    const report = await page.getByRole('link', { name: `${site.origin}/`, exact: true }).getAttribute('href');
    const remove = page.getByRole('link', { name: `Delete the scan of ${site.origin}/` });
    await remove.click();
    await assertAccessible(page);
    await page.getByRole('link', { name: 'Keep it' }).click();
    await remove.click();
    await press('Delete the scan');
    assert.equal(await heading(), 'Your scans');
    assert.equal(await remove.count(), 0);
    assert.equal((await fetch(`${service.url}${report}`)).status, 404);
  });

  it('revokes a key, at once, once that is confirmed', async () => {
    await page.goto('/dashboard/api-keys');
    await page.getByRole('link', { name: `Revoke ${NAME}` }).click();
    assert.equal(await heading(), `Revoke “${NAME}”?`);
    await assertAccessible(page);
    assert.equal((await rest(service, '/api/v1/scans', { key })).status, 200);
    await press('Revoke the key');
    assert.equal(await page.getByRole('link', { name: `Revoke ${NAME}` }).count(), 0);
    assert.equal((await rest(service, '/api/v1/scans', { key })).status, 401);
    await assertAccessible(page);
  });

  it('is left, and entered again with the password, by keyboard alone and without a script', async () => {
    await press('Sign out');
    assert.equal(await heading(), 'Sign in');
    await assertAccessible(page);
    const plain = await browser.open({ javaScriptEnabled: false });
    await plain.goto('/dashboard/api-keys');
    await plain.getByLabel('Email address').focus();
    await plain.keyboard.type('operator@localhost');
    await plain.keyboard.press('Tab');
    await plain.keyboard.type(PASSWORD);
    await plain.keyboard.press('Enter');
    await plain.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await plain.getByLabel('What will use it').fill('without a script');
    await press('Create key', plain);
    assert.match(await plain.getByRole('region', { name: /^Your new key/ }).innerText(), KEY);
  });

  it('fits a phone, in the dark too', async () => {
    const phone = await browser.open({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
    await phone.goto('/dashboard');
    await assertFits(phone);
    await assertAccessible(phone);
    await phone.getByLabel('Email address').fill('operator@localhost');
    await phone.getByLabel('Password').fill(PASSWORD);
    await press('Sign in', phone);
    for (const [path] of TABS) {
      await phone.goto(path);
      await assertFits(phone);
      await assertAccessible(phone);
    }
  });

  it('has documentation that is accessible, in both colours, on a phone too', async () => {
    const pages = [
      '/docs',
      '/docs/api-reference',
      '/docs/limits',
      '/docs/checks/S1',
      '/docs/methodology/scoring',
      '/docs/x',
    ];
    const phone = { colorScheme: 'dark', viewport: { width: 360, height: 740 } } as const;
    for (const options of [phone, {}]) {
      const reader = await browser.open(options);
      for (const path of pages) {
        await reader.goto(path);
        await assertFits(reader);
        await assertAccessible(reader);
      }
    }
  });
});
