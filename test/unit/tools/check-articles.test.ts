import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allRecipes } from '../../../src/library/articles.ts';
import { ALL_CHECKS, CATALOGUE } from '../../../src/scanner/checks/catalogue.ts';
import { checkArticles } from '../../../src/tools/check-articles.ts';

describe('articles of checks', () => {
  const articles = checkArticles(allRecipes());

  it('are one a check, in the order of the catalogue', () => {
    assert.deepEqual(
      articles.map(({ path }) => path),
      ALL_CHECKS.map(({ id }) => `/docs/checks/${id}`),
    );
  });

  it('have what every article has', () => {
    for (const { path, itemType, title, description, sources, body } of articles) {
      assert.equal(itemType, 'check');
      assert.ok(title.startsWith(`${path.split('/').at(-1)}: `));
      assert.ok(description.length > 0 && description.length <= 280, path);
      assert.ok(sources.length > 0 && sources.every((source) => source.startsWith('https://')));
      assert.doesNotMatch(body, /^# /m);
      assert.match(body, /^## Rule$/m);
      assert.match(
        body,
        / has a weight of [1-9]\d* among .* counts in the (?:site|llms\.txt|MCP|browser) score| is a gate and has no weight: | has no weight yet: /s,
      );
    }
  });

  it('list what leads to each verdict, and leave nothing of the rule out', () => {
    for (const { path, body } of articles) {
      const { rule } = ALL_CHECKS.find(({ id }) => path.endsWith(`/${id}`)) ?? assert.fail(path);
      const [, section = ''] = /\n## Rule\n\n(.+?)\n\n## /s.exec(body) ?? [];
      assert.match(
        section,
        /^How \w+ is decided:\n\n(?:- .+\n)?(?:- (?:Passes|Warns|Fails|Not applicable)\b.+(?:\n|$))+$/,
        path,
      );
      const words = (text: string) =>
        text.replace(/\\(?=[\\`*_[\]<|])|^- |How \w+ is decided:/gm, '').replace(/\s+/g, ' ');
      assert.equal(words(section).trim(), rule, path);
    }
  });

  it('show the words of the catalogue as they are, not as markup', () => {
    const { body } = articles.find(({ path }) => path === '/docs/checks/P3') ?? assert.fail();
    const unescaped = body.replace(/\\([\\`*_[\]<|])/g, '$1');
    const { why } = CATALOGUE.find(({ id }) => id === 'P3') ?? assert.fail();
    assert.ok(unescaped.includes(why));
  });
});
