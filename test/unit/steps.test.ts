/** Long work in steps: the same result at once and in slices, and room for others between the slices. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { atOnce, inSlices, type Steps } from '../../src/basics/steps.ts';
import { readSitemap } from '../../src/scanner/parse/sitemap/sitemap.ts';
import { someOf } from '../support/exhaustive.ts';

function* spin(steps: number, stepMs: number): Steps<string> {
  for (let at = 0; at < steps; at += 1) {
    for (const endMs = performance.now() + stepMs; performance.now() < endMs; );
    yield;
  }
  return 'done';
}

/** How often others had their turn while it was done. */
async function turnsDuring<Result>(work: () => Promise<Result>): Promise<{ result: Result; turns: number }> {
  let turns = 0;
  let isOver = false;
  const other = () => {
    turns += 1;
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  const result = await work();
  isOver = true;
  return { result, turns };
}

describe('work in steps', () => {
  it('is done in slices, between which others have their turn', async () => {
    const { result, turns } = await turnsDuring(() => inSlices(spin(20, 5)));
    assert.equal(result, 'done');
    assert.ok(turns >= 8, `${turns} turns in 100 ms`);
  });

  it('does not give way for a moment of work, nor at once', async () => {
    const { turns } = await turnsDuring(() => inSlices(spin(3, 0)));
    assert.ok(turns <= 1, `${turns} turns`);
    assert.equal(atOnce(spin(3, 0)), 'done');
  });

  it('rejects with what it throws', async () => {
    function* failing(): Steps<string> {
      yield;
      throw new Error('no');
    }
    await assert.rejects(inSlices(failing()), /no/);
  });
});

describe('a sitemap of the size that is allowed', () => {
  const url = '<url><loc>https://site.example/some/page</loc><lastmod>2026-01-01</lastmod></url>';
  const inputs: Record<string, string> = {
    XML: `<urlset>${url.repeat(49_000)}</urlset>`,
    'XML without locations': `<urlset>${`<url>${'<x>y</x>'.repeat(1000)}</url>`.repeat(600)}</urlset>`,
    lines: 'https://site.example/some/page\n'.repeat(49_000),
    'lines of white space': `https://site.example/\n${' \n'.repeat(2_000_000)}`,
  };
  for (const [name, text] of someOf(Object.entries(inputs), 2)) {
    it(`${name}: is read in many steps, to the same end`, async () => {
      let steps = 0;
      const reading = readSitemap(text);
      const counting = (function* () {
        for (;;) {
          const { done, value } = reading.next();
          if (done === true) return value;
          steps += 1;
          yield;
        }
      })();
      assert.deepEqual(await inSlices(counting), atOnce(readSitemap(text)));
      assert.ok(steps >= 40, `${steps} steps`);
    });
  }
});
