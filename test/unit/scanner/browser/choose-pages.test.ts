import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { choosePages, wordToSearch } from '../../../../src/scanner/browser/choose-pages.ts';

const at = (path: string) => `https://site.example${path}`;
const page = (path: string, hasForm = false) => ({ url: at(path), hasForm });

describe('the pages for a browser', () => {
  const pages = [
    page('/'),
    page('/news/1'),
    page('/shop/1'),
    page('/shop/2'),
    page('/shop/3', true),
    page('/news/2'),
    page('/contact', true),
  ];
  it('are the first page, then one of each section in turn, the largest section first', () => {
    assert.deepEqual(choosePages(pages, 5), ['/', '/shop/3', '/news/1', '/contact', '/shop/1'].map(at));
  });
  it('are all pages where there are fewer than may be looked at, each once', () => {
    const chosen = choosePages(pages, 10);
    assert.deepEqual([...chosen].sort(), pages.map(({ url }) => url).sort());
  });
  it('are none of a site without pages', () => assert.deepEqual(choosePages([], 10), []));
});

describe('the word to search for', () => {
  it('is the longest of one address alone, in the largest section', () => {
    const urls = ['/', '/about-us', '/shop/blue-kettle', '/shop/blue-lantern', '/shop/green-kettle'].map(at);
    assert.equal(wordToSearch(urls), 'lantern');
  });
  it('is read from encoded addresses, without the ending', () => {
    assert.equal(wordToSearch([at('/wiki/Stra%C3%9Fenbahn.html')]), 'straßenbahn');
    assert.equal(wordToSearch([at('/a/%E0%A4%A')]), undefined);
  });
  it('is missing where addresses have no words', () =>
    assert.equal(wordToSearch(['/', '/item/12'].map(at)), undefined));
});
