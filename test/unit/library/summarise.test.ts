import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sentenceOf, sentencesOf } from '../../../src/library/article-text.ts';
import type { Concept } from '../../../src/library/bm25f.ts';
import { createSearchIndex } from '../../../src/library/bm25f.ts';
import { type Source, summarise } from '../../../src/library/summarise.ts';
import { sourcesCited } from '../../../src/schema/ask.ts';

const CAPS =
  'Caps are listed with their reasons in every result. Short one. Birds fly south when the winter comes to them.';
const LEAD = 'A cap bounds the score of a site.';
const OTHER = 'The lowest of all caps on a score decides. Nothing is said here that anybody could want to know.';
const index = createSearchIndex(
  [LEAD + CAPS, OTHER, 'Weights of checks are published in the rubric.', 'Weights again.'].map((body, at) => ({
    ref: String(at),
    title: '',
    questions: '',
    asked: '',
    names: '',
    description: '',
    headings: '',
    body,
  })),
);
const passage = (text: string, heading = '') => ({ text, heading, isRow: false });
const sourceOf = (ref: string, lead: string, text: string, title = ''): Source => ({
  ref,
  title,
  score: 1,
  likeness: new Map(),
  lead: sentenceOf(lead, '', index),
  sentences: sentencesOf([passage(text)], index),
});
const conceptsOf = (query: string): Concept[] =>
  index.termsOf(query).map((term) => ({
    weight: 1,
    terms: [{ term, share: 1 }],
    rarity: index.idf(term) || index.unknownIdf,
    isLight: false,
  }));
const ask = (query: string, ...sources: Source[]) => summarise(conceptsOf(query), sources, index);

const first = sourceOf('0', LEAD, CAPS);
const second = sourceOf('1', 'Another article, about something else.', OTHER);

describe('summarise', () => {
  it('begins with the answer of the best article, then quotes it, then another one', () => {
    const summary = ask('caps on the score', first, second) ?? '';
    assert.equal(
      summary,
      `${LEAD} [1] Caps are listed with their reasons in every result. [1] The lowest of all caps on a score decides. [2]`,
    );
    assert.deepEqual(sourcesCited(summary), [0, 1]);
  });

  it('is the answer of the best article alone where no sentence has enough of the question', () => {
    assert.equal(ask('penguins', first), `${LEAD} [1]`);
    assert.equal(ask('caps of penguins, giraffes and elephants', first, second), `${LEAD} [1]`);
  });

  it('quotes one article alone for a question of one word, which any sentence with that word would fit', () => {
    assert.deepEqual(sourcesCited(ask('caps', first, second) ?? ''), [0]);
  });

  it('does not repeat what the answer says', () => {
    const repeating = sourceOf('0', LEAD, 'The score of a site is bounded by a cap.');
    assert.equal(ask('cap score site', repeating), `${LEAD} [1]`);
  });

  it('quotes the beginning of the section that is asked for, and its sentences with words of the question', () => {
    const sections = [
      [
        'Deletion',
        'Reports are kept for a whole month. Anonymous ones go after a week, deleted by the service itself.',
      ],
      ['Weights', 'Every weight is published. A weight is a number between one and ten in the rubric.'],
    ] as const;
    const source = (likeness: Record<string, number>): Source => ({
      ...first,
      likeness: new Map(Object.entries(likeness)),
      sentences: sections.flatMap(([heading, text]) => sentencesOf([passage(text, heading)], index)),
    });
    assert.equal(
      ask('how long', source({ Deletion: 0.9, Weights: 0.1 })),
      `${LEAD} [1] Reports are kept for a whole month. [1]`,
    );
    assert.equal(ask('how long', source({})), `${LEAD} [1]`);
    assert.ok(
      ask('number in the rubric', source({ Weights: 0.6 }))?.includes('between one and ten in the rubric. [1]'),
    );
  });

  it('is nothing without an article', () => assert.equal(ask('caps'), undefined));

  it('is at most five sentences and 750 characters', () => {
    const many = ['weights', 'rubric', 'winter', 'reason', 'birds', 'south']
      .map((word, at) => `A cap of number ${at} holds ${`${word} `.repeat(30)}in the end.`)
      .join(' ');
    const text = ask('cap', sourceOf('0', LEAD, many), sourceOf('1', LEAD, many)) ?? '';
    assert.ok(text.length > 300, text);
    assert.ok(text.length <= 750 + 5 * ' [1] '.length);
    assert.ok(text.split(/\[\d\]/).length - 1 <= 5);
  });
});

describe('sentencesOf', () => {
  const cut = (...texts: string[]) =>
    sentencesOf(
      texts.map((text) => passage(text)),
      index,
    ).map(({ text }) => text);

  it('leaves out what needs the next sentence, points elsewhere, cites or breaks off', () => {
    assert.deepEqual(
      cut(
        'Caps bound the score of every site:',
        'Caps are told as [2] in the list of results.',
        'See the article on caps for more of them.',
        'How caps are made is told in the article on scores.',
        'a score of more than the lowest cap;',
        'A cap bounds the score of all sites.',
      ),
      ['A cap bounds the score of all sites.'],
    );
  });

  it('joins a sentence that opens with a pronoun to the one before', () => {
    assert.deepEqual(cut('A cap bounds the score. It has a reason.'), ['A cap bounds the score. It has a reason.']);
  });

  it('leaves off a pointer to another page', () => {
    assert.deepEqual(cut('A cap bounds the score of all sites: see caps.'), ['A cap bounds the score of all sites.']);
    assert.deepEqual(cut('Agents never see the text after a cap.'), ['Agents never see the text after a cap.']);
  });

  it('leaves out a pronoun at the start of a paragraph, and one whose sentence before is too long to join', () => {
    assert.deepEqual(cut('It bounds the score of a site, always.'), []);
    const long = `A cap bounds ${'many '.repeat(60)}scores.`;
    assert.deepEqual(cut(`${long} It has a reason of its own.`), [long]);
  });
});
