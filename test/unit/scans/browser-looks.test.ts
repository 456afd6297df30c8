/** What a browser showed of a scan: queued when the scan completes, kept under it, and deleted with it. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createLog } from '../../../src/log.ts';
import { failedReport, failureRecord } from '../../../src/scanner/engine/scan-failure.ts';
import type { LookAtSite, PageScreen, SiteLook, SiteLookRequest } from '../../../src/scanner/model/browser.ts';
import type { ScanReport } from '../../../src/scanner/model/scan.ts';
import { absentReport } from '../../../src/scanner/scoring/browser-report.ts';
import { createBrowserHandlers, createBrowserPresence } from '../../../src/scans/browser-worker.ts';
import type { ScanRecord } from '../../../src/scans/scan-record.ts';
import { createScans, type Scans } from '../../../src/scans/scans.ts';
import { presentBrowser } from '../../../src/tools/present-browser.ts';
import { openLmdbUnderTest, type StoreUnderTest } from '../../support/store-drivers.ts';

const ACCOUNT = 'acc_test';
const completed: ScanReport = {
  status: 'completed',
  pagesDiscovered: 2,
  pagesScanned: 2,
  siteChecks: [],
  llmsTxtChecks: [],
  score: { score: 70, raw: 70, cap: undefined, coverage: 1, lowConfidence: false },
  llmsTxtScore: 0,
  host: 'example.com',
  entersCorpus: true,
  basis: undefined,
};
const failed = failedReport(failureRecord('Nothing there.', 'Put something there.'));
const screen = (url: string, bytes: number): PageScreen => ({
  url,
  picture: new Uint8Array(bytes).fill(7),
  controls: [],
  received: 'Text.',
  lost: ['A line'],
});
const look = (screens: readonly PageScreen[]): SiteLook => ({
  report: { ...absentReport(''), reason: null, browserScore: 81, browser: 'Chromium 156' },
  screens,
});

describe('what a browser showed of a scan', () => {
  let opened: StoreUnderTest;
  let scans: Scans;
  beforeEach(async () => {
    opened = await openLmdbUnderTest();
    scans = createScans(opened.store);
  });
  afterEach(() => opened.destroy());

  async function ended(report: ScanReport, choices: { browser?: true } = { browser: true }): Promise<ScanRecord> {
    const { id } = await scans.start({ accountId: ACCOUNT, rootUrl: 'https://example.com/', pageLimit: 9, ...choices });
    const begun = (await scans.beginRun(id, 1)) ?? assert.fail('it has not begun');
    await scans.writePages(begun, 'early', 0, [
      { url: 'https://example.com/', checks: [{ id: 'P20', status: 'na', message: 'No form.' }] },
      { url: 'https://example.com/contact', checks: [{ id: 'P20', status: 'fail', message: 'A form.' }] },
    ]);
    await scans.end(id, 1, report);
    return found(id);
  }
  const found = async (id: string): Promise<ScanRecord> => (await scans.byId(id)) ?? assert.fail('it is gone');
  const handlers = (lookAtSite: LookAtSite) =>
    createBrowserHandlers({ scans, lookAtSite, allowed: [], log: createLog('silent') });
  const jobOf = ({ id }: ScanRecord) => ({ id, priority: 10, owner: ACCOUNT, attempt: 1, run: 1 });
  const waiting = async () => (await opened.store.browserJobs.counts()).waiting;

  it('is waited for once a scan with the choice is completed, and never for others', async () => {
    await ended(completed, {});
    await ended(failed);
    assert.equal(await waiting(), 0);
    const scan = await ended(completed);
    assert.equal(await waiting(), 1);
    assert.deepEqual(scan.browserLook, { state: 'waiting', score: null });
    const shown = presentBrowser(scan, await scans.browserLook(scan));
    assert.deepEqual(
      [shown?.status, shown?.browserScore, shown?.reason],
      ['waiting', null, 'no browser has looked yet'],
    );
  });

  it('comes of the pages of the scan, is kept with its pictures, and changes the revision', async () => {
    const before = await ended(completed);
    const asked: SiteLookRequest[] = [];
    await handlers(async (request) => {
      asked.push(request);
      return look([screen('https://example.com/', 3000)]);
    }).run(jobOf(before), new AbortController().signal);
    assert.deepEqual(asked[0]?.pages, [
      { url: 'https://example.com/', hasForm: false },
      { url: 'https://example.com/contact', hasForm: true },
    ]);
    const scan = await found(before.id);
    assert.deepEqual(scan.browserLook, { state: 'done', score: 81 });
    assert.ok(scan.revision > before.revision);
    const kept = await scans.browserLook(scan);
    assert.equal(kept?.report.browserScore, 81);
    assert.deepEqual(kept.screens, [
      { url: 'https://example.com/', controls: [], received: 'Text.', lost: ['A line'] },
    ]);
    assert.deepEqual(await scans.picture(scan, 0), Buffer.alloc(3000, 7));
    assert.equal(await scans.picture(scan, 1), undefined);
  });

  it('holds at most 3 MB of pictures, as text', async () => {
    const scan = await ended(completed);
    const urls = Array.from({ length: 5 }, (_, at) => `https://example.com/${at}`);
    await scans.endBrowserLook(scan.id, look(urls.map((url) => screen(url, 700_000))));
    const kept = await scans.browserLook(await found(scan.id));
    assert.deepEqual(
      kept?.screens.map(({ url }) => url),
      urls.slice(0, 3),
    );
  });

  it('is deleted with the scan, and so is a pass that waits', async () => {
    const [looked, unlooked] = [await ended(completed), await ended(completed)];
    await scans.endBrowserLook(looked.id, look([screen('https://example.com/', 10)]));
    const scan = await found(looked.id);
    await opened.store.browserJobs.remove(looked.id);
    assert.equal(await waiting(), 1);
    for (const { id } of [looked, unlooked]) await scans.remove(ACCOUNT, id);
    assert.equal(await waiting(), 0);
    assert.equal(await scans.picture(scan, 0), undefined);
    assert.equal(await scans.browserLook(scan), undefined);
    // A pass that ends after the deletion leaves nothing behind.
    await scans.endBrowserLook(looked.id, look([screen('https://example.com/', 10)]));
    assert.equal(await scans.picture(scan, 0), undefined);
  });

  it('of a pass that is handed back is not written down', async () => {
    const scan = await ended(completed);
    const stop = new AbortController();
    const run = handlers(async () => {
      stop.abort(new Error('This worker closes.'));
      return look([]);
    }).run(jobOf(scan), stop.signal);
    await assert.rejects(run, /This worker closes/);
    assert.equal((await found(scan.id)).browserLook?.state, 'waiting');
  });

  it('of a pass that broke off three times says so', async () => {
    const scan = await ended(completed);
    await handlers(() => Promise.reject(new Error('never called'))).exhausted(jobOf(scan));
    const kept = await scans.browserLook(await found(scan.id));
    assert.match(kept?.report.reason ?? '', /broke off three times/);
  });

  it('that no worker began within half an hour is waited for no longer', async () => {
    const { browserLook, shareToken } = await ended(completed);
    const completedAt = new Date(Date.now() - 31 * 60_000).toISOString();
    const shown = presentBrowser({ completedAt, shareToken, ...(browserLook && { browserLook }) }, undefined);
    assert.equal(shown?.status, 'done');
    assert.match(shown.reason ?? '', /no browser was free within half an hour/);
  });
});

describe('the presence of a browser worker', () => {
  it('is known to every process on the store, once it is announced', async () => {
    const opened = await openLmdbUnderTest();
    const presence = createBrowserPresence(opened.store);
    assert.equal(await presence.isThere(), false);
    const leave = await presence.announce();
    assert.equal(await createBrowserPresence(opened.store).isThere(), true);
    leave();
    await opened.destroy();
  });
});
