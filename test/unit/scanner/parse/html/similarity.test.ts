import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { nearlyEqual, similarity, wordSet } from '../../../../../src/scanner/parse/text/compare-text.ts';
import { assertQuick } from '../assert-quick.ts';

fc.configureGlobal({ seed: 1 });

describe('wordSet', () => {
  const cases: [string, string[]][] = [
    ['', []],
    ['The quick, QUICK fox!', ['the', 'quick', 'fox']],
    ["don't 3.5", ['don', 't', '3', '5']],
    ['日本語 ok', ['日', '本', '語', 'ok']],
    ['Über-Straße', ['über', 'straße']],
  ];
  for (const [text, words] of cases) {
    it(JSON.stringify(text), () => assert.deepEqual([...wordSet(text)], words));
  }
});

describe('similarity', () => {
  const of = (a: string, b: string) => similarity(wordSet(a), wordSet(b));
  it('is shared words over all words', () => {
    assert.deepEqual([of('', ''), of('a', ''), of('a b c', 'b c d'), of('a b', 'B A a')], [1, 0, 0.5, 1]);
  });
  it('is symmetric and from 0 to 1', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd')).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, (a, b) => {
        const value = of(a, b);
        assert.ok(value >= 0 && value <= 1);
        assert.equal(value, of(b, a));
        assert.equal(of(a, a), 1);
      }),
    );
  });
});

describe('nearlyEqual', () => {
  const words = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `word${at + from}`).join(' ');
  const shell = (title: string, rest: string) => `<!doctype html><title>${title}</title><p>${rest}</p>`;
  // [what, first, second, nearly equal]
  const cases: [string, string, string, boolean][] = [
    ['equal', 'the same', 'the same', true],
    ['both empty', '', '', true],
    ['one empty', '', 'some text', false],
    ['same title, 2 % longer', shell('Home', 'x'.repeat(960)), shell('Home', 'y'.repeat(979)), true],
    ['same title, 3 % longer', shell('Home', 'x'.repeat(960)), shell('Home', 'y'.repeat(1000)), false],
    ['other titles', shell('Home', 'x'.repeat(960)), shell('Docs', 'y'.repeat(960)), false],
    ['no titles', 'x'.repeat(1000), 'y'.repeat(1000), false],
    ['one word in a hundred differs', `${words(99)} aaaaa`, `${words(99)} bbbbb`, true],
    ['a third of the words differs', words(90), words(90, 30), false],
    ['the name repeated', '{"path":"/nonce-1.json","found":false}', '{"path":"/openapi.json","found":false}', true],
    ['another file', '{"openapi":"3.1.0","paths":{}}', '{"found":false,"error":"no"}', false],
  ];
  for (const [name, a, b, expected] of cases) {
    it(name, () => {
      const [first, second] = [
        { text: a, url: 'https://site.example/nonce-1.json' },
        { text: b, url: 'https://site.example/openapi.json' },
      ];
      assert.deepEqual([nearlyEqual(first, second), nearlyEqual(second, first)], [expected, expected]);
    });
  }

  it('never throws', () => {
    const body = fc.record({ text: fc.string({ unit: 'binary' }), url: fc.string() });
    fc.assert(fc.property(body, body, (a, b) => void nearlyEqual(a, b)));
  });

  it('is quick on long input', () => {
    for (const piece of ['<title', 'nonce', 'a ', '文', '<title>x']) {
      const text = piece.repeat(5_000_000 / piece.length);
      assertQuick(() => nearlyEqual({ text, url: 'https://site.example/nonce' }, { text: `${text}b`, url: 'x' }));
    }
  });
});
