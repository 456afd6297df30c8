import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linkFacts } from '../../../../../src/scanner/parse/html/links.ts';
import type { Anchor } from '../../../../../src/scanner/parse/html/page-facts.ts';

const PAGE = 'https://site.example/guide/';

const factsOf = (href: string, overrides: Partial<Anchor> = {}) => {
  const anchor: Anchor = {
    href,
    url: href.startsWith('#') ? undefined : new URL(href, PAGE).href,
    text: 'Install the engine',
    inNavigation: true,
    rel: [],
    ...overrides,
  };
  return linkFacts({ anchors: [anchor], titles: ['Guide'], headings: [] }, PAGE);
};

describe('a link', () => {
  for (const [href, counts] of [
    ['/install', [1, 0, 1]],
    ['#install', [0, 0, 1]],
    ['/install#/not-a-route-but-a-path', [0, 1, 0]],
    ['#/install', [0, 1, 0]],
    ['#!/install', [0, 1, 0]],
    ['https://site.example/#/install', [0, 1, 0]],
    ['/install#part/two', [1, 0, 1]],
    ['#!', [0, 1, 0]],
    ['##', [0, 1, 0]],
    ['#_', [0, 1, 0]],
    ['#1', [0, 0, 1]],
    ['#übersicht', [0, 0, 1]],
  ] as const) {
    it(`${href} counts as good, bad, internal: ${counts.join(', ')}`, () => {
      const { good, bad, internal } = factsOf(href);
      assert.deepEqual([good, bad, internal], counts);
    });
  }
  for (const [text, vague] of [
    ['Read more …', 1],
    ['→ Weiterlesen', 1],
    ["Plus d'informations", 1],
    ['続きを読む', 1],
    ['了解更多 »', 1],
    ['Mehr über Meißel', 0],
    ['Plus', 0],
    ['更多关于电表', 0],
  ] as const) {
    it(`${vague === 1 ? 'does not say' : 'says'} where it leads: ${text}`, () =>
      assert.equal(factsOf('/install', { text }).vague, vague));
  }
  it('called Start tells where it leads where that is the home page', () => {
    assert.equal(factsOf('/', { text: 'Start' }).vague, 0);
    assert.equal(factsOf('/install', { text: 'Start' }).vague, 1);
  });
  it('whose address is too long for a scan to follow is no fault', () => {
    const { good, bad } = factsOf(`https://play.example/?code=${'x'.repeat(2000)}`.slice(0, 2000), { url: undefined });
    assert.deepEqual([good, bad], [0, 0]);
  });
  it('that a template left without an address is a fault outside the navigation too, where # may lead to the top', () => {
    const [left, top] = ['#!', '#'].map((href) => factsOf(href, { text: 'Privacy', inNavigation: false }));
    assert.deepEqual([left?.bad, top?.bad], [1, 0]);
  });
  it('to the top of its own page, by the name of the page, leads nowhere else, and is no fault', () => {
    const { good, bad, internal } = factsOf('#', { text: 'Guide' });
    assert.deepEqual([good, bad, internal], [0, 0, 0]);
  });
});
