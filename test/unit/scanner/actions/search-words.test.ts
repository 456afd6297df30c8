import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ActingPage } from '../../../../src/scanner/actions/define.ts';
import { knownWords, UNKNOWN_WORD } from '../../../../src/scanner/actions/search-words.ts';
import type { PageDigest } from '../../../../src/scanner/model/page.ts';
import { digest, facts, ORIGIN, site } from '../../../support/artifacts.ts';

const { actions } = facts();
const page = (path: string, title: string, changes: Partial<PageDigest> = {}): ActingPage => ({
  page: digest(path, { title, ...changes }),
  actions,
  isLinked: true,
});
const wordsOf = (...pages: readonly ActingPage[]) => knownWords({ pages, target: site().target }, `${ORIGIN}/search`);

describe('words to search a site for', () => {
  it('are each in one title, the longest of it', () => {
    const found = wordsOf(page('/a/1', 'Copper kettles | Fernhill'), page('/a/2', 'Copper lanterns | Fernhill'));
    assert.deepEqual(
      found.map(({ word, path, title }) => [word, path, title]),
      [
        ['kettles', '/a/1', 'Copper kettles'],
        ['lanterns', '/a/2', 'Copper lanterns'],
      ],
    );
  });

  it('come first from the part of the site with most pages', () => {
    const found = wordsOf(page('/imprint', 'Imprint'), page('/a/1', 'Kettles'), page('/a/2', 'Lanterns'));
    assert.deepEqual(
      found.map(({ word }) => word),
      ['kettles', 'lanterns', 'imprint'],
    );
  });

  it('come first from below the address of the search, where pages are', () => {
    const pages = [page('/wines/1', 'Riesling'), page('/wines/2', 'Chenin'), page('/tastings/1', 'Volcano evening')];
    const [first] = knownWords({ pages, target: site().target }, `${ORIGIN}/tastings`);
    assert.equal(first?.word, 'evening');
  });

  it('are not of the home page, of pages without index, of the host, short or overlong', () => {
    const found = wordsOf(
      page('/', 'Welcome home', { foundBy: 'root' }),
      page('/a', 'Hidden', { noindex: true }),
      page('/b', 'Site example'),
      page('/c', 'Tea cup'),
      page('/d', 'x'.repeat(5000)),
    );
    assert.ok(found.every(({ word }) => word.length >= 5 && word.length <= 20));
    assert.deepEqual(
      found.map(({ path }) => path),
      ['/d'],
    );
  });

  it('are not of lists of posts, which content systems do not search', () => {
    const lists = ['/2025/04/', '/2025/04/12', '/category/repair/', '/tag/bread', '/author/anna/'];
    const found = wordsOf(
      ...lists.map((path) => page(path, `Archive ${path}listing`)),
      page('/2025/04/rye/', 'Bakery'),
    );
    assert.deepEqual(
      found.map(({ path }) => path),
      ['/2025/04/rye/'],
    );
  });

  it('are letters of any script and no signs', () => {
    const [known] = wordsOf(page('/a', '"><script>alert(1)</script> Самовары'));
    assert.match(known?.word ?? '', /^\p{L}{5,20}$/u);
  });

  it('are at most eight', () => {
    const pages = Array.from({ length: 40 }, (_, at) =>
      page(`/p/${at}`, `${'abcdefghij'[at % 10]}${'klmnopqrst'[Math.floor(at / 10)]}wordish`),
    );
    assert.equal(wordsOf(...pages).length, 8);
  });

  it('differ from the one that exists nowhere', () => assert.match(UNKNOWN_WORD, /^[a-z]{8}$/));
});
