import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { CheckStatus, PageResult } from '../../../src/schema/scan.ts';
import { failingOnly } from '../../../src/tools/get-scan.ts';

fc.configureGlobal({ seed: 1 });

const page = (path: string, ...statuses: CheckStatus[]): PageResult => ({
  url: `https://site.example/${path}`,
  checks: statuses.map((status, at) => ({
    checkId: `P${at + 1}`,
    name: 'A page passes',
    status,
    message: 'A finding.',
    howToFix: status === 'pass' ? null : 'Do this.',
    details: {},
  })),
});
const pathsOf = (pages: readonly PageResult[]) => pages.map(({ url }) => new URL(url).pathname.slice(1));
const anyPage = fc
  .tuple(fc.stringMatching(/^[a-z]{1,3}$/), fc.array(fc.constantFrom<CheckStatus>('pass', 'fail', 'warn', 'error')))
  .map(([path, statuses]) => page(path, ...statuses));
const anyPages = fc.uniqueArray(anyPage, { selector: ({ url }) => url });

describe('which pages', () => {
  const pages = [
    page('good', 'pass', 'pass'),
    page('warned', 'warn', 'pass'),
    page('unmeasured', 'error'),
    page('failed', 'fail', 'pass', 'pass'),
    page('two-warnings', 'warn', 'warn'),
    page('worst', 'warn', 'fail', 'error'),
    page('empty'),
  ];

  it('the failing ones, worst first, then by URL', () => {
    assert.deepEqual(pathsOf(failingOnly(pages)), ['worst', 'failed', 'two-warnings', 'warned', 'unmeasured']);
  });
  it('of the failing ones, all results but passes', () => {
    const [worst, ...others] = failingOnly([page('a', 'pass', 'warn', 'fail', 'error', 'pass')]);
    assert.deepEqual(
      worst?.checks.map(({ checkId, status }) => [checkId, status]),
      [
        ['P2', 'warn'],
        ['P3', 'fail'],
        ['P4', 'error'],
      ],
    );
    assert.deepEqual(others, []);
  });

  it('always the same ones in the same order', () => {
    fc.assert(
      fc.property(
        anyPages.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          assert.deepEqual(failingOnly(shuffled), failingOnly(all));
        },
      ),
    );
  });
});
