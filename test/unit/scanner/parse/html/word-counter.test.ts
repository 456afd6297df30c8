import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countWords, wordCounter } from '../../../../../src/scanner/parse/html/word-counter.ts';

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
    assert.equal(counter.add('one tw'), 4);
    assert.equal(counter.add('o'), 0);
    counter.gap();
    assert.equal(counter.add('three'), 2);
  });
});
