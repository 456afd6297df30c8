import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSpeller } from '../../../src/library/spelling.ts';

const WORDS = ['sitemap', 'structure', 'strictures', 'authentication', 'crawler', 'media', 'site'];
const { nearest } = createSpeller(() => WORDS);

describe('a misspelt word', () => {
  for (const [fault, word, meant] of [
    ['that lacks a letter', 'sitmap', 'sitemap'],
    ['with a letter too many', 'sitemmap', 'sitemap'],
    ['with a wrong letter', 'sitenap', 'sitemap'],
    ['with two letters swapped', 'stiemap', 'sitemap'],
    ['with two faults in a long word', 'authentification', 'authentication'],
  ] as const) {
    it(`${fault} is recognised`, () => assert.equal(nearest(word), meant));
  }

  for (const [fault, word] of [
    ['that is short', 'medya'],
    ['with two faults in a short word', 'sitmpa'],
    ['with another first letter', 'trawler'],
    ['with a digit', 'sitema2p'],
    ['of a very long run of letters', 'sitemap'.repeat(400)],
  ] as const) {
    it(`${fault} is left as it is`, () => assert.equal(nearest(word), undefined));
  }

  it('is the nearest word, and of two the first one', () => {
    assert.equal(nearest('structures'), 'structure');
    assert.equal(createSpeller(() => ['boxing', 'baking']).nearest('boking'), 'boxing');
  });

  it('costs nothing until there is one: the words are read once', () => {
    let reads = 0;
    const speller = createSpeller(() => {
      reads += 1;
      return WORDS;
    });
    assert.equal(speller.nearest('site'), undefined);
    assert.equal(reads, 0);
    speller.nearest('sitmap');
    speller.nearest('crawlar');
    assert.equal(reads, 1);
  });
});
