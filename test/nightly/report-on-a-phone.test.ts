import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { htmlReport } from '../../src/web/report/html-report.ts';
import { potteryShop } from '../fixtures/sites/pottery-shop.ts';
import { browserMissing, sharedChromium } from '../support/browser.ts';
import { scanWhole } from '../support/scan-whole.ts';
import { serveSite } from '../support/site-server.ts';

const SCREEN = { width: 390, height: 844 };

describe('the report of a shop on a phone', { skip: browserMissing }, () => {
  it('has its losses on the first screen, and what agents can do within three', async () => {
    const site = await serveSite(potteryShop);
    const html = htmlReport.render(await scanWhole(site.origin));
    await site.close();
    const page = await (await sharedChromium()).newPage({ viewport: SCREEN });
    await page.setContent(html);
    const box = async (selector: string) => (await page.locator(selector).boundingBox()) ?? assert.fail(selector);
    const losses = await box('.losses');
    assert.ok(losses.y + losses.height <= SCREEN.height, `losses end at ${losses.y + losses.height}`);
    const first = await box('#actions tbody tr:first-child');
    assert.ok(first.y + first.height <= 3 * SCREEN.height, `actions begin at ${first.y}`);
    const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
    assert.ok(height <= 4 * SCREEN.height, `the whole is ${height} px`);
    await page.close();
  });
});
