import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPageLog, type PageLog } from '../../../../src/scanner/delivery/page-log.ts';
import { reach } from '../../../../src/scanner/delivery/reach.ts';
import { ORIGIN } from '../../../support/artifacts.ts';
import { logOf, textOf } from '../../../support/page-log-of.ts';

const PAGE = { view: 'page', pageChars: 10_000, followsRefresh: false } as const;
const link = (path: string, words = 'The next page') => `<a href="${path}">${words}</a>`;

/** Chance of each address, by path, from the first page on. */
function chances(log: PageLog, paths: readonly string[], reader: Parameters<typeof reach>[1] = PAGE) {
  const pageAt = Int32Array.from(log.urls, (url) => paths.indexOf(url.slice(ORIGIN.length)));
  const { chance } = reach({ pages: log.pages, pageAt, root: 0 }, reader);
  return Object.fromEntries(log.urls.map((url, id) => [url.slice(ORIGIN.length), chance[id]]));
}

describe('the way to a page', () => {
  it('leads over pages that link on, and not to those behind a page without links', () => {
    const pages = { '/': link('/a'), '/a': link('/b'), '/b': '', '/c': link('/d') };
    assert.deepEqual(chances(logOf(pages), Object.keys(pages)), { '/a': 1, '/b': 1, '/d': 0 });
  });
  it('is no handler of a click', () => {
    const pages = { '/': `<span onclick="location.href='/a'">A</span><a href="javascript:go()">A</a>`, '/a': '' };
    assert.deepEqual(chances(logOf(pages), Object.keys(pages)), {});
  });
  it('is lost behind the cut of a page that is read as a whole', () => {
    const pages = { '/': `<p>${'word '.repeat(3000)}</p>${link('/a')}`, '/a': '' };
    assert.equal(chances(logOf(pages), Object.keys(pages))['/a'], 0);
    assert.equal(
      chances(logOf(pages), Object.keys(pages), { view: 'tree', pageChars: 10_000, followsRefresh: false })['/a'],
      1,
    );
  });
  it('is in the navigation for a reader of the content too, with or without links in the content', () => {
    const both = { '/': `<nav>${link('/a')}</nav><main>${link('/b')}</main>` };
    assert.deepEqual(chances(logOf(both), ['/'], { view: 'main', pageChars: 10_000, followsRefresh: false }), {
      '/a': 1,
      '/b': 1,
    });
    const menu = { '/': `<nav>${link('/a')}</nav><main>Text</main>` };
    assert.deepEqual(chances(logOf(menu), ['/'], { view: 'main', pageChars: 10_000, followsRefresh: false }), {
      '/a': 1,
    });
  });
  it('is found by trial among a few links that say nothing, and seldom among many', () => {
    const few = { '/': Array.from({ length: 10 }, (_, at) => link(`/p/${at}`, 'Read more')).join('') };
    assert.deepEqual(new Set(Object.values(chances(logOf(few), ['/']))), new Set([1]));
    const many = { '/': Array.from({ length: 40 }, (_, at) => link(`/p/${at}`, 'Read more')).join('') };
    assert.deepEqual(new Set(Object.values(chances(logOf(many), ['/']))), new Set([0.25]));
  });
  it('is recognised by the address where the text has no sign', () => {
    const many = { '/': Array.from({ length: 40 }, (_, at) => link(`/install-guide-${at}`, 'Read more')).join('') };
    assert.deepEqual(new Set(Object.values(chances(logOf(many), ['/']))), new Set([1]));
  });
  it('leads over a page that only sends its reader on: by its link for all, by its refresh for those that follow one', () => {
    const signpostTo = (links: readonly string[], refresh: string | undefined): PageLog => {
      const log = createPageLog((url) => url.startsWith(`${ORIGIN}/`));
      log.add(undefined, 'signpost', {
        signpost: { links: links.map((path) => ORIGIN + path), refresh: refresh && ORIGIN + refresh },
      });
      log.add(textOf('/start', link('/a')), undefined);
      return log.value();
    };
    const paths = ['/', '/start'];
    assert.deepEqual(chances(signpostTo(['/start'], '/start'), paths), { '/start': 1, '/a': 1 });
    const refreshed = signpostTo([], '/start');
    assert.deepEqual(chances(refreshed, paths), { '/start': 0, '/a': 0 });
    assert.deepEqual(chances(refreshed, paths, { ...PAGE, followsRefresh: true }), { '/start': 1, '/a': 1 });
  });
  it('ends in a circle of links', () => {
    const pages = { '/': link('/a'), '/a': link('/b'), '/b': link('/a') + link('/') };
    assert.deepEqual(chances(logOf(pages), Object.keys(pages)), { '/a': 1, '/b': 1, '/': 1 });
  });
});
