import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { atOnce } from '../../../src/basics/steps.ts';
import {
  articlesOf,
  createRanking,
  fused,
  indexRanking,
  type SearchDocument,
  type SectionFound,
} from '../../../src/library/ranking.ts';

const documentOf = (ref: string, parts: Partial<SearchDocument>): SearchDocument => ({
  ref,
  title: '',
  questions: '',
  names: '',
  description: '',
  headings: '',
  body: '',
  ...parts,
});
const documents = [
  documentOf('/caps', { title: 'Caps', body: 'A cap bounds the score of a site. It has a reason.' }),
  documentOf('/keys', { title: 'Keys', names: 'constructor __proto__', body: 'A key names whoever asks.' }),
  documentOf('/birds', { title: 'Birds', body: 'They fly south in winter, and no cap stops them on their way.' }),
];
const sections = [
  { ref: '/keys', heading: '', asked: 'how do I get a token\nwhere are tokens made' },
  { ref: '/keys', heading: 'Loss', asked: 'my token was stolen\nI lost the token' },
];
const WORDS = ['cap', 'kei', 'token', 'stolen'];
const ranking = createRanking(atOnce(indexRanking(documents, sections)), (term) => WORDS.includes(term));

describe('the fields of articles', () => {
  it('rank by the title before the text, in whatever form a word is', () => {
    assert.deepEqual(ranking.byFields('capping'), ['/caps', '/birds']);
    assert.deepEqual(ranking.byFields('which of the keys'), ['/keys']);
  });

  it('are found by the names of members that every object has', () => {
    for (const name of ['constructor', '__proto__']) assert.deepEqual(ranking.byFields(name), ['/keys'], name);
    assert.deepEqual(ranking.byFields('hasOwnProperty'), []);
  });

  it('are found by a word that nobody writes, where it misspells one of theirs', () => {
    assert.deepEqual(ranking.byFields('wintre'), ['/birds']);
    assert.deepEqual(ranking.byFields('penguin'), []);
  });
});

describe('the sections of articles', () => {
  it('are found by how people ask for them, the nearest first, with the words that they have', () => {
    const [first, second] = ranking.sectionsFor('a stolen token');
    assert.deepEqual(first?.place, { ref: '/keys', heading: 'Loss' });
    assert.deepEqual(first.terms, ['stolen', 'token']);
    assert.ok(second !== undefined && second.score < first.score);
  });

  it('are none for words that say nothing', () => assert.deepEqual(ranking.sectionsFor('how do I'), []));
});

describe('the articles of sections', () => {
  const found = (ref: string, score: number): SectionFound => ({ place: { ref, heading: '' }, score, terms: [] });

  it('are ranked by their best three together, each counting half of the one before it', () => {
    assert.deepEqual(articlesOf([found('/a', 4), found('/b', 3), found('/b', 2), found('/b', 1)]), ['/b', '/a']);
    assert.deepEqual(articlesOf([found('/a', 4), found('/b', 2), found('/b', 1), found('/b', 1), found('/b', 1)]), [
      '/a',
      '/b',
    ]);
  });
});

describe('a term that nobody uses', () => {
  it('is taken for the nearest one that a section is asked with, and stays where none is near', () => {
    assert.equal(ranking.meantBy('tokken'), 'token');
    assert.equal(ranking.meantBy('penguin'), 'penguin');
    assert.equal(ranking.meantBy('token'), 'token');
  });
});

describe('lists that are fused', () => {
  it('put first what most of them have in front', () => {
    const all = fused([
      ['/a', '/b', '/c'],
      ['/b', '/c'],
      ['/b', '/d'],
    ]);
    assert.deepEqual(
      all.map(({ ref }) => ref),
      ['/b', '/c', '/a', '/d'],
    );
    assert.equal(all[0]?.score, 1 / 12 + 2 / 11);
  });

  it('keep the order of their refs where all is alike', () => {
    assert.deepEqual(
      fused([['/b'], ['/a']]).map(({ ref }) => ref),
      ['/a', '/b'],
    );
  });
});
