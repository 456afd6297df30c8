/** The page of access logs for a newcomer with a log and two minutes, in Chromium. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { makeFirstAccess, welcome } from '../../../src/app/first-start.ts';
import { assertAccessible, assertFits, browserMissing, launchBrowser } from '../../support/browser.ts';
import { madeLines, newTruth } from '../../support/generated-log.ts';
import { startTestService } from '../../support/service.ts';

it('a log is uploaded, read and deleted in a browser', { skip: browserMissing }, async () => {
  const service = await startTestService();
  const browser = await launchBrowser(service.url);
  try {
    const access = await makeFirstAccess(service.repositories);
    assert.ok(access);
    const [link = ''] = /http\S+set-password\S+/.exec(welcome(access, service.url)) ?? [];
    const page = await browser.open();
    await page.goto(link);
    await page.getByLabel('New password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Set the password and sign in' }).click();
    await page.goto('/dashboard/logs');
    await assertAccessible(page);
    const lines = [...madeLines(20_000, () => 'combined', newTruth())].join('\n');
    for (const [name, buffer] of [
      ['access.log', Buffer.from(lines)],
      ['access.log.gz', gzipSync(lines)],
    ] as const) {
      await page.goto('/dashboard/logs');
      await page.getByLabel('Access log').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
      await page.getByRole('button', { name: 'Read the log' }).click();
      await page.waitForURL('**/dashboard/logs/log_*');
      assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Agents in the access log');
      assert.match(await page.locator('main').innerText(), /^20000 requests, 1039 of them by agents/m);
    }
    await assertAccessible(page);
    await assertFits(page);
    await page.getByRole('button', { name: 'Delete this summary' }).click();
    await page.waitForURL('**/dashboard/logs');
    assert.equal(await page.locator('main a[href^="/dashboard/logs/log_"]').count(), 1);
  } finally {
    await browser.close();
    await service.stop();
  }
});
