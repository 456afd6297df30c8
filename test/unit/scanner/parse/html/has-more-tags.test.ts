import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hasMoreTags } from '../../../../../src/scanner/parse/html/rough-html.ts';

const rows: readonly (readonly [html: string, tags: number])[] = [
  ['', 0],
  ['no tag, 1 < 2, <', 0],
  ['<p>one<P>two</p></P>', 2],
  ['<!doctype html><!-- comment --><br/><svg></svg>', 2],
  ['<<a>', 1],
  ['<@a><[b><`c><{d>', 0],
];
for (const [html, tags] of rows) {
  it(`counts ${tags} opening tags in ${JSON.stringify(html)}`, () => {
    assert.equal(hasMoreTags(html, tags), false);
    if (tags > 0) assert.equal(hasMoreTags(html, tags - 1), true);
  });
}
