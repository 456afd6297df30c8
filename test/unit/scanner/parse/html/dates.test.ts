import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from './facts-of.ts';

const datesOf = (html: string) => factsOf(html).dates;

describe('dates', () => {
  it('takes times from the content', () => {
    const html = `<header><time datetime=2020-01-01></time></header><main><time datetime=" 2020-01-02 ">x</time>
      <header><time datetime=2020-01-03></time></header><time>2020-01-04</time></main>
      <div hidden><time datetime=2020-01-05></time></div><footer><time datetime=2020-01-06></time></footer>`;
    assert.deepEqual(datesOf(html).times, ['2020-01-02', '2020-01-03']);
  });
  it('takes dates of microdata from anywhere', () => {
    const html = `<meta itemprop="dateModified" content=2020-01-01><footer>
      <time itemprop="datePublished dateModified" datetime=2020-01-02></time></footer><b itemprop=dateModified>x</b>`;
    assert.deepEqual(datesOf(html), {
      times: [],
      modified: ['2020-01-01', '2020-01-02'],
      published: ['2020-01-02'],
    });
  });
  it('keeps 50 of each, cut', () => {
    const { times } = datesOf(`<p>${`<time datetime="${'2'.repeat(500)}"></time>`.repeat(60)}`);
    assert.equal(times.length, 50);
    assert.equal(times[0]?.length, 100);
  });
});
