import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { CheckStatus, PageResult } from '../../../src/schema/scan.ts';
import { selectPages } from '../../../src/tools/get-scan.ts';

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

  it('all, as they are', () => assert.deepEqual(selectPages(pages, 'all', undefined), pages));
  it('none', () => assert.deepEqual(selectPages(pages, 'none', undefined), []));
  it('the failing ones, worst first, then by URL', () => {
    assert.deepEqual(pathsOf(selectPages(pages, 'failing', undefined)), [
      'worst',
      'failed',
      'two-warnings',
      'warned',
      'unmeasured',
    ]);
  });
  it('of the failing ones, all results but passes', () => {
    const [worst, ...others] = selectPages([page('a', 'pass', 'warn', 'fail', 'error', 'pass')], 'failing', undefined);
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
          assert.deepEqual(selectPages(shuffled, 'failing', undefined), selectPages(all, 'failing', undefined));
        },
      ),
    );
  });
});

describe('how many', () => {
  const pages = [page('a', 'fail'), page('b', 'fail'), page('c', 'fail')];
  const lengthOf = (count: number) => JSON.stringify(pages.slice(0, count)).length;
  const cases: [string, number, number][] = [
    ['all at exactly their length', lengthOf(3), 3],
    ['one less a character below', lengthOf(3) - 1, 2],
    ['two at exactly theirs', lengthOf(2), 2],
    ['one', lengthOf(1), 1],
    ['none when not even one fits', lengthOf(1) - 1, 0],
    ['none at nothing', 0, 0],
  ];
  for (const [what, limit, kept] of cases) {
    it(what, () => {
      assert.deepEqual(selectPages(pages, 'all', limit), pages.slice(0, kept));
      assert.deepEqual(selectPages(pages, 'failing', limit), pages.slice(0, kept));
    });
  }

  it('as many from the start as fit, and no more', () => {
    const wanted = fc.constantFrom('all' as const, 'failing' as const);
    fc.assert(
      fc.property(anyPages, wanted, fc.nat(4000), (all, which, limit) => {
        const whole = selectPages(all, which, undefined);
        const kept = selectPages(all, which, limit);
        assert.deepEqual(kept, whole.slice(0, kept.length));
        if (kept.length > 0) assert.ok(JSON.stringify(kept).length <= limit);
        if (kept.length < whole.length) assert.ok(JSON.stringify(whole.slice(0, kept.length + 1)).length > limit);
      }),
    );
  });

  it('leaves what it was given as it was', () => {
    const given = [page('b', 'warn', 'pass'), page('a', 'fail')];
    const before = structuredClone(given);
    selectPages(given, 'failing', 100);
    assert.deepEqual(given, before);
    assert.notEqual(selectPages(given, 'all', undefined), given);
  });
});
