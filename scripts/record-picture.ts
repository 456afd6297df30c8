/**
 * `npm run record-picture`: scans a fixture site with a real service in this process and writes the top of its report,
 * as Chromium shows it, to docs/images/report.png. The loopback host is named docs.example.com. The top of the sample
 * report becomes the picture of the home page.
 */
import { resolve } from 'node:path';
import { Scan } from '../src/schema/scan.ts';
import { SAMPLE_PATH } from '../src/web/home.ts';
import { capableSite } from '../test/fixtures/sites/capable-site.ts';
import { closeShared } from '../test/support/at-end.ts';
import { launchBrowser } from '../test/support/browser.ts';
import { startTestService } from '../test/support/service.ts';
import { rest, startScan, untilEnded } from '../test/support/service-doors.ts';
import { serveSite } from '../test/support/site-server.ts';

const SIZE = { width: 960, height: 800 };
const SAMPLE_SIZE = { width: 960, height: 640 };
const SAMPLE_OUTPUT = resolve(import.meta.dirname, '../src/web/public/sample.png');
const OUTPUT = resolve(import.meta.dirname, '../docs/images/report.png');

const service = await startTestService();
const site = await serveSite(capableSite);
const browser = await launchBrowser(service.url);
try {
  const key = await service.key();
  const { id } = await startScan(service, key, { url: `${site.origin}/` });
  await untilEnded(service, key, id, 120_000);
  const { shareToken } = Scan.parse((await rest(service, `/api/v1/scans/${id}`, { key })).body);
  const page = await browser.open({ viewport: SIZE, colorScheme: 'light' });
  await page.goto(`/s/${shareToken}`);
  const host = new URL(site.origin).host;
  await page.evaluate(`
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode } = texts;
      currentNode.data = currentNode.data
        .replaceAll('http://${host}', 'https://docs.example.com')
        .replaceAll('${host}', 'docs.example.com');
    }
  `);
  await page.screenshot({ path: OUTPUT });
  await page.setViewportSize(SAMPLE_SIZE);
  await page.goto(SAMPLE_PATH);
  // From the verdict on: the home page also has the part above it.
  await page.locator('.report-head').evaluate((head) => head.scrollIntoView());
  await page.screenshot({ path: SAMPLE_OUTPUT });
} finally {
  await browser.close();
  await site.close();
  await service.stop();
  await closeShared();
}
