import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readText, understand } from '../../../src/library/answer.ts';
import { createSearchIndex } from '../../../src/library/bm25f.ts';
import { countTerms, sentencesOf, sourcesCited, summarise } from '../../../src/library/summarise.ts';

const FIRST =
  'A cap bounds the score of a site. Caps are listed with their reasons in every result. Short one. Birds fly south when the winter comes to them.';
const SECOND = 'A cap bounds the score of the site. Nothing is said here that anybody could want to know.';
const index = createSearchIndex(
  [FIRST, SECOND, 'Weights of checks are published in the rubric.', 'Weights again.'].map((body, at) => ({
    ref: String(at),
    title: '',
    names: '',
    description: '',
    headings: '',
    body,
  })),
);
const sourceOf = (text: string, score: number, title = '') => ({
  ref: text === SECOND ? '1' : '0',
  title,
  sentences: sentencesOf([text], index),
  score,
});
const ask = (query: string, ...sources: ReturnType<typeof sourceOf>[]) =>
  summarise(countTerms(index.termsOf(query)), sources, index);

describe('summarise', () => {
  it('quotes the sentences closest to the question, once, in the order of the sources', () => {
    const summary = ask('caps on the score', sourceOf(FIRST, 2), sourceOf(SECOND, 1)) ?? '';
    assert.equal(
      summary,
      'A cap bounds the score of a site. [1] Caps are listed with their reasons in every result. [1]',
    );
    assert.deepEqual(sourcesCited(summary), [0]);
  });

  it('says where each sentence is from', () => {
    const summary = ask('caps on the score', sourceOf(SECOND, 2), sourceOf(FIRST, 1)) ?? '';
    assert.equal(
      summary,
      'A cap bounds the score of the site. [1] Caps are listed with their reasons in every result. [2]',
    );
    assert.deepEqual(sourcesCited(summary), [0, 1]);
  });

  it('leaves out an article, and a sentence, that has too little of the question', () => {
    const summary = ask('caps and birds in winter', sourceOf(SECOND, 2), sourceOf(FIRST, 1)) ?? '';
    assert.equal(summary, 'Birds fly south when the winter comes to them. [2]');
    assert.equal(ask('caps and birds in winter', sourceOf(SECOND, 2)), undefined);
    assert.equal(ask('caps of penguins, giraffes and elephants', sourceOf(FIRST, 1)), undefined);
  });

  it('lets a title speak for the sentences below it, but for none that has nothing of the question', () => {
    const summary = ask('caps and birds in winter', sourceOf(FIRST, 1, 'Birds')) ?? '';
    assert.equal(
      summary,
      'A cap bounds the score of a site. [1] Caps are listed with their reasons in every result. [1] Birds fly south when the winter comes to them. [1]',
    );
    assert.equal(ask('birds in winter', sourceOf(SECOND, 1, 'Birds in winter')), undefined);
  });

  it('cuts no sentence that needs what follows it, or that looks as if it cited', () => {
    const cut = sentencesOf(
      [
        'These caps bound the score of a site:',
        'Caps are told as [2] in the list.',
        'A cap bounds the score of sites.',
      ],
      index,
    );
    assert.deepEqual(
      cut.map(({ text }) => text),
      ['A cap bounds the score of sites.'],
    );
  });

  it('is nothing when nothing qualifies', () => {
    assert.equal(ask('penguins', sourceOf(FIRST, 1)), undefined);
    assert.equal(ask('', sourceOf(FIRST, 1)), undefined);
    assert.equal(ask('caps'), undefined);
  });

  it('is at most four sentences and 700 characters', () => {
    const many = ['sites', 'pages', 'files', 'links', 'words', 'types']
      .map((word, at) => `A cap of number ${at} bounds ${`${word} `.repeat(30)}in the end.`)
      .join(' ');
    const text = ask('cap', sourceOf(many, 1)) ?? '';
    assert.ok(text.length > 300);
    assert.ok(text.length <= 700 + 4 * ' [1] '.length);
    assert.ok(text.split('[1]').length - 1 <= 4);
  });
});

describe('understand', () => {
  it('leaves a query unchanged that is long enough, or that is the first', () => {
    for (const [query, before] of [
      ['weights of caps', 'rubric'],
      ['llms.txt', 'rubric'],
      ['caps', undefined],
      ['caps', 'of the'],
      ['caps', 'penguins'],
      ['caps', 'a cap'],
    ] as const) {
      const { terms, expanded } = understand(query, before, index);
      assert.equal(expanded, undefined, query);
      assert.deepEqual(terms, countTerms(index.termsOf(query)));
    }
  });

  it('lends the rarest known words of the query before, at a part of their weight', () => {
    const { terms, expanded } = understand('and caps?', 'weights and birds of the rubric in winter, penguins', index);
    assert.equal(expanded, 'and caps? birds rubric winter');
    assert.deepEqual(
      terms,
      new Map([
        ['cap', 1],
        ['bird', 0.3],
        ['rubric', 0.3],
        ['winter', 0.3],
      ]),
    );
    assert.equal(understand('and that?', 'the rubric', index).expanded, 'and that? rubric');
  });
});

describe('readText', () => {
  it('takes the words out of the markup', () => {
    const text = readText(
      '## A *heading*\n\nSome **bold** and `code` and [a link](https://x.example/y).\nA next  line.\n\n1. One\n   - Two\n2. Three\n\n> Quoted.\n\n```js\nlet x;\n```\n\n| a | b |\n|---|---|\n| `c` | d |\n\n<b>html</b>',
    );
    assert.deepEqual(text.headings, ['A heading']);
    assert.deepEqual(text.prose.slice(0, 5), [
      'Some bold and code and a link. A next line.',
      'One',
      'Two',
      'Three',
      'Quoted.',
    ]);
    assert.deepEqual(text.rest, ['let x;', 'a', 'b', 'c', 'd']);
  });
});
