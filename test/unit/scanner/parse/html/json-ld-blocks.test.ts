import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from './facts-of.ts';

const blocksOf = (source: string, type = 'application/ld+json') =>
  factsOf(`<script type="${type}">${source}</script>`).jsonLd;

describe('JSON-LD blocks', () => {
  it('are parsed', () => {
    assert.deepEqual(blocksOf('{"a": 1}'), [{ value: { a: 1 }, problem: undefined, snippet: '{"a": 1}' }]);
    assert.equal(blocksOf('{}', ' Application/LD+JSON; charset=utf-8').length, 1);
    assert.deepEqual(blocksOf('{}', 'application/json'), []);
    assert.deepEqual(factsOf('<template><script type="application/ld+json">{}</script></template>').jsonLd, []);
  });
  for (const [open, close] of [
    ['<!--', '-->'],
    ['//<![CDATA[', '//]]>'],
    ['/*<![CDATA[*/', '/*]]>*/'],
  ]) {
    it(`may be wrapped in ${open}`, () =>
      assert.deepEqual(blocksOf(`\n${open}\n{"a":1}\n${close}\n`)[0]?.value, { a: 1 }));
  }
  it('report their faults', () => {
    const problemOf = (source: string) => blocksOf(source)[0]?.problem;
    assert.equal(problemOf(' \n'), 'empty');
    assert.equal(problemOf('{"a": 1,}'), 'syntax');
    assert.equal(problemOf(`"${'x'.repeat(199_998)}"`), undefined);
    assert.equal(problemOf(`"${'x'.repeat(199_999)}"`), 'oversized');
    assert.equal(problemOf(`${'['.repeat(64)}${']'.repeat(64)}`), undefined);
    assert.equal(problemOf(`${'['.repeat(66)}${']'.repeat(66)}`), 'oversized');
  });
  it('are at most 50, quoted by 200 characters', () => {
    const { jsonLd } = factsOf(`<script type="application/ld+json">"${'x'.repeat(500)}"</script>`.repeat(60));
    assert.deepEqual([jsonLd.length, jsonLd[0]?.snippet.length], [50, 200]);
  });
  it('can be sent to another thread', () => {
    assert.doesNotThrow(() => structuredClone(blocksOf(`${'['.repeat(90_000)}${']'.repeat(90_000)}`)));
  });
});
