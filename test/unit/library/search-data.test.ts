import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { loadAsked } from '../../../src/library/asked.ts';
import { createSearch } from '../../../src/library/search.ts';
import { makeSearchData, readSearchData, writeSearchData } from '../../../src/library/search-data.ts';
import { atOnce } from '../../../src/steps.ts';
import { allArticles } from '../../../src/tools/check-articles.ts';

const folder = mkdtempSync(join(tmpdir(), 'legible-search-data-'));
after(() => rmSync(folder, { recursive: true }));

describe('what a bundle has ready for the search', () => {
  const articles = allArticles().filter(({ itemType }) => itemType === 'specs');
  const made = atOnce(makeSearchData(articles, loadAsked()));
  writeSearchData(folder, articles, made);

  it('is read as it was made', () => {
    const read = readSearchData(articles, folder);
    assert.deepEqual(read, made);
    const find = (data: typeof made) => createSearch(articles, data).find('What is llms.txt?', undefined, 'any');
    assert.ok(read !== undefined);
    assert.deepEqual(find(read).results, find(made).results);
    assert.deepEqual(find(read).summarise(), find(made).summarise());
  });

  it('is not that of other articles', () => {
    assert.equal(readSearchData(articles.slice(1), folder), undefined);
    assert.equal(
      readSearchData(
        articles.map((each) => ({ ...each, body: `${each.body} More.` })),
        folder,
      ),
      undefined,
    );
  });

  it('need not be there', () => {
    assert.equal(readSearchData(articles, join(folder, 'none')), undefined);
  });
});
