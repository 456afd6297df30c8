import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from './facts-of.ts';

describe('images', () => {
  const rows: readonly (readonly [html: string, total: number, withoutAlt: number])[] = [
    ['<img src=a>', 1, 1],
    ['<img src=a alt="A ship">', 1, 0],
    ['<img src=a alt>', 1, 0],
    ['<img src=a role=presentation>', 1, 0],
    ['<img src=a role=img>', 1, 1],
    ['<img src=a aria-label="A ship"><img src=b aria-labelledby=x><img src=c title=T>', 3, 0],
    ['<img src=a aria-label=" ">', 1, 1],
    ['<main><header><img src=a></header></main>', 1, 1],
    ['<nav><img></nav><header><img></header><footer><img></footer><aside><img></aside>', 0, 0],
    ['<img hidden><div style="display:none"><img></div><span aria-hidden=true><img></span>', 0, 0],
    ['<img width=1 height=1><img width="0" height="0px">', 0, 0],
    ['<img width=1 height=200><img width=1>', 2, 2],
    ['<noscript><img src=a></noscript>', 0, 0],
  ];
  for (const [html, total, withoutAlt] of rows) {
    it(html, () => {
      const { examples, ...counts } = factsOf(html).images;
      assert.deepEqual(counts, { total, withoutAlt, mute: withoutAlt });
      assert.equal(examples.length, withoutAlt);
    });
  }
  for (const [html, mute] of [
    ['<figure><img src=a><figcaption>A ship</figcaption></figure>', 0],
    ['<figure><a href=/a><picture><img src=a></picture></a><figcaption><em>A ship</em></figcaption></figure>', 0],
    ['<figure><img src=a><figcaption> </figcaption></figure>', 1],
    ['<figure><img src=a></figure><figcaption>A ship</figcaption>', 1],
    ['<div><img src=a><p>A ship</p></div>', 1],
  ] as const) {
    it(`${mute === 0 ? 'are described by their caption' : 'lack a description'}: ${html}`, () => {
      const { images } = factsOf(html);
      assert.deepEqual([images.withoutAlt, images.mute], [1, mute]);
    });
  }
  it('names the first ten', () => {
    const { examples, withoutAlt } = factsOf('<img src="/a.png">'.repeat(12)).images;
    assert.equal(withoutAlt, 12);
    assert.deepEqual(examples, Array(10).fill('/a.png'));
  });
});
