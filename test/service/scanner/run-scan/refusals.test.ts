import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blocksAi } from '../../../fixtures/sites/blocks-ai.ts';
import { blocksUs } from '../../../fixtures/sites/blocks-us.ts';
import { closedFolder } from '../../../fixtures/sites/closed-folder.ts';
import { refusesUs } from '../../../fixtures/sites/refuses-us.ts';
import { robots5xx } from '../../../fixtures/sites/robots-5xx.ts';
import { plainText } from '../../../fixtures/sites/simple-page.ts';
import { recordOf, type ScannedSite, serveAndScan } from '../../../support/scan-site.ts';

function assertFailed({ report }: ScannedSite, reason: RegExp): void {
  assert.equal(report.status, 'failed');
  assert.equal(report.score, undefined);
  assert.equal(report.llmsTxtScore, 0);
  assert.deepEqual(report.llmsTxtChecks, []);
  const failure = recordOf(report.siteChecks, 'S0');
  assert.equal(report.siteChecks[0], failure, 'why it failed comes first');
  assert.equal(failure.status, 'error');
  assert.match(failure.message, reason);
  assert.ok((failure.howToFix ?? '').length > 20);
}

describe('a scan of a site that refuses agents', () => {
  it('grades a good site below 50 when robots.txt closes it to live user fetchers', async () => {
    const { report } = await serveAndScan(blocksAi);
    assert.equal(report.status, 'completed');
    assert.equal(recordOf(report.siteChecks, 'S2').status, 'fail');
    assert.equal(recordOf(report.siteChecks, 'S3').status, 'fail');
    assert.ok((report.score?.score ?? 100) < 50);
    assert.ok(report.llmsTxtScore >= 95, 'robots.txt is no fault of llms.txt');
  });

  it('obeys a robots.txt that closes the root to our bot, and names the line', async () => {
    const scanned = await serveAndScan(blocksUs);
    assertFailed(scanned, /robots\.txt.*line 5/);
    assert.deepEqual(
      scanned.requests.map(({ path }) => path),
      ['/robots.txt'],
    );
    assert.equal(scanned.report.pagesScanned, 0);
    assert.equal(recordOf(scanned.report.siteChecks, 'S1').status, 'pass', 'what was seen is still said');
  });

  it('tells which agents robots.txt lets in by name where it closes the site to all others', async () => {
    const robotsTxt = 'User-agent: GPTBot\nUser-agent: ClaudeBot\nDisallow:\n\nUser-agent: *\nDisallow: /\n';
    const scanned = await serveAndScan({
      ...blocksUs,
      pages: { ...blocksUs.pages, '/robots.txt': plainText(robotsTxt) },
    });
    assertFailed(scanned, /All agents without rules of their own are forbidden .* let in: GPTBot, ClaudeBot\./);
  });

  it('fails with the count of refusals where only our bot gets 403', async () => {
    const scanned = await serveAndScan(refusesUs);
    assertFailed(scanned, /refused 1 of 1 page requests/);
    assert.equal(recordOf(scanned.report.siteChecks, 'S7').status, 'fail');
    const browser = scanned.requests.find(({ userAgent }) => userAgent.includes('Chrome'));
    assert.ok(browser, 'a browser was compared with');
    assert.match(recordOf(scanned.report.siteChecks, 'S6').message, /[Oo]ur own bot/);
  });

  it('reads nothing when robots.txt answers a server error', async () => {
    const scanned = await serveAndScan(robots5xx);
    assertFailed(scanned, /robots\.txt answers 500/);
    assert.deepEqual([...new Set(scanned.requests.map(({ path }) => path))], ['/robots.txt']);
    assert.ok(scanned.requests.length <= 2);
    assert.equal(recordOf(scanned.report.siteChecks, 'S1').status, 'fail');
  });
});

describe('a scan of a site with closed folders', () => {
  it('requests nothing that robots.txt disallows, whatever links to it', async () => {
    const { report, pages, requests } = await serveAndScan(closedFolder);
    assert.equal(report.status, 'completed');
    const asked = requests.map(({ path }) => path);
    assert.deepEqual(
      asked.filter(
        (path) => (path.startsWith('/private/') && !path.startsWith('/private/press/')) || /\.php/.test(path),
      ),
      [],
    );
    assert.ok(asked.includes('/private/press/kit'), 'the longer Allow wins');
    const paths = pages.map(({ url }) => new URL(url).pathname);
    assert.deepEqual(paths, ['/', '/open/moved', '/open/one', '/private/press/kit']);
    const moved = pages.find(({ url }) => url.endsWith('/open/moved'));
    assert.equal(recordOf(moved?.checks ?? [], 'P1').status, 'error', 'not measured, and not held against the site');
  });
});
