import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { atOnce } from '../../../src/basics/steps.ts';
import type { Concept } from '../../../src/library/bm25f.ts';
import { createSearchIndex, indexDocuments, type SearchDocument } from '../../../src/library/bm25f.ts';
import { documentOf } from '../../support/search-document.ts';

/** The words of a query, each for itself. */
const conceptsOf = (terms: readonly string[]): Concept[] =>
  terms.map((term) => ({
    weight: 1,
    terms: [{ term, share: 1 }],
    rarity: 1,
    isLight: false,
  }));

function search(documents: readonly SearchDocument[], query: string) {
  const index = createSearchIndex(atOnce(indexDocuments(documents)));
  return index.search(conceptsOf(index.termsOf(query)), 100);
}

describe('search', () => {
  it('counts a group as one document: more of its members change no score of the others', () => {
    const others = [
      documentOf('a', { title: 'robot', body: 'robot file page' }),
      documentOf('b', { title: 'file', body: 'page page' }),
    ];
    const member = (ref: string) => documentOf(ref, { group: 'recipes', title: 'robot', body: 'robot page page' });
    const scoreOfA = (members: readonly SearchDocument[]) =>
      search([...others, ...members], 'robots').find(({ ref }) => ref === 'a')?.score;
    const one = scoreOfA([member('m')]);
    assert.ok(one !== undefined);
    assert.equal(scoreOfA([member('m'), member('n'), member('o')]), one);
    const ungrouped = ['m', 'n', 'o'].map((ref) => documentOf(ref, { title: 'robot', body: 'robot page page' }));
    assert.notEqual(scoreOfA(ungrouped), one);
  });

  it('scores as the formula says', () => {
    // Two documents, mean lengths: title 1, body 3. "robot" is in one of them.
    const hits = search(
      [
        documentOf('a', { title: 'robot', body: 'robot robot file page' }),
        documentOf('b', { title: 'file', body: 'page page' }),
      ],
      'robots',
    );
    const idf = Math.log(1 + (2 - 1 + 0.5) / (1 + 0.5));
    const tf = (4 * 1) / (1 - 0.7 + 0.7 * 1) + (1 * 2) / (1 - 0.7 + (0.7 * 4) / 3);
    assert.deepEqual(hits, [{ ref: 'a', score: Math.round(((idf * tf * 2.6) / (1.6 + tf)) * 10_000) / 10_000 }]);
  });

  it('counts a part that is empty as no words', () => {
    const index = createSearchIndex(atOnce(indexDocuments([documentOf('a', { title: 'robot' })])));
    assert.deepEqual(index.search(conceptsOf(['']), 100), []);
  });

  it('puts a word of the title above the same word of the text, and a rare word above a frequent one', () => {
    const documents = [
      documentOf('body', { title: 'files', body: 'a sitemap here' }),
      documentOf('title', { title: 'sitemap', body: 'some files here' }),
      ...['1', '2', '3', '4'].map((ref) => documentOf(ref, { body: 'files' })),
    ];
    assert.equal(search(documents, 'sitemap')[0]?.ref, 'title');
    const either = [documentOf('rare', { body: 'sitemap' }), ...documents.slice(2)];
    assert.equal(search(either, 'files sitemap')[0]?.ref, 'rare');
  });

  it('orders equal scores by ref, for any order of the documents', () => {
    const documents = ['c', 'a', 'b'].map((ref) => documentOf(ref, { body: 'the same text' }));
    for (const given of [documents, documents.toReversed()]) {
      assert.deepEqual(
        search(given, 'text').map(({ ref }) => ref),
        ['a', 'b', 'c'],
      );
    }
  });

  it('returns the best documents up to the requested number', () => {
    const documents = ['a', 'b', 'c', 'd', 'e'].map((ref, at) =>
      documentOf(ref, { body: `text ${'text '.repeat(at % 3)}` }),
    );
    const index = createSearchIndex(atOnce(indexDocuments(documents)));
    const refsOf = (count: number, accepts?: (ref: string) => boolean) =>
      index.search(conceptsOf(['text']), count, accepts).map(({ ref }) => ref);
    const all = refsOf(100);
    assert.equal(all.length, 5);
    for (const count of [1, 2, 3, 4, 5]) assert.deepEqual(refsOf(count), all.slice(0, count));
    assert.deepEqual(
      refsOf(2, (ref) => ref !== all[0]),
      all.slice(1, 3),
    );
  });

  it('finds names of inherited members, also in forms that only stemming makes so', () => {
    const documents = [
      documentOf('a', { body: 'The constructor of a class.' }),
      documentOf('b', { body: 'Many constructors; constructors again' }),
      documentOf('c', { body: '__proto__ and toString, valueOf, hasOwnProperty' }),
      documentOf('d', { body: 'class' }),
    ];
    for (const [query, refs] of [
      ['constructor', ['a', 'b']],
      ['constructors', ['a', 'b']],
      ['class constructor', ['a', 'b', 'd']],
      ['__proto__', ['c']],
      ['hasOwnProperty', ['c']],
      ['docs df', []],
    ] as const) {
      const hits = search(documents, query);
      assert.deepEqual(hits.map(({ ref }) => ref).sort(), refs, query);
      for (const { score } of hits) assert.ok(Number.isFinite(score) && score > 0);
    }
  });

  it('answers nothing for stop words, unknown words and an empty library', () => {
    for (const query of ['', 'the of and', 'unknownword']) {
      assert.deepEqual(search([documentOf('a', { body: 'text' })], query), []);
    }
    assert.deepEqual(search([], 'text'), []);
  });
});

describe('idf', () => {
  it('is higher for rarer terms, and 0 for one that is in no document', () => {
    const index = createSearchIndex(
      atOnce(
        indexDocuments([
          documentOf('a', { title: 'robot', body: 'page' }),
          documentOf('b', { body: 'page' }),
          documentOf('c', { names: 'page' }),
        ]),
      ),
    );
    assert.equal(index.idf('unknown'), 0);
    assert.ok(index.idf('robot') > index.idf('page'));
    assert.ok(index.idf('page') > 0);
  });
});
