import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Passage, readText, sentenceOf, sentencesOf } from '../../../src/library/article-text.ts';
import { quotableOf } from '../../../src/library/quotable.ts';
import { candidatesOf, quote, type Source } from '../../../src/library/summarise.ts';
import { termsOf } from '../../../src/library/terms.ts';
import { sourcesCited } from '../../../src/schema/ask.ts';

const CAPS =
  'Caps are listed with their reasons in every result. Short one. Birds fly south when the winter comes to them.';
const LEAD = 'A cap bounds the score of a site.';
const OTHER = 'The lowest of all caps on a score decides. Nothing is said here that anybody could want to know.';
/** Every word is as rare as any. */
const rarityOf = () => 1;
const passage = (text: string, heading = '') => ({ text, heading, isWhole: false });
const articleOf = (lead: string, passages: readonly Passage[], title = '') =>
  quotableOf(title, sentenceOf({ text: lead, heading: '' }, rarityOf), sentencesOf(passages, rarityOf));
const sourceOf = (lead: string, text: string): Source => ({
  article: articleOf(lead, [passage(text)]),
  score: 1,
  alike: new Map([['', 1]]),
  meaning: { sections: new Map(), sentences: [] },
});
const ask = (query: string, ...sources: Source[]) =>
  quote(candidatesOf(new Map(termsOf(query).map((term) => [term, 1])), sources));

const first = sourceOf(LEAD, CAPS);
const SECOND = 'Another article, about something else.';
const second = sourceOf(SECOND, OTHER);

/** Of a question that is known to be answered in a section, and of sentences that mean it. */
const near = (heading: string, sentences: readonly number[] = []): Pick<Source, 'score' | 'alike' | 'meaning'> => ({
  score: 1,
  alike: new Map([[heading, 1]]),
  meaning: { sections: new Map([[heading, 0.8]]), sentences },
});

describe('quote', () => {
  it('begins with the answer of the best article, then quotes it and one that comes near, in their order', () => {
    const summary = ask('caps on the score', first, { ...second, score: 0.9 }) ?? '';
    assert.ok(summary.startsWith(`${LEAD} [1] Caps are listed with their reasons in every result. [1]`), summary);
    assert.match(summary, /The lowest of all caps on a score decides\. \[2\]/);
    assert.deepEqual(sourcesCited(summary), [0, 1]);
    const far = { ...second, score: 0.1, alike: new Map() };
    assert.deepEqual(sourcesCited(ask('birds in winter', first, far) ?? ''), [0]);
  });

  it('quotes of a table that is too long the rows that have most of the question', () => {
    const topics = ['birds in winter', 'results of sites', 'reasons for caps', 'south of scans', 'numbers of pages'];
    const rows = [...topics, ...topics.map((topic) => `more ${topic}`), 'weights of checks'].map((topic) => ({
      ...passage(`The row is about ${topic}, ${'and of what belongs there '.repeat(13)}too.`, 'Table'),
      isWhole: true,
    }));
    const table = { ...first, article: articleOf(LEAD, rows), alike: new Map([['Table', 1]]) };
    const summary = ask('weights', table) ?? '';
    assert.match(summary, /about weights of checks/);
    assert.doesNotMatch(summary, /about more numbers/);
  });

  it('does not repeat what the answer says', () => {
    const repeating = sourceOf(LEAD, 'The score of a site is bounded by a cap.');
    assert.equal(ask('cap score site', repeating), `${LEAD} [1]`);
  });

  it('prefers the section with similar questions, and its sentences closest in meaning', () => {
    const rows = ['Deletion', 'Weights', 'Birds', 'Results'];
    const passages = rows.map((heading) => passage(`What is said of ${heading} is in this sentence.`, heading));
    const article = articleOf(LEAD, passages);
    const summary = ask('how long', { article, ...near('Weights', [0, 0.8, 0, 0]) }) ?? '';
    assert.match(summary, /of Weights is/);
    assert.doesNotMatch(summary, /of Birds is/);
  });

  it('puts a block behind the sentence that announces it, and no citation into it', () => {
    const { passages } = readText('## Start\n\nStart it with these two commands:\n\n```sh\nnpm ci\nnpm start\n```');
    const summary = ask('start', { article: articleOf(LEAD, passages), ...near('Start', [0.8, 1]) });
    const block = '```sh\nnpm ci\nnpm start\n```';
    assert.equal(summary, `${LEAD} [1]\n\n**Start:** Start it with these two commands: [1]\n\n${block}`);
  });

  it('names each section once, and its article where it is not the best one', () => {
    const { passages } = readText(
      '## Decide\n\nCaps decide on the score of a site. Caps have reasons in every result.\n\n1. One.\n2. Two.',
    );
    const [heading, text] = ['Reasons', 'The reasons are named where results of sites are listed.'];
    const other = articleOf(SECOND, [passage(text, heading)], 'The other');
    const summary = ask(
      'caps decide on a score',
      { article: articleOf(LEAD, passages), ...near('Decide', [1, 1, 1]) },
      { article: other, ...near(heading, [1]) },
    );
    assert.equal(
      summary,
      [
        `${LEAD} [1]`,
        '**Decide:** Caps decide on the score of a site. [1] Caps have reasons in every result. [1]',
        '1. One.\n2. Two.',
        `**The other:** ${SECOND} [2]`,
        `**Reasons (The other):** ${text} [2]`,
      ].join('\n\n'),
    );
  });

  it('is nothing without an article', () => assert.equal(ask('caps'), undefined));

  it('is at most 2,000 characters without its citations and blocks', () => {
    const many = ['weights', 'rubric', 'winter', 'reason', 'birds', 'south', 'numbers', 'results', 'pages', 'scans']
      .map((word, at) => `A cap of number ${at} holds ${`${word} `.repeat(30)}in the end.`)
      .join(' ');
    const text = ask('cap', sourceOf(LEAD, many)) ?? '';
    const { length } = text.replaceAll(/ ?\[\d\] ?/g, '');
    assert.ok(length > 1700 && length <= 2000, `${length}`);
  });
});

describe('sentencesOf', () => {
  const cut = (...texts: string[]) =>
    sentencesOf(
      texts.map((text) => passage(text)),
      rarityOf,
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

  it('does not end a sentence within quotation marks', () => {
    const text = 'Write "This is version 2. The current one is 3." with a link on top of each old page.';
    assert.deepEqual(cut(text), [text]);
  });

  it('joins a sentence to the one before where it ends with a word for it', () => {
    assert.deepEqual(cut('A cap bounds the score. The report of a scan says this.'), [
      'A cap bounds the score. The report of a scan says this.',
    ]);
    assert.deepEqual(cut('The report of a scan says this.'), []);
  });
});
