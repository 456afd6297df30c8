import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { atOnce } from '../../../src/basics/steps.ts';
import { countOdds, createTopic, type Evidence } from '../../../src/library/topic.ts';

const split = (texts: readonly string[]) => texts.map((text) => text.split(' '));
const odds = atOnce(
  countOdds(
    split(['site score', 'scan site', 'improve site score', 'api key', 'lost key']),
    split(['credit score', 'improve credit score', 'house key', 'bake bread', 'bread recipe']),
  ),
);
const topic = createTopic(odds, (term) => term === 'written');
const evidence = (text: string, more: Partial<Evidence> = {}): Evidence => ({
  text,
  terms: text.split(' '),
  alike: 0,
  covered: 0,
  meantHere: 0,
  ...more,
});

describe('the odds of a word', () => {
  it('are above 0 for one that is asked here, below 0 for one that is asked elsewhere', () => {
    assert.ok((odds.get('site') ?? 0) > 0);
    assert.ok((odds.get('bread') ?? 0) < 0);
    assert.equal(topic.isAsked('penguin'), false);
    assert.equal(topic.isAsked('bread'), true);
  });

  it('of two neighbouring words differ from those of each alone', () => {
    assert.equal(odds.get('score'), 0);
    assert.ok((odds.get('site score') ?? 0) > 0);
    assert.ok((odds.get('credit score') ?? 0) < 0);
  });
});

describe('a question', () => {
  const near = { alike: 6, covered: 1, meantHere: 2 };

  it('is ours with words that are asked here and a section that is asked for alike', () => {
    assert.equal(topic.isOurs(evidence('scan site', near)), true);
    assert.equal(topic.isOurs(evidence('bake bread')), false);
    assert.equal(topic.isOurs(evidence('penguin igloo walrus', { meantHere: 0.3 })), false);
  });

  it('counts words that nobody asks with, but for those of articles, numbers and other scripts', () => {
    const signs = topic.signsOf(evidence('site penguin written 401 日本'));
    assert.equal(signs.wordsNowhere, 1);
  });

  it('that says you or it may mean this service', () => {
    assert.equal(topic.signsOf(evidence('do you sell it')).addressesUs, 1);
    assert.equal(topic.signsOf(evidence('do you sell it')).pointsHere, 1);
    assert.equal(topic.signsOf(evidence('bake bread')).addressesUs, 0);
  });
});
