import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { atOnce } from '../../../src/basics/steps.ts';
import type { Concept } from '../../../src/library/bm25f.ts';
import { createLines, indexLines } from '../../../src/library/lines.ts';

const line = (ref: string, heading: string | undefined, text: string) => ({ ref, heading, terms: text.split(' ') });
const nearestTo = createLines(
  atOnce(
    indexLines([
      line('keys', '', 'revoke key'),
      line('keys', 'Leaks', 'key leaked public repository'),
      line('keys', 'Leaks', 'somebody stole key'),
      line('keys', 'Names', 'name key'),
      line('limits', '', 'requests minute key'),
    ]),
  ),
);
const concept = (term: string, ...others: string[]): Concept => ({
  weight: 1,
  terms: [{ term, share: 1 }, ...others.map((other) => ({ term: other, share: 0.5 }))],
  rarity: 1,
  isLight: false,
});
const conceptsOf = (text: string) => text.split(' ').map((term) => concept(term));

describe('the nearness of a section', () => {
  it('is that of its own lines, not of those of the article as a whole', () => {
    const near = createLines(
      atOnce(
        indexLines([
          line('a', undefined, 'one'),
          line('b', 'Two', 'two'),
          line('a', '', 'two'),
          line('a', 'Two', 'three'),
        ]),
      ),
    );
    assert.deepEqual([...near(conceptsOf('one two three')).sectionsOf('a').keys()], ['', 'Two']);
    assert.deepEqual([...near(conceptsOf('one')).sectionsOf('a')], []);
    assert.deepEqual([...near(conceptsOf('two')).sectionsOf('nothing')], []);
  });
});

describe('the nearness of an article', () => {
  it('is 1 for a line that asks the same', () => assert.equal(nearestTo(conceptsOf('revoke key')).of('keys')[0], 1));

  it('is that of its three nearest lines, best first', () => {
    const alike = nearestTo(conceptsOf('key leaked')).of('keys');
    assert.equal(alike.length, 3);
    assert.deepEqual(
      alike,
      alike.toSorted((a, b) => b - a),
    );
    assert.ok((alike[0] ?? 0) > (alike[1] ?? 0));
  });

  it('is greater for a rare word in common than for a frequent one', () => {
    const near = nearestTo(conceptsOf('key minute'));
    assert.ok((near.of('limits')[0] ?? 0) > (near.of('keys')[0] ?? 0));
  });

  it('is less where a line is about more than the question', () => {
    const [short = 0] = nearestTo(conceptsOf('revoke')).of('keys');
    const [long = 0] = nearestTo(conceptsOf('repository')).of('keys');
    assert.ok(short > long);
  });

  it('counts a word for the same thing a little less, and each concept once', () => {
    const [own = 0] = nearestTo([concept('stole')]).of('keys');
    const [other = 0] = nearestTo([concept('nicked', 'stole', 'leaked')]).of('keys');
    assert.ok(other > 0 && other < own);
  });

  it('is none without a word in common, also after another question', () => {
    nearestTo(conceptsOf('key'));
    assert.deepEqual(nearestTo(conceptsOf('penguins')).of('keys'), []);
    assert.deepEqual(nearestTo([]).of('keys'), []);
  });

  it('is told for each section, by its heading', () => {
    const sections = nearestTo(conceptsOf('key leaked')).sectionsOf('keys');
    assert.deepEqual([...sections.keys()], ['', 'Leaks', 'Names']);
    assert.ok((sections.get('Leaks') ?? 0) > (sections.get('Names') ?? 0));
  });
});
