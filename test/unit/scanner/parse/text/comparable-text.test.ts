import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { comparableText, createFinder } from '../../../../../src/scanner/parse/text/compare-text.ts';
import { assertQuick } from '../assert-quick.ts';

describe('comparableText', () => {
  const pairs: readonly (readonly [what: string, html: string, markdown: string])[] = [
    ['punctuation', 'Don’t “stop” – now…', 'don\'t "stop" -- now...'],
    ['emphasis inside a word', 'unbelievable', 'un**believ**able'],
    ['code', 'Call snake_case() here', 'call `snake\\_case()` here'],
    ['soft hyphens', 'hyphenation', 'hyphen\u00adation'],
    ['composed letters', 'café', 'cafe\u0301'],
    ['Chinese with marks', '这是粗体文字。使用npm安装', '这是**粗体**文字。\n使用 `npm` 安装'],
  ];
  for (const [what, html, markdown] of pairs) {
    it(`is the same for ${what}`, () => assert.equal(comparableText(html), comparableText(markdown)));
  }
  it('keeps different words apart', () => {
    assert.notEqual(comparableText('one two'), comparableText('onetwo'));
    assert.equal(comparableText('  A, b.\n\nC! '), 'a b c');
    assert.equal(comparableText('¶ #'), '');
  });
});

describe('createFinder', () => {
  const isThere = createFinder(
    comparableText('One two three four five six seven eight nine ten eleven twelve. 这是一个很长的句子。'),
  );
  const cases: readonly (readonly [what: string, needle: string, expect: boolean])[] = [
    ['a whole sentence', 'two three four five six seven', true],
    ['one before the last', 'one two', true],
    ['part of a word', 'ne two', false],
    ['other words', 'thirteen', false],
    ['Chinese inside a sentence', '一个很长的', true],
    ['a long sentence of which half is there', 'one two three four five six and then some quite other words', true],
    ['a long sentence of which less is there', 'one two three four five and then some quite other words here', false],
  ];
  for (const [what, needle, expect] of cases) {
    it(`${expect ? 'finds' : 'does not find'} ${what}`, () => assert.equal(isThere(comparableText(needle)), expect));
  }
  it('is quick with long sentences that are not there', () => {
    const isInLong = createFinder('word '.repeat(200_000));
    assertQuick(() => {
      for (let at = 0; at < 50; at += 1) assert.ok(!isInLong(`${'other '.repeat(5000)}${at}`));
    });
  });
});
