import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { completed } from '../../../src/library/follow-up.ts';

const RARITY = new Map([
  ['score', 1],
  ['weight', 2],
  ['sitemap', 3],
  ['cursor', 4],
  ['page', 0.5],
]);
const complete = (question: string, before: string) => completed(question, before, (term) => RARITY.get(term) ?? 0);

describe('a question after another', () => {
  it('borrows the rarest words of that one where it is short or points back', () => {
    assert.equal(complete('and weights?', 'the score of a page'), 'and weights? score page');
    assert.equal(complete('does it change the cursor', 'a sitemap'), 'does it change the cursor sitemap');
    assert.equal(complete('why', 'page, score, weight, sitemap and cursor'), 'why cursor sitemap weight');
  });

  it('stands alone with two words of its own', () => {
    assert.equal(complete('weights of scores', 'a sitemap'), undefined);
  });

  it('borrows no word that the library lacks, and none that it has itself', () => {
    assert.equal(complete('weights', 'my penguins'), undefined);
    assert.equal(complete('weights', 'the weight'), undefined);
  });
});
