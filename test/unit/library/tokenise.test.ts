import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { tokenise, wordsOf } from '../../../src/library/tokenise.ts';
import { cpuMs } from '../../support/cpu-time.ts';

describe('tokenise', () => {
  for (const [text, expected] of [
    ['', []],
    ['…!? — ""', []],
    ['Robots and Sitemaps', ['robots', 'and', 'sitemaps']],
    ['llms.txt', ['llms', 'txt', 'llmstxt']],
    ['mcp,a2a', ['mcp', 'a2a']],
    ['.well-known/api-catalog', ['well', 'known', 'api', 'catalog', 'wellknownapicatalog']],
    ['https://www.rfc-editor.org/rfc/rfc9309', ['https', 'www', 'rfc', 'editor', 'org', 'rfc', 'rfc9309']],
    ['JSON-LD, P22.', ['json', 'ld', 'jsonld', 'p22']],
    ['__proto__ constructor', ['proto', 'constructor']],
    ["The site's robots don’t", ['the', 'site', 'robots']],
    ["it doesn't load, cant find, won’t", ['it', 'load', 'find']],
    ['\u0301 \u0301.a', ['a', 'a']],
    ['ＬＬＭＳ．ＴＸＴ ﬁle', ['llms', 'txt', 'llmstxt', 'file']],
    ['Über naïve données', ['uber', 'naive', 'donnees']],
    ['Москва ЙОД', ['москва', 'иод']],
    ['한국어 문서', ['한국어', '문서']],
    ['日本語', ['日本', '本語']],
    ['字', ['字']],
    ['llms.txtの書き方', ['llms', 'txt', 'llmstxt', 'の書', '書き', 'き方']],
    ['サイトマップ、ロボット', ['サイ', 'イト', 'トマ', 'マッ', 'ップ', 'ロボ', 'ボッ', 'ット']],
    ['𠮷野家', ['𠮷野', '野家']],
    ['हिन्दी', ['हिन्दी']],
    ['x'.repeat(49), []],
    ['-a- -', ['a']],
  ] as const) {
    it(JSON.stringify(text.slice(0, 40)), () => assert.deepEqual(tokenise(text), expected));
  }

  it('finds a Japanese word at any position, without a dictionary', () => {
    const whole = tokenise('エージェントのためのサイトマップの作り方');
    for (const pair of tokenise('サイトマップ')) assert.ok(whole.includes(pair), pair);
  });

  it('answers short words without spaces or hyphens for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const token of tokenise(text)) {
          assert.match(token, /^[^\s-]+$/);
          assert.ok(token.length <= 48);
        }
      }),
    );
  });

  it('recognises ASCII text next to any other', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 300 }), (text) => {
        assert.deepEqual(tokenise(`${text} é`), [...tokenise(text), 'e']);
      }),
      { numRuns: 500 },
    );
  });

  it('takes time in proportion to the text', () => {
    for (const unit of ['a.', 'a', '.', "a'", '日', 'a日', '.-']) {
      const text = unit.repeat(100_000);
      assert.ok(cpuMs(() => tokenise(text)) < 1000, unit);
    }
  });
});

describe('the words of a text', () => {
  it('stay together as they are written, without accents and negations', () => {
    assert.deepEqual(wordsOf("Über llms.txt: don't use web-bot-auth"), ['uber', 'llms.txt', 'use', 'web-bot-auth']);
    assert.deepEqual(wordsOf('\u0301 a'), ['a']);
  });
});
