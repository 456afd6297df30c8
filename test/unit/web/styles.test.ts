/** The stylesheet is written by hand, so unused rules must be deleted. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

const WEB = join(import.meta.dirname, '../../../src/web');

it('every class and id that the stylesheet names is used by a page or a script', () => {
  const pages = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|js)$/.test(name))
    .map((name) => readFileSync(join(WEB, name), 'utf8'))
    .join('\n');
  const words = new Set(pages.match(/[\w-]+/g));
  // Ratings, statuses and tones are values in the schema and in the charts.
  const composed = ['excellent', 'good', 'fair', 'needs_improvement'];
  const css = readFileSync(join(WEB, 'public/styles.css'), 'utf8').replace(/\/\*.*?\*\//gs, '');
  const selectors = [...css.matchAll(/([^{}]+)\{/g)].map(([, selector = '']) => selector);
  const named = selectors.flatMap((selector) =>
    [...selector.matchAll(/[.#]([a-z][\w-]*)/gi)].map(([, name = '']) => name),
  );
  assert.ok(named.length > 100);
  const unused = named.filter(
    (name) => !words.has(name) && !composed.includes(name) && !/^fill-(?:pass|warn|fail|error)$/.test(name),
  );
  assert.deepEqual(unused, []);
});
