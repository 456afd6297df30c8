/** Order, choice and pages of a list of sites. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Outcome } from '../../../src/sites/outcome.ts';
import type { Site } from '../../../src/sites/site.ts';
import {
  labelCounts,
  pageOfRows,
  placeOf,
  rowOf,
  type SiteRow,
  type Sort,
  type Wanted,
} from '../../../src/sites/site-list.ts';

const run = (score: number | undefined, rubricVersion = '3.0.0'): Outcome => ({
  scanId: 'scn_x',
  shareToken: 'token',
  rootUrl: '',
  pageLimit: 5,
  status: score === undefined ? 'failed' : 'completed',
  createdAt: '2026-01-01T00:00:00.000Z',
  ...(score === undefined ? {} : { score, rubricVersion }),
});
const site = (name: string, changedAt: number, runs: Outcome[], labels: string[] = []): Site => ({
  id: `sit_${name}`,
  accountId: 'acc_x',
  rootUrl: `https://${name}.example/`,
  labels,
  scans: runs.length,
  runs,
  changedAt,
});
const SITES = [
  site('a', 1, [run(50), run(70)], ['client']),
  site('b', 4, [run(90), run(80)]),
  site('c', 2, [run(undefined)]),
  site('d', 3, [run(50), run(20, '2.0.0')], ['client', 'shop']),
];
const names = (sites: readonly SiteRow[]) => sites.map(({ id }) => id.replace('sit_', '')).join('');
const page = (wanted: Partial<Wanted>) => pageOfRows(SITES.map(rowOf), { sort: 'recent', limit: 10, ...wanted });

describe('a list of sites', () => {
  const orders: [Sort, string][] = [
    ['recent', 'bdca'],
    ['worst', 'adbc'],
    ['best', 'badc'],
    // Of d the score before has another rubric, so it did not drop.
    ['dropped', 'abcd'],
    ['name', 'abcd'],
  ];
  for (const [sort, expected] of orders) {
    it(`sorted by ${sort}: ${expected}; pages of one site give the same`, () => {
      assert.equal(names(page({ sort }).rows), expected);
      let walked = '';
      let cursor: string | undefined;
      do {
        const next: ReturnType<typeof page> = page({ sort, limit: 1, cursor });
        walked += names(next.rows);
        cursor = next.nextCursor;
      } while (cursor !== undefined);
      assert.equal(walked, expected);
    });
  }

  const dated: Partial<Wanted> = {
    nextRuns: new Map([
      ['https://c.example/', 5],
      ['https://a.example/', Infinity],
      ['https://b.example/', 9],
    ]),
  };
  const reversed: [Sort, Partial<Wanted>, string][] = [
    ['recent', {}, 'acdb'],
    ['worst', {}, 'badc'],
    ['name', {}, 'dcba'],
    ['dropped', {}, 'bacd'],
    ['watched', dated, 'abcd'],
  ];
  for (const [sort, more, expected] of reversed) {
    it(`sorted by ${sort} the other way round: ${expected}, those without the value last; pages give the same`, () => {
      assert.equal(names(page({ sort, reverse: true, ...more }).rows), expected);
      const first = page({ sort, reverse: true, limit: 3, ...more });
      const rest = page({ sort, reverse: true, cursor: first.nextCursor, ...more });
      assert.equal(names(first.rows) + names(rest.rows), expected);
    });
  }

  it('sorted by watch: the next run first, paused ones behind them, those without a watch last', () => {
    assert.equal(names(page({ sort: 'watched', ...dated }).rows), 'cbad');
  });

  it('sorted by what the first fix gains and by lost text: the most first', () => {
    const losses = { robots: 0.1, refused: 0, noWay: 0, noAnswer: 0, noText: 0.3, cutOff: 0 };
    const rows = [
      rowOf(site('a', 1, [{ ...run(50), fixes: [{ checkId: 'S1', gain: 2 }] }])),
      rowOf(site('b', 2, [{ ...run(50), fixes: [{ checkId: 'S2', gain: 7 }], losses }])),
      rowOf(site('c', 3, [{ ...run(50), losses: { ...losses, noText: 0.8 } }])),
    ];
    assert.equal(names(pageOfRows(rows, { sort: 'gain', limit: 9 }).rows), 'bac');
    assert.equal(names(pageOfRows(rows, { sort: 'lost', limit: 9 }).rows), 'cba');
    assert.equal(rows[1]?.lost, 0.4);
  });

  it('labels are counted, in alphabetical order', () => {
    assert.deepEqual(labelCounts(SITES), [
      { label: 'client', sites: 2 },
      { label: 'shop', sites: 1 },
    ]);
  });

  it('is filtered by label and by part of the address or of a label, and says how many match', () => {
    assert.equal(names(page({ search: 'SHO' }).rows), 'd');
    assert.equal(page({ label: 'client', limit: 1 }).matching, 2);
    assert.equal(names(page({ label: 'client' }).rows), 'da');
    assert.equal(names(page({ search: 'C.EXA' }).rows), 'c');
    assert.equal(names(page({ label: 'client', search: 'a.example' }).rows), 'a');
  });

  for (const text of ['', '!', 'bnVsbA', 'W10', 'e30', Buffer.from('[{},"x"]').toString('base64url')]) {
    it(`${JSON.stringify(text)} is no cursor`, () => assert.equal(placeOf(text), undefined));
  }
});
