import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ScanReport } from '../../../src/scanner/model/scan.ts';
import { type Corpus, createCorpus } from '../../../src/scans/corpus.ts';
import { openLmdbUnderTest, type StoreUnderTest } from '../../support/store-drivers.ts';

const report = (host: string, score: number, overrides: Partial<ScanReport> = {}): ScanReport => ({
  status: 'completed',
  pagesDiscovered: 30,
  pagesScanned: 30,
  siteChecks: [],
  llmsTxtChecks: [],
  score: { score, raw: score, cap: undefined, coverage: 1, lowConfidence: false },
  llmsTxtScore: 0,
  host,
  entersCorpus: true,
  basis: undefined,
  ...overrides,
});

describe('percentiles', () => {
  let opened: StoreUnderTest;
  let corpus: Corpus;
  before(async () => {
    opened = await openLmdbUnderTest();
    corpus = createCorpus(opened.store);
    // 20 sites that score 0, 5, 10 ... 95.
    for (let at = 0; at < 20; at += 1) await corpus.place(report(`site-${at}.example`, 5 * at), '0.1.0');
  });
  after(() => opened.destroy());

  it('are the share of other sites with a lower score, rounded down', async () => {
    const place = (score: number) => corpus.place(report('new.example', score, { entersCorpus: false }), '0.2.0');
    assert.deepEqual(await place(0), { percentile: 0, corpusTotal: 20 });
    assert.deepEqual(await place(50), { percentile: 50, corpusTotal: 20 });
    assert.deepEqual(await place(51), { percentile: 55, corpusTotal: 20 });
    assert.deepEqual(await place(100), { percentile: 100, corpusTotal: 20 });
  });

  it('leave the site itself out: its earlier score does not count', async () => {
    assert.deepEqual(await corpus.place(report('site-0.example', 90, { entersCorpus: false }), '0.1.0'), {
      percentile: null,
      corpusTotal: null,
    });
  });

  it('count each site once, by its latest score', async () => {
    await corpus.place(report('twice.example', 10), '0.1.0');
    await corpus.place(report('twice.example', 99), '0.1.0');
    const { percentile, corpusTotal } = await corpus.place(
      report('other.example', 98, { entersCorpus: false }),
      '0.1.0',
    );
    assert.deepEqual([percentile, corpusTotal], [95, 21]);
  });

  it('start anew with a new major version of the rubric, and need 20 sites', async () => {
    assert.deepEqual(await corpus.place(report('new.example', 50), '1.0.0'), { percentile: null, corpusTotal: null });
  });

  it('are not given to a scan with low confidence, nor to a failed one', async () => {
    const unsure = report('x.example', 50, {
      score: { score: 50, raw: 50, cap: undefined, coverage: 0.5, lowConfidence: true },
    });
    const failed = report('x.example', 0, { score: undefined });
    for (const each of [unsure, failed]) {
      assert.deepEqual(await corpus.place(each, '0.1.0'), { percentile: null, corpusTotal: null });
    }
  });
});
