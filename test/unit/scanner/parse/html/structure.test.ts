import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from './facts-of.ts';

describe('structureCollector', () => {
  it('names what tells one template from another, each once, sorted', () => {
    const html = '<header><nav></nav></header><main><form></form><form></form><p>a<b>b</b></p></main><footer></footer>';
    assert.deepEqual(factsOf(html).structure, ['footer', 'form', 'header', 'main', 'nav']);
  });
  it('is the same however much text there is', () => {
    const page = (paragraphs: number) => `<main>${'<h2>a</h2><p>b</p>'.repeat(paragraphs)}</main>`;
    assert.deepEqual(factsOf(page(1)).structure, factsOf(page(50)).structure);
  });
  it('counts the elements of the tree', () => {
    assert.equal(factsOf('<p>a</p>').elementCount, 4);
    assert.equal(factsOf('<p>a</p><svg><path/></svg><template><b></b></template>').elementCount, 6);
  });
});
