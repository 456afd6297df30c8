import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { atOnce } from '../../../src/basics/steps.ts';
import { createSearchIndex, indexDocuments } from '../../../src/library/bm25f.ts';
import { createReader, createSpeller } from '../../../src/library/understand.ts';
import { documentOf } from '../../support/search-document.ts';

const BODY =
  'Weights and caps of the rubric. Birds fly south in winter. A price in dollars. Rendering by JavaScript. A cursor. Load balancers of a ship.';
const index = createSearchIndex(atOnce(indexDocuments([documentOf('0', { body: BODY })])));
const understand = createReader(index, createSpeller(index.termsOf(BODY)));
const termsOf = (query: string) => understand(query, undefined).concepts.flatMap(({ terms }) => terms);

describe('a word of a question', () => {
  it('finds other words for the same thing, at a part of its weight', () => {
    const share = (query: string, term: string) => termsOf(query).find((known) => known.term === term)?.share;
    assert.equal(share('cost', 'cost'), 1);
    assert.equal(share('cost', 'price'), 0.5);
    assert.equal(share('pagination', 'cursor'), 0.5);
    assert.equal(share('a single page app', 'javascript'), 0.5);
    assert.equal(share('winter', 'cursor'), undefined);
  });

  it('counts less when it says nothing of the subject', () => {
    const [first, second] = understand('best weights', undefined).concepts;
    assert.ok(first !== undefined && second !== undefined && first.weight < second.weight);
  });
});

describe('a word that no article has', () => {
  const concepts = (query: string) => understand(query, undefined).concepts;

  it('counts as the word that it misspells, a little less', () => {
    assert.deepEqual(concepts('javscript').at(0)?.terms.at(0), { term: 'javascript', share: 0.8 });
  });

  it('counts once where the same word is there in its right spelling, too', () => {
    assert.equal(concepts('javascript javscript').filter(({ terms }) => terms[0]?.term === 'javascript').length, 1);
  });

  it('stays as it is when it is near to none, as rare as a word can be', () => {
    assert.equal(concepts('penguins').at(0)?.rarity, index.unknownIdf);
  });

  it('stays as it is when people use it elsewhere, however near to one of ours', () => {
    const speller = createSpeller(index.termsOf(BODY));
    const read = createReader(index, speller, (term) => index.termsOf('javscript').includes(term));
    assert.notEqual(read('javscript', undefined).concepts[0]?.terms[0]?.term, 'javascript');
  });

  it('adds nothing when it only joins words that count by themselves', () => {
    assert.deepEqual(
      concepts('winter-proof').map(({ terms }) => terms[0]?.term),
      ['winter', 'proof'],
    );
  });
});

describe('a number', () => {
  it('of one digit says nothing of the subject, a status does', () => {
    assert.equal(understand('1', undefined).concepts[0]?.isLight, true);
    assert.equal(understand('402', undefined).concepts[0]?.isLight, false);
  });
});

describe('a query after another', () => {
  it('is left unchanged when it is long enough, or borrows nothing', () => {
    for (const [query, before] of [
      ['weights of caps', 'rubric'],
      ['llms.txt', 'rubric'],
      ['caps', undefined],
      ['caps', 'of the'],
      ['caps', 'penguins'],
      ['caps', 'a cap'],
    ] as const) {
      assert.equal(understand(query, before).expanded, undefined, query);
    }
  });

  it('borrows the rarest known words, at a part of their weight', () => {
    const { concepts, expanded } = understand('and caps?', 'birds of the rubric in winter, penguins');
    assert.equal(expanded, 'and caps? birds rubric winter');
    assert.deepEqual(
      concepts.map(({ weight, terms }) => [terms[0]?.term, weight]),
      [
        ['cap', 1],
        ['bird', 0.3],
        ['rubric', 0.3],
        ['winter', 0.3],
      ],
    );
    assert.equal(understand('and that?', 'the rubric').expanded, 'and that? rubric');
  });

  it('borrows when it points back, however long it is', () => {
    assert.equal(
      understand('how do weights change it in winter?', 'the rubric').expanded,
      'how do weights change it in winter? rubric',
    );
  });
});

const WORDS = ['sitemap', 'structure', 'strictures', 'authentication', 'crawler', 'media', 'site'];
const { nearest } = createSpeller(WORDS);

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
    assert.equal(createSpeller(['boxing', 'baking']).nearest('boking'), 'boxing');
  });
});
