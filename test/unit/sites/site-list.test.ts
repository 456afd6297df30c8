/** Order, choice and pages of a list of sites. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Outcome } from '../../../src/sites/outcome.ts';
import { pageOfSites, placeOf, type Sort, type Wanted } from '../../../src/sites/site-list.ts';
import type { Site } from '../../../src/sites/sites.ts';

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
const names = (sites: readonly Site[]) => sites.map(({ id }) => id.replace('sit_', '')).join('');
const page = (wanted: Partial<Wanted>) => pageOfSites(SITES, { sort: 'recent', limit: 10, ...wanted });

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
      assert.equal(names(page({ sort }).sites), expected);
      let walked = '';
      let cursor: string | undefined;
      do {
        const next: ReturnType<typeof page> = page({ sort, limit: 1, cursor });
        walked += names(next.sites);
        cursor = next.nextCursor;
      } while (cursor !== undefined);
      assert.equal(walked, expected);
    });
  }

  it('is filtered by label and by part of the address', () => {
    assert.equal(names(page({ label: 'client' }).sites), 'da');
    assert.equal(names(page({ search: 'C.EXA' }).sites), 'c');
    assert.equal(names(page({ label: 'client', search: 'a.example' }).sites), 'a');
  });

  for (const text of ['', '!', 'bnVsbA', 'W10', 'e30', Buffer.from('[{},"x"]').toString('base64url')]) {
    it(`${JSON.stringify(text)} is no cursor`, () => assert.equal(placeOf(text), undefined));
  }
});
