import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accountLines, shortPagesOf } from '../../../../src/scanner/reporters/reporter.ts';
import type { Explanation } from '../../../../src/schema/explanation.ts';
import { gradedReport } from './report-fixture.ts';

const graded = (): Explanation => {
  const { explanation } = gradedReport();
  assert.ok(explanation);
  return explanation;
};
/** The fixture has 43.4 of 70 points for text. */
const withBroughtText = (gains: readonly number[]): Explanation => {
  const { fixes, ...rest } = graded();
  return {
    ...rest,
    fixes: fixes.map((fix, at) => ({ ...fix, parts: [{ of: 'delivered-text', gain: gains[at] ?? 0 }] })),
  };
};
const remainderOf = (explanation: Explanation) =>
  accountLines(explanation).filter((line) => /No listed fix/.test(line));

describe('points of text that no listed fix brings', () => {
  test('are named where no fix brings text', () => {
    assert.match(remainderOf(withBroughtText([])).join(), /^No listed fix brings 26\.6 points of text: /);
  });

  test('are what the fixes leave', () => {
    assert.match(remainderOf(withBroughtText([20, 4.1])).join(), / brings 2\.5 points /);
  });

  test('come with advice against the losses of the site alone', () => {
    const { delivery, ...rest } = withBroughtText([]);
    assert.ok(delivery);
    const withLosses = (noText: number, noWay: number) =>
      remainderOf({ ...rest, delivery: { ...delivery, all: { ...delivery.all, noText, noWay } } }).join();
    assert.match(withLosses(0.2, 0), / points of text: write more on pages that have few words of their own\.$/);
    assert.match(withLosses(0, 0.2), / points of text: link to every page\.$/);
    assert.match(withLosses(0.2, 0.2), / of their own, and link to every page\.$/);
    assert.match(withLosses(0, 0), / points of text\.$/);
  });

  test('count the short pages in the sentence, and name them apart from it', () => {
    const { delivery, ...rest } = withBroughtText([]);
    assert.ok(delivery);
    const examples = [{ url: 'https://site.example/`x`', words: 7 }];
    const all = { ...delivery.all, noText: 0.2, noWay: 0 };
    const withShort = (count: number) => ({
      ...rest,
      delivery: { ...delivery, all, shortPages: { count, fewerThan: 40, examples } },
    });
    const explanation = withShort(9);
    assert.match(
      remainderOf(explanation).join(),
      /: write more on the 9 pages with fewer than 40 words of their own\.$/,
    );
    assert.deepEqual(shortPagesOf(explanation), examples);
    assert.match(remainderOf(withShort(0)).join(), /pages that have few words/);
    assert.deepEqual(shortPagesOf({ ...explanation, selection: ['S2'] }), []);
    assert.deepEqual(shortPagesOf({ ...rest, delivery }), []);
  });

  test('are left out under half a point, for a selection of checks and under rubric 1', () => {
    assert.deepEqual(remainderOf(withBroughtText([20, 6.2])), []);
    assert.deepEqual(remainderOf({ ...graded(), selection: ['S2'] }), []);
    assert.deepEqual(accountLines({ ...graded(), delivery: null }), []);
  });
});
