import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addedText, newLines } from '../../../../src/scanner/browser/added-text.ts';

describe('new lines', () => {
  it('are those that were not there before, whatever the space in them', () => {
    assert.deepEqual(newLines('A  line\nmore of it\n\nA line', 'A line'), ['more of it', 'A line']);
  });
  it('are none of the same text', () => assert.deepEqual(newLines('one\ntwo', 'two\none'), []));
});

describe('added text', () => {
  it('counts the words of new lines, and quotes the longest', () => {
    const text = addedText('Ferry times\nA boat\nThe first boat leaves at six', 'Ferry times');
    assert.deepEqual(text, { words: 10, withoutScripts: 2, added: 8, example: 'The first boat leaves at six' });
  });
});
