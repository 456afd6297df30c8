import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createLibrary } from '../../../src/library/answer.ts';
import { lazyLibrary } from '../../../src/library/lazy-library.ts';
import { loadArticles } from '../../../src/library/load-articles.ts';

it('a lazy library is made once, at its first use, and answers like the real one', () => {
  const whole = createLibrary(loadArticles(), 'https://legible.example');
  let made = 0;
  const lazy = lazyLibrary(() => {
    made += 1;
    return whole;
  });
  assert.equal(made, 0);
  assert.equal(lazy.articles, whole.articles);
  const [first] = whole.articles;
  assert.ok(first);
  assert.equal(lazy.find(first.path), first);
  const question = { query: 'llms.txt', mode: 'list', itemType: 'any', prev: [] } as const;
  const rest = { site: undefined, queryId: 'a', decontextualized: undefined };
  assert.deepEqual(lazy.answer({ ...question, ...rest }), whole.answer({ ...question, ...rest }));
  assert.equal(made, 1);
});
