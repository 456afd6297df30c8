import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { atOnce } from '../../../src/basics/steps.ts';
import { createCloseness, indexMeanings, joined, loadMeanings } from '../../../src/library/meaning.ts';

const meanings = loadMeanings();
const cosine = (a: string, b: string) => {
  const [one, other] = [meanings(a), meanings(b)];
  return one.reduce((sum, each, at) => sum + each * (other[at] ?? 0), 0);
};

describe('the meaning of a text', () => {
  it('is near for the same in other words, and far for something else', () => {
    const question = 'how much does it cost';
    assert.ok(cosine(question, 'what is the price') > cosine(question, 'who wrote this page') + 0.2);
    assert.ok(cosine('a refund', 'my money back') > cosine('a refund', 'bake a cake') + 0.2);
  });

  it('has the length 1, and is nothing for a text without a word that is known', () => {
    const lengthOf = (text: string) => Math.hypot(...meanings(text));
    assert.ok(Math.abs(lengthOf('llms.txt for a shop') - 1) < 1e-5);
    for (const text of ['', '。、', 'qzxv', 'constructor __proto__ qzxv'.slice(12)])
      assert.equal(lengthOf(text), 0, text);
  });

  it('is of the last words of a text without end', () => {
    assert.deepEqual(meanings(`${'cake '.repeat(500)}${'price '.repeat(200)}`), meanings('price '.repeat(200)));
  });
});

describe('closeness', () => {
  const line = (ref: string, heading: string, text: string) => ({ ref, heading, text });
  const closenessTo = createCloseness(
    atOnce(
      indexMeanings(
        [
          line('/prices', '', 'What does a scan cost?'),
          line('/prices', 'Refunds', 'Do I get my money back?'),
          line('/keys', '', 'How do I make an API key?'),
          line('/keys', 'Loss', 'My key was stolen'),
        ],
        meanings,
      ),
    ),
  );
  const to = (asked: string) => closenessTo(joined([meanings(asked)]));

  it('is greatest for the article closest in meaning, and for its section', () => {
    const closeness = to('somebody has my secret token');
    assert.deepEqual(
      closeness.articles.map(({ ref }) => ref),
      ['/keys', '/prices'],
    );
    const [nearest, next] = closeness.articles;
    assert.ok(nearest !== undefined && next !== undefined && nearest.near > next.near);
    const [whole = 0, loss = 0] = ['', 'Loss'].map((heading) => closeness.sectionsOf('/keys').get(heading) ?? 0);
    assert.ok(loss > whole);
  });

  it('of an article without lines is none', () => {
    assert.equal(to('price').sectionsOf('/none').size, 0);
  });

  it('compares single texts', () => {
    const [same = 0, other = 0] = to('the price of a scan').toEach(
      joined([meanings('the price of a scan'), meanings('a stolen key')]),
    );
    assert.ok(same > 0.95 && same <= 1.05);
    assert.ok(other < same - 0.3);
  });
});
