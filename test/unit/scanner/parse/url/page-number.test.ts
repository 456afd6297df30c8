import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isFurtherPageOf, listOf, staysOnPage } from '../../../../../src/scanner/parse/url/page-number.ts';

describe('a further page of a list', () => {
  const rows: readonly (readonly [url: string, other: string, isSo: boolean])[] = [
    ['/list?page=2', '/list', true],
    ['/list?sort=name&Page=3', '/list?sort=name', true],
    ['/list?offset=20', '/list?offset=0', true],
    ['/list?page=2', '/list?page=2', false],
    ['/list?page=about', '/list', false],
    ['/list?ref=2', '/list', false],
    ['/list', '/list', false],
    ['/list?limit=20&offset=0', '/list', false],
    ['/list?page=0', '/list?page=1', true],
  ];
  for (const [url, other, isSo] of rows)
    it(`${url} is ${isSo ? 'one' : 'none'} of ${other}`, () =>
      assert.equal(isFurtherPageOf(`https://site.example${url}`, `https://site.example${other}`), isSo));
});

describe('an address that stays on a page of a list', () => {
  const rows: readonly (readonly [url: string, other: string, isSo: boolean])[] = [
    ['/list?limit=20&offset=0', '/list', true],
    ['/list?page=2&sort=name', '/list?page=2', true],
    ['/list?page=2', '/list', false],
    ['/list/page/2', '/list', false],
    ['/list?sort=name', '/list', false],
  ];
  for (const [url, other, isSo] of rows)
    it(`${url} ${isSo ? 'stays on' : 'leaves'} ${other}`, () =>
      assert.equal(staysOnPage(`https://site.example${url}`, `https://site.example${other}`), isSo));
});

describe('the list of a further page', () => {
  const rows: readonly (readonly [url: string, list: string | undefined])[] = [
    ['https://a.example/recipes/?page=2', 'https://a.example/recipes/'],
    ['https://a.example/news?p=3', 'https://a.example/news/'],
    ['https://a.example/blog/page/2/', 'https://a.example/blog/'],
    ['https://a.example/?page=2', 'https://a.example/'],
    ['https://a.example/news?sort=date', undefined],
    ['https://a.example/page/about', undefined],
  ];
  for (const [url, list] of rows) it(`${url}: ${list ?? 'none'}`, () => assert.equal(listOf(url), list));
});
