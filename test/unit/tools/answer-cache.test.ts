import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createAnswerCache, keptAnswer } from '../../../src/tools/gate.ts';

const answerOf = (bytes: number) => keptAnswer({ x: 'a'.repeat(bytes - '{"x":""}'.length) }, () => 'words');

describe('answers that are kept', () => {
  it('are those read last, as many as fit', () => {
    const cache = createAnswerCache(1000);
    for (const key of ['a', 'b', 'c', 'd']) cache.set(key, answerOf(250));
    assert.ok(cache.get('a'), 'a is read, so that b is the one not read for longest');
    cache.set('e', answerOf(250));
    assert.deepEqual(
      ['a', 'b', 'c', 'd', 'e'].map((key) => cache.get(key) !== undefined),
      [true, false, true, true, true],
    );
  });

  it('are not kept when one alone has more than a quarter of the room', () => {
    const cache = createAnswerCache(1000);
    cache.set('large', answerOf(251));
    assert.equal(cache.get('large'), undefined);
  });

  it('are counted once, however often they are set', () => {
    const cache = createAnswerCache(1000);
    for (let at = 0; at < 10; at += 1) cache.set('a', answerOf(200));
    for (const key of ['b', 'c', 'd']) cache.set(key, answerOf(200));
    assert.ok(cache.get('a'));
  });

  it('make their bytes and their words once', () => {
    let times = 0;
    const answer = keptAnswer({ x: 'é' }, () => {
      times += 1;
      return 'words';
    });
    assert.equal(answer.bytes(), answer.bytes());
    assert.equal(answer.bytes().toString(), '{"x":"é"}');
    assert.deepEqual([answer.text(), answer.text(), times], ['words', 'words', 1]);
  });
});
