import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { retryDelayMs } from '../../../src/client/send.ts';

/** interface.md, section 7: retried errors and their delays, with random at 0, 0.5 and just below 1. */
const ROWS: readonly [
  status: number | undefined,
  retryAfter: number | undefined,
  attempt: number,
  ms: readonly (number | undefined)[],
][] = [
  [429, 7, 1, [7000, 7000]],
  [429, undefined, 1, [0, 125]],
  [500, undefined, 1, [0, 125]],
  [502, undefined, 2, [0, 250]],
  [503, undefined, 4, [0, 1000]],
  [503, 5, 1, [5000, 5125]],
  [undefined, undefined, 3, [0, 500]],
  [500, undefined, 5, [undefined, undefined]],
  [429, 1, 5, [undefined, undefined]],
  ...[400, 401, 402, 403, 404, 409, 413, 415, 422, 304].map(
    (status): [number, number, number, readonly undefined[]] => [status, 1, 1, [undefined, undefined]],
  ),
];

describe('retry rules', () => {
  for (const [status, retryAfterSeconds, attempt, expected] of ROWS) {
    it(`status ${status}, Retry-After ${retryAfterSeconds}, attempt ${attempt}: ${expected.join(' to ')} ms`, () => {
      assert.deepEqual(
        [0, 0.5].map((random) => retryDelayMs({ status, retryAfterSeconds }, attempt, random)),
        expected,
      );
    });
  }
});
