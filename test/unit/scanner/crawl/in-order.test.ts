import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { inOrder } from '../../../../src/scanner/crawl/in-order.ts';

const NUMBERS = Array.from({ length: 20 }, (_, at) => at);

describe('inOrder', () => {
  it('hands results on in the order of the items, however long each takes', async () => {
    const results: number[] = [];
    for await (const result of inOrder(NUMBERS, 5, async (item) => {
      await delay((item * 7) % 5);
      return item * 10;
    })) {
      results.push(result);
    }
    assert.deepEqual(
      results,
      NUMBERS.map((number) => number * 10),
    );
  });

  it('begins no more than the lookahead before a result is taken', async () => {
    let begun = 0;
    let taken = 0;
    let widest = 0;
    for await (const _ of inOrder(NUMBERS, 4, async () => {
      begun += 1;
      widest = Math.max(widest, begun - taken);
    })) {
      taken += 1;
      await turn();
    }
    assert.equal(taken, 20);
    // The one being handed on makes room for one more.
    assert.ok(widest <= 5, `${widest} at once`);
  });

  it('passes the position along', async () => {
    const seen: string[] = [];
    for await (const text of inOrder(['a', 'b', 'c'], 2, async (item, at) => `${item}${at}`)) seen.push(text);
    assert.deepEqual(seen, ['a0', 'b1', 'c2']);
  });

  it('ends with the first rejection in order, and leaves none unhandled', async () => {
    const taken: number[] = [];
    await assert.rejects(async () => {
      for await (const result of inOrder(NUMBERS, 8, async (item) => {
        if (item === 5) await delay(5);
        if (item >= 5) throw new Error(`item ${item}`);
        return item;
      })) {
        taken.push(result);
      }
    }, /item 5/);
    assert.deepEqual(taken, [0, 1, 2, 3, 4]);
    await delay(10);
  });

  it('begins nothing more once it is left', async () => {
    let begun = 0;
    for await (const result of inOrder(NUMBERS, 3, async (item) => {
      begun += 1;
      return item;
    })) {
      if (result === 2) break;
    }
    await delay(5);
    assert.ok(begun <= 6, `${begun} begun`);
  });

  it('yields nothing for nothing', async () => {
    for await (const _ of inOrder([], 3, async () => 1)) assert.fail('there is no item');
  });
});
