/** How long a process of a census may be at one host before it counts as hung. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { longestHostMs } from '../../../src/app/census.ts';

describe('the longest time of a host of a census', () => {
  for (const [pageLimit, ms] of [
    [1, 180_000],
    [25, 180_000],
    [26, 1_226_000],
    [300, 1_500_000],
    [2000, 3_200_000],
  ] as const) {
    it(`is twice that of a scan, ${ms} ms of ${pageLimit} pages, because http may be tried after https`, () =>
      assert.equal(longestHostMs(pageLimit), ms));
  }
});
