import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import canonical from '../../../../../src/scanner/checks/page/canonical.ts';
import { crawlIndex } from '../../../../../src/scanner/checks/page/crawl-index.ts';
import language from '../../../../../src/scanner/checks/page/language.ts';
import titleDescription from '../../../../../src/scanner/checks/page/title-description.ts';
import { digest, ORIGIN, site } from '../../../../support/artifacts.ts';
import { assertQuick } from '../../parse/assert-quick.ts';

describe('the index of a crawl', () => {
  const redirected = digest('/old', { finalUrl: `${ORIGIN}/new` });
  const landed = digest('/new');
  const crawl = { pages: [redirected, landed], pagesDiscovered: 2 };

  it('is made once a crawl', () => assert.equal(crawlIndex(crawl), crawlIndex(crawl)));
  it('finds a page by its requested address, then by its final one', () => {
    const index = crawlIndex(crawl);
    assert.equal(index.find(`${ORIGIN}/old`), redirected);
    assert.equal(index.find(`${ORIGIN}/new`), landed);
    assert.equal(index.find(`${ORIGIN}/new?utm_source=x#part`), landed);
    assert.equal(index.find(`${ORIGIN}/other`), undefined);
  });
  it('names at most 10 other pages', () => {
    const pages = Array.from({ length: 50 }, (_, number) => digest(`/${number}`, { title: 'One title for all' }));
    const first = pages[0];
    assert.ok(first !== undefined);
    const { sameTitle } = crawlIndex({ pages, pagesDiscovered: 50 });
    assert.deepEqual([sameTitle.count(first), sameTitle.examples(first).length], [49, 10]);
  });

  it('judges 2,000 pages with 40 alternates and one title quickly', () => {
    const languages = Array.from({ length: 40 }, (_, number) => `x${number}`);
    const pages = Array.from({ length: 2000 }, (_, number) =>
      digest(`/${languages[number % 40]}/${Math.floor(number / 40)}`, {
        title: 'The same title on every page',
        hreflangs: languages.map((lang) => ({ lang: 'en', url: `${ORIGIN}/${lang}/${Math.floor(number / 40)}` })),
      }),
    );
    const given = { crawl: { pages, pagesDiscovered: 2000 }, target: site().target, addresses: site().addresses };
    assertQuick(() => {
      for (const page of pages) {
        for (const check of [titleDescription, canonical, language]) check.evaluate({ ...given, digest: page });
      }
    });
  });
});
