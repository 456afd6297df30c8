import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDistinctCount } from '../../../src/logs/distinct-count.ts';
import { createTopLists, type TopList } from '../../../src/logs/top-list.ts';

/** A skewed stream: the value k comes about 1,000 / k times as often as others, without randomness. */
function* skewed(requests: number): Generator<string> {
  let seed = 7;
  for (let at = 0; at < requests; at += 1) {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    yield `/page/${Math.floor(50_000 / (((seed >>> 8) % 50_000) + 1))}`;
    if (at % 2 === 0) yield `/new/${at}`;
  }
}

/** Fails where a count is too low, or too high by more than the list says. */
function assertWithinError(list: TopList, truth: ReadonlyMap<string, number>): void {
  const shown = new Set<string>();
  for (const { key, count } of list.top(100_000)) {
    shown.add(key);
    const exact = truth.get(key) ?? 0;
    assert.ok(count >= exact && count <= exact + list.error, `${key}: ${count}, exactly ${exact}, error ${list.error}`);
  }
  for (const [key, exact] of truth) if (!shown.has(key)) assert.ok(exact <= list.error, `${key} was left out`);
}

describe('a list of the most frequent values', () => {
  it('is never further from the truth than it says, and its error is small', () => {
    const [list, truth] = [createTopLists(10_000_000)(250), new Map<string, number>()];
    for (const key of skewed(100_000)) {
      list.add(key);
      truth.set(key, (truth.get(key) ?? 0) + 1);
    }
    assertWithinError(list, truth);
    assert.ok(list.error > 0 && list.error < 150_000 / 250, String(list.error));
    const most = [...truth].sort((a, b) => b[1] - a[1]).slice(0, 10);
    assert.deepEqual(
      list
        .top(10)
        .map(({ key }) => key)
        .sort(),
      most.map(([key]) => key).sort(),
    );
  });

  it('is exact while there are fewer values than twice its capacity', () => {
    const list = createTopLists(10_000_000)(100);
    for (let at = 0; at < 3 * 199; at += 1) list.add(`/${at % 199}`);
    assert.equal(list.error, 0);
    assert.deepEqual(
      list.top(1000).map(({ count }) => count),
      Array.from({ length: 199 }, () => 3),
    );
  });

  it('shares its memory with others, keeps fewer values when there is too much of it, and says what that costs', () => {
    const create = createTopLists(100_000);
    const [lists, truth] = [Array.from({ length: 50 }, () => create(250)), new Map<string, number>()];
    for (let at = 0; at < 2000; at += 1) {
      const key = at % 3 === 0 ? '/often' : `/${at}/${'x'.repeat(200)}`;
      for (const list of lists) list.add(key);
      truth.set(key, (truth.get(key) ?? 0) + 1);
    }
    const kept = lists.flatMap((list) => list.top(1000));
    // Half of the last value of each list may come after the limit.
    assert.ok(kept.reduce((sum, { key }) => sum + key.length, 0) <= 250_000, `${kept.length} values`);
    for (const list of lists) {
      assertWithinError(list, truth);
      assert.equal(list.top(1)[0]?.key, '/often');
    }
  });

  it('keeps a value with half a character in it as one', () => {
    const list = createTopLists(10_000)(10);
    for (let at = 0; at < 3; at += 1) list.add('/half-\ud83d');
    assert.deepEqual(list.top(5), [{ key: '/half-\ud83d', count: 3 }]);
  });
});

describe('a count of different values', () => {
  for (const values of [4096, 4097, 10_000, 30_000, 200_000]) {
    it(`is ${values <= 4096 ? 'exact' : 'within 5 %'} for ${values}`, () => {
      const counter = createDistinctCount();
      for (let round = 0; round < 2; round += 1)
        for (let at = 0; at < values; at += 1) counter.add(`/shop/product-${at}/of-many`);
      const { count, isExact } = counter.count();
      assert.equal(isExact, values <= 4096);
      assert.ok(Math.abs(count - values) <= (isExact ? 0 : values * 0.05), String(count));
    });
  }
});
