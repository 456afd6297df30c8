import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countWords, wordCounter, wordsIn } from '../../../../../src/scanner/parse/html/word-counter.ts';

describe('words', () => {
  const rows: readonly (readonly [text: string, words: number])[] = [
    ['', 0],
    ['one', 1],
    [" don't  stop\tme ", 3],
    ['— | · → … ©', 0],
    ['well-known a/b', 2],
    ['naïve café', 2],
    ['привет мир', 2],
    ['한국어 단어', 2],
    ['航海入門', 2],
    ['航海です', 2],
    ['สวัสดี', 3],
    ['Node 20 は速い', 4],
    ['。、！', 0],
    ['a\u00a0b\u3000c', 3],
  ];
  for (const [text, words] of rows) it(`${words} in "${text}"`, () => assert.equal(countWords(text), words));

  it('may end in another piece than they began in', () => {
    const counter = wordCounter();
    assert.equal(counter.add(wordsIn('one tw')), 4);
    assert.equal(counter.add(wordsIn('o')), 0);
    counter.gap();
    assert.equal(counter.add(wordsIn('three')), 2);
  });

  it('are the same wherever a text is broken into pieces', () => {
    for (const [text] of [...rows, ['a-b (c) 20é 航x—y z', 0]] as const) {
      for (let first = 0; first <= text.length; first += 1) {
        for (let second = first; second <= text.length; second += 1) {
          const counter = wordCounter();
          const pieces = [text.slice(0, first), text.slice(first, second), text.slice(second)];
          const halves = pieces.reduce((sum, piece) => sum + counter.add(wordsIn(piece)), 0);
          assert.equal(halves, wordsIn(text).halves, pieces.join('|'));
        }
      }
    }
  });
});
