import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sentenceOf, sentencesOf } from '../../../src/library/article-text.ts';
import type { Concept } from '../../../src/library/bm25f.ts';
import { createSearchIndex, indexDocuments } from '../../../src/library/bm25f.ts';
import { type Source, summarise } from '../../../src/library/summarise.ts';
import { sourcesCited } from '../../../src/schema/ask.ts';
import { atOnce } from '../../../src/steps.ts';
import { documentOf } from '../../support/search-document.ts';

const CAPS =
  'Caps are listed with their reasons in every result. Short one. Birds fly south when the winter comes to them.';
const LEAD = 'A cap bounds the score of a site.';
const OTHER = 'The lowest of all caps on a score decides. Nothing is said here that anybody could want to know.';
const index = createSearchIndex(
  atOnce(
    indexDocuments(
      [LEAD + CAPS, OTHER, 'Weights of checks are published in the rubric.', 'Weights again.'].map((body, at) =>
        documentOf(String(at), { body }),
      ),
    ),
  ),
);
const passage = (text: string, heading = '') => ({ text, heading, isWhole: false, isRow: false });
const sourceOf = (ref: string, lead: string, text: string, title = ''): Source => ({
  ref,
  title,
  score: 1,
  likeness: () => new Map([['', 2.4]]),
  meaning: () => ({ sections: new Map(), sentences: [] }),
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
const SECOND = 'Another article, about something else.';
const second = sourceOf('1', SECOND, OTHER);

describe('summarise', () => {
  it('begins with the answer of the best article and its section, then quotes one that comes near', () => {
    const summary = ask('caps on the score', first, { ...second, score: 0.7 }) ?? '';
    const ofFirst =
      'Caps are listed with their reasons in every result. [1] Short one. Birds fly south when the winter comes to them. [1]';
    const ofSecond = `${SECOND} [2] The lowest of all caps on a score decides. [2]`;
    assert.ok(summary.startsWith(`${LEAD} [1] ${ofFirst} ${ofSecond}`), summary);
    assert.deepEqual(sourcesCited(summary), [0, 1]);
    assert.deepEqual(sourcesCited(ask('caps on the score', first, { ...second, score: 0.3 }) ?? ''), [0]);
  });

  it('is the answer of the best article alone where no section or sentence is near to the question', () => {
    const far = { ...first, likeness: () => new Map() };
    assert.equal(ask('penguins', far), `${LEAD} [1]`);
    assert.equal(ask('caps of penguins, giraffes and elephants', far), `${LEAD} [1]`);
  });

  it('does not repeat what the answer says', () => {
    const repeating = sourceOf('0', LEAD, 'The score of a site is bounded by a cap.');
    assert.equal(ask('cap score site', repeating), `${LEAD} [1]`);
  });

  it('quotes the nearest section whole, a near one in part, and sentences with the words of the question', () => {
    const sections = [
      ['Deletion', 'Reports are kept for a whole month. Anonymous ones go after a week, deleted by the service.'],
      ['Weights', 'Every weight is published. A weight is a number between one and ten in the rubric.'],
    ] as const;
    const source = (likeness: Record<string, number>): Source => ({
      ...first,
      likeness: () => new Map(Object.entries(likeness)),
      sentences: sections.flatMap(([heading, text]) => sentencesOf([passage(text, heading)], index)),
    });
    const deletion =
      'Reports are kept for a whole month. [1] Anonymous ones go after a week, deleted by the service. [1]';
    const weights = 'A weight is a number between one and ten in the rubric. [1]';
    assert.equal(ask('how long', source({ Deletion: 2.4, Weights: 0.1 })), `${LEAD} [1] ${deletion}`);
    assert.equal(ask('how long', source({ Deletion: 2.4, Weights: 1.8 })), `${LEAD} [1] ${deletion} ${weights}`);
    assert.equal(ask('how long', source({})), `${LEAD} [1]`);
    assert.equal(ask('number in the rubric', source({ Deletion: 2.4 })), `${LEAD} [1] ${deletion} ${weights}`);
  });

  it('quotes the section, and of it the sentences, that mean what is asked', () => {
    const rows = ['birds in winter', 'weights of checks', 'reasons for caps', 'results of sites'];
    const long = rows.map((text) => passage(`What is said of ${text} is said here. `.repeat(6), text));
    const source: Source = {
      ...first,
      likeness: () => new Map(),
      meaning: () => ({ sections: new Map([['reasons for caps', 1]]), sentences: [] }),
      sentences: sentencesOf(long, index),
    };
    assert.match(ask('why', source) ?? '', /of reasons for caps/);
    assert.doesNotMatch(ask('why', source) ?? '', /of birds/);
  });

  it('is nothing without an article', () => assert.equal(ask('caps'), undefined));

  it('is at most 1,400 characters without its citations, with room for a second article', () => {
    const many = ['weights', 'rubric', 'winter', 'reason', 'birds', 'south', 'numbers', 'results']
      .map((word, at) => `A cap of number ${at} holds ${`${word} `.repeat(30)}in the end.`)
      .join(' ');
    const best = sourceOf('0', LEAD, many);
    const lengthOf = (text: string) => text.replaceAll(/ ?\[\d\] ?/g, '').length;
    const alone = ask('cap', best) ?? '';
    assert.ok(lengthOf(alone) > 1150 && lengthOf(alone) <= 1400, alone);
    const both = ask('cap', best, sourceOf('1', SECOND, many)) ?? '';
    assert.ok(lengthOf(both) <= 1400);
    assert.ok(lengthOf(both.slice(0, both.indexOf(SECOND))) <= 1000);
  });

  it('quotes of a long table the rows that have most of the question', () => {
    const rows = ['birds in winter', 'weights of checks', 'reasons for caps', 'results of sites'].map((text) => ({
      text: `The row is about ${text}, always.`,
      heading: 'Table',
      isWhole: true,
      isRow: true,
    }));
    const table = { ...first, likeness: () => new Map([['Table', 2.4]]), sentences: sentencesOf(rows, index) };
    assert.equal(ask('weights', table), `${LEAD} [1] The row is about weights of checks, always. [1]`);
    const short = { ...table, sentences: table.sentences.slice(1) };
    assert.ok(ask('weights', short)?.includes('about reasons for caps'));
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
        'Caps bound every score:',
        'In the result of a scan there is a list of its caps:',
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

  it('leaves off the colon of a sentence that announces what cannot be quoted', () => {
    assert.deepEqual(cut('Put a line for each crawler into the file robots.txt:'), [
      'Put a line for each crawler into the file robots.txt.',
    ]);
  });

  it('joins a sentence to the one before where it ends with a word for it', () => {
    assert.deepEqual(cut('A cap bounds the score. The report of a scan says this.'), [
      'A cap bounds the score. The report of a scan says this.',
    ]);
    assert.deepEqual(cut('The report of a scan says this.'), []);
  });
});
