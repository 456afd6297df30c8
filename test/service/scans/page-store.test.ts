import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { CHUNK_PAGES } from '../../../src/scanner/crawl/page-results.ts';
import type { CheckRecord } from '../../../src/scanner/model/result.ts';

import type { PageRecord } from '../../../src/scanner/model/scan.ts';
import { createPageStore, keptRecords, summarizePages } from '../../../src/scans/page-store.ts';
import { openStore } from '../../../src/store/open.ts';
import type { Store } from '../../../src/store/store.ts';
import { newDataDir } from '../../support/service.ts';

const PAGES = CHUNK_PAGES + 7;
const SCAN = { id: 'scn_pages', run: 1, chunkCount: 2 };

const record = (id: string, status: CheckRecord['status'], message: string): CheckRecord => ({ id, status, message });
const STATUSES = ['pass', 'warn', 'fail', 'error', 'na'] as const;
/** P1 comes to each status in turn, P22 (a late check) fails from page 3 on, P4 could never be measured. */
const early = (at: number): PageRecord => ({
  url: `https://a.example/${at}`,
  checks: [record('P4', 'error', `not ${at}`), record('P1', STATUSES[at % 5] ?? 'pass', `early ${at}`)],
});
const late = (at: number): PageRecord => ({
  url: `https://a.example/${at}`,
  checks: [record('P22', at < 3 ? 'pass' : 'fail', `late ${at}`)],
});

describe('the pages of a scan', () => {
  let store: Store;
  let dataDir: string;
  before(async () => {
    dataDir = await newDataDir();
    store = await openStore({ dataDir });
    const pages = createPageStore(store);
    for (const chunk of [0, 1]) {
      const places = Array.from({ length: PAGES }, (_, at) => at).slice(chunk * CHUNK_PAGES, (chunk + 1) * CHUNK_PAGES);
      await pages.write(SCAN, 'early', chunk, places.map(early));
      await pages.write(SCAN, 'late', chunk, places.map(late));
    }
  });
  after(async () => {
    await store.close();
    await rm(dataDir, { recursive: true });
  });
  it('are found by their place, early and late checks together in catalogue order', async () => {
    const pages = createPageStore(store);
    for (const at of [0, CHUNK_PAGES - 1, CHUNK_PAGES, PAGES - 1]) {
      const page = await pages.page(SCAN, at);
      assert.equal(page?.url, `https://a.example/${at}`);
      assert.deepEqual(
        page?.checks.map(({ id }) => id),
        ['P1', 'P4', 'P22'],
      );
    }
    for (const at of [PAGES, 2 * CHUNK_PAGES, 99_999]) assert.equal(await pages.page(SCAN, at), undefined);
  });

  it('have a summary that says the same whether it was written down or not, and is read without them', async () => {
    const pages = createPageStore(store);
    const made = await pages.summary(SCAN);
    assert.deepEqual(made.rows[2], {
      url: 'https://a.example/2',
      fails: ['P1'],
      warns: [],
      errors: ['P4'],
      passed: 1,
    });
    assert.equal(made.rows.length, PAGES);
    assert.deepEqual(made.notApplicable, { P1: 11 });
    assert.deepEqual(
      made.worst.map(({ at, record: { id, status } }) => [at, id, status]),
      [
        [1, 'P1', 'warn'],
        [2, 'P1', 'fail'],
        [3, 'P22', 'fail'],
      ],
    );
    assert.deepEqual(
      made.findings.map(([id, { affectedPages, record: worst }]) => [id, affectedPages, worst?.message]),
      [
        ['P1', 23, 'early 2'],
        ['P22', PAGES - 3, 'late 3'],
      ],
    );
    await pages.writeSummary(SCAN);
    await store.documents('scan-pages').delete('scn_pages:1:early:0');
    assert.deepEqual(await pages.summary(SCAN), made);
  });

  it("keep the report's texts of each page: the worst result of each check, and the first reason of unmeasured ones", async () => {
    const kept = keptRecords(await createPageStore(store).summary(SCAN));
    assert.equal(kept.length, PAGES);
    assert.deepEqual(
      kept[2]?.checks.map(({ id, message }) => [id, message]),
      [
        ['P1', 'early 2'],
        ['P4', 'not 0'],
      ],
    );
    assert.deepEqual(keptRecords(await summarizePages([])), []);
  });

  it('are removed with their summary', async () => {
    await createPageStore(store).remove(SCAN);
    for (const [name, key] of [
      ['scan-pages', 'scn_pages:1:late:1'],
      ['scan-page-summaries', 'scn_pages:1'],
    ] as const) {
      assert.equal(await store.documents(name).get(key), undefined, name);
    }
  });
});
