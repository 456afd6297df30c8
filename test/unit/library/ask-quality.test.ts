/** The judged questions of bench/ask: what the library answers well today, it must not lose. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judge, OWN_QUESTIONS } from '../../../bench/ask/judge.ts';
import { summariesJudged } from '../../../bench/ask/summaries.ts';
import { createLibrary } from '../../../src/library/answer.ts';
import { allArticles } from '../../../src/tools/check-articles.ts';

const articles = allArticles();
const library = createLibrary(articles, 'https://legible.test');

describe('the judged questions', () => {
  it('expect articles that exist', () => {
    const missing = OWN_QUESTIONS.flatMap(({ answers }) => answers).filter((path) => library.find(path) === undefined);
    assert.deepEqual([...new Set(missing)], []);
  });

  for (const half of ['tuning', 'held'] as const) {
    it(`of the half ${half} are answered first, and others are refused`, () => {
      const verdict = judge(library, half);
      assert.ok(verdict.success1 >= 0.85, `success at 1: ${verdict.success1}`);
      assert.ok(verdict.success3 >= 0.95, `success at 3: ${verdict.success3}`);
      assert.ok(verdict.ownRefused <= 0.03, `own refused: ${verdict.ownRefused}`);
      assert.ok(verdict.foreignRefused >= 0.95, `others refused: ${verdict.foreignRefused}`);
      assert.equal(verdict.summarised, 1);
    });
  }

  it('have summaries that a person found good; judge changed ones again in bench/ask/summaries.json', () => {
    const { good, bad, unjudged } = summariesJudged(library, 'held');
    assert.ok(bad <= 0.05, `bad: ${bad}`);
    assert.ok(good + unjudged >= 0.8, `good: ${good}`);
    assert.ok(unjudged <= 0.3, `not judged since they changed: ${unjudged}`);
  });
});
