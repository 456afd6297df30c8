import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { atOnce } from '../../../src/basics/steps.ts';
import { countOdds, createTopic } from '../../../src/library/topic.ts';

const split = (texts: readonly string[]) => texts.map((text) => text.split(' '));
const topic = createTopic(
  atOnce(
    countOdds(
      split(['site score', 'scan site', 'improve site score', 'api key', 'lost key']),
      split(['credit score', 'improve credit score', 'house key', 'bake bread', 'bread recipe']),
    ),
  ),
);

const NOT_NEAR = { here: 0, elsewhere: 0 };

describe('the odds of a word', () => {
  it('are above 0 for one that is asked here, below 0 for one that is asked elsewhere', () => {
    assert.ok((topic.odds('site') ?? 0) > 0);
    assert.ok((topic.odds('bread') ?? 0) < 0);
    assert.equal(topic.odds('penguin'), undefined);
  });

  it('of two neighbouring words differ from those of each alone', () => {
    assert.equal(topic.odds('score'), 0);
    assert.ok((topic.odds('site score') ?? 0) > 0);
    assert.ok((topic.odds('credit score') ?? 0) < 0);
  });
});

describe('the sureness of a question', () => {
  it('is greater with words that are asked here, and with a line that is alike', () => {
    const of = (text: string, alike = 0.3) =>
      topic.sureness({ terms: text.split(' '), alike, meant: NOT_NEAR, addressesUs: false, pointsHere: false });
    assert.ok(of('site score') > of('credit score'));
    assert.ok(of('scan site') > of('scan penguins'));
    assert.ok(of('scan site', 0.9) > of('scan site', 0.3));
  });

  it('has one sign for each weight, whatever is asked', () => {
    const counts = new Set(
      ['', 'site', 'a b c d e f g h i j'].map(
        (text) =>
          topic.signsOf({ terms: text.split(' '), alike: 0, meant: NOT_NEAR, addressesUs: false, pointsHere: false })
            .length,
      ),
    );
    assert.equal(counts.size, 1);
  });
});
