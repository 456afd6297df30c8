/** The judged questions of bench/ask: what the library answers well today, it must not lose. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { askLibrary, FOREIGN_QUESTIONS, judge, OWN_QUESTIONS } from '../../../bench/ask/judge.ts';
import { summariesJudged } from '../../../bench/ask/summaries.ts';
import { createLibrary } from '../../../src/library/answer.ts';
import { allArticles } from '../../../src/tools/check-articles.ts';
import { inWhole, someOf } from '../../support/exhaustive.ts';

const articles = allArticles();
const library = createLibrary(articles, 'https://legible.test');

describe('the judged questions', () => {
  it('expect articles that exist', () => {
    const missing = OWN_QUESTIONS.flatMap(({ answers }) => answers).filter((path) => library.find(path) === undefined);
    assert.deepEqual([...new Set(missing)], []);
  });

  // An article that is added can answer a question of `later` as well as the ones that are listed.
  const PARTS = [
    ['held', 0.85, 0.95],
    ['tuning', 0.85, 0.95],
    ['later', 0.85, 0.95],
  ] as const;
  for (const [part, least1, least3] of someOf<(typeof PARTS)[number]>(PARTS)) {
    it(`of the part ${part} are answered first`, () => {
      const verdict = judge(library, part);
      assert.ok(verdict.success1 >= least1, `success at 1: ${verdict.success1}`);
      assert.ok(verdict.success3 >= least3, `success at 3: ${verdict.success3}`);
      assert.ok(verdict.ownRefused <= 0.03, `own refused: ${verdict.ownRefused}`);
      assert.equal(verdict.summarised, 1);
    });
  }

  it('about anything else are refused', () => {
    const answered = FOREIGN_QUESTIONS.filter(({ question }) => askLibrary(library, question) !== undefined);
    assert.ok(answered.length <= 0.05 * FOREIGN_QUESTIONS.length, answered.map(({ question }) => question).join('\n'));
  });

  inWhole(() =>
    it('have summaries that a person found good; judge changed ones again in bench/ask/summaries.json', () => {
      const { good, bad, unjudged } = summariesJudged(library, 'held');
      assert.ok(bad <= 0.05, `bad: ${bad}`);
      assert.ok(good + unjudged >= 0.8, `good: ${good}`);
      assert.ok(unjudged <= 0.3, `not judged since they changed: ${unjudged}`);
    }),
  );
});

describe('a question', () => {
  const first = (query: string) => askLibrary(library, query)?.results[0]?.url.replace('https://legible.test', '');

  for (const [kind, query, path] of [
    ['with a misspelt name', 'sitmap xml not found', '/docs/checks/S10'],
    ['with a misspelt term of two words', 'strucured data errors', '/docs/specs/json-ld'],
    ['with a term of the field and a verb of others', 'I ran into the rate limit', '/docs/limits'],
    ['with an unknown compound of known words', 'leak-proof: my API key was leaked', '/docs/keys'],
    ['about a scan', 'how do I get a fresh scan', '/docs/anonymous-scans'],
    ['about a matter', 'tool annotations', '/docs/checks/M19'],
    ['about a check', 'which check is about a canonical URL', '/docs/checks/P12'],
    ['about a part of a site', 'scan of subdomain only', '/docs/methodology/how-a-scan-works'],
    ['with a number of two digits', 'why did I get a score of 40', '/docs/methodology/scoring'],
    ['whose words are rare among lines alone', 'What does the rating fair mean?', '/docs/methodology/scoring'],
    ['about the symptom of a check', 'tools/list changes its order', '/docs/checks/M8'],
    [
      'with names of fields',
      'rawScore is 61 but siteScore 45, binding true, what does that mean?',
      '/docs/methodology/caps',
    ],
    ['with the name of this service', 'Is Legible open source?', '/docs/start'],
  ] as const) {
    it(`${kind} finds its article`, () => assert.equal(first(query), path));
  }

  it('that names checks by their ids is answered, though no article has all of them', () => {
    assert.ok(first('S10 S11 S12 S16 meaning and weights?') !== undefined);
  });

  for (const query of ['what should I do next week', 'how to meditate']) {
    it(`that names no subject of the library is refused: ${query}`, () => assert.equal(first(query), undefined));
  }

  for (const [query, told] of [
    ["What's the weight of P5?", /P5 is a gate and has no weight/],
    ['how many points does M14 give', /M14 has a weight of \d+/],
  ] as const) {
    it(`about the weight of a check is answered with it: ${query}`, () => {
      assert.match(askLibrary(library, query)?.summary ?? '', told);
    });
  }
});
