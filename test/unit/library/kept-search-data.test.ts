import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { atOnce } from '../../../src/basics/steps.ts';
import { loadAsked } from '../../../src/library/asked.ts';
import { keepSearchData, keptSearchData } from '../../../src/library/kept-search-data.ts';
import { createSearch } from '../../../src/library/search.ts';
import { makeSearchData } from '../../../src/library/search-data.ts';
import { allArticles } from '../../../src/tools/check-articles.ts';

const folder = mkdtempSync(join(tmpdir(), 'legible-search-data-'));
after(() => rmSync(folder, { recursive: true }));

describe('the data of the search that a bundle keeps', () => {
  const articles = allArticles().filter(({ itemType }) => itemType === 'specs');
  const made = atOnce(makeSearchData(articles, loadAsked()));
  keepSearchData(folder, articles, made);

  it('is read as it was made', () => {
    const read = keptSearchData(articles, folder);
    assert.deepEqual(read, made);
    const find = (data: typeof made) =>
      atOnce(createSearch(articles, data)).find('What is llms.txt?', undefined, 'any');
    assert.ok(read !== undefined);
    assert.deepEqual(find(read).results, find(made).results);
    assert.deepEqual(find(read).summarise(), find(made).summarise());
  });

  it('is not that of other articles', () => {
    assert.equal(keptSearchData(articles.slice(1), folder), undefined);
    assert.equal(
      keptSearchData(
        articles.map((each) => ({ ...each, body: `${each.body} More.` })),
        folder,
      ),
      undefined,
    );
  });

  it('need not be there, or whole', () => {
    assert.equal(keptSearchData(articles, join(folder, 'none')), undefined);
    const file = join(folder, 'search-data.bin');
    const bytes = readFileSync(file);
    for (const length of [0, 10, 32, 33, 40, 200, bytes.length - 1]) {
      writeFileSync(file, bytes.subarray(0, length));
      assert.equal(keptSearchData(articles, folder), undefined, `${length} bytes`);
    }
  });
});
