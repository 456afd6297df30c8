import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PageDigest } from '../../../../src/scanner/model/page.ts';
import { pagesAlike } from '../../../../src/scanner/model/pages-alike.ts';
import { digest, ORIGIN } from '../../../support/artifacts.ts';

const titled = (path: string, more: Partial<PageDigest> = {}) => digest(path, { title: 'Our baskets', ...more });
const canonical = (path: string) => ({ canonicals: [{ url: `${ORIGIN}${path}`, href: path, inBody: false }] });
const alike = (pages: readonly PageDigest[]) => {
  const titles = pagesAlike(pages, ({ title }) => title);
  return pages.map((page) => titles.count(page));
};

describe('pages that share a title', () => {
  it('are counted for each of them, whatever its case', () =>
    assert.deepEqual(alike([titled('/a'), titled('/b', { title: 'our BASKETS' }), titled('/c')]), [2, 2, 2]));
  it('are none in another language', () =>
    assert.deepEqual(alike([titled('/a', { lang: 'en' }), titled('/b', { lang: 'de' })]), [0, 0]));
  it('are none where both are one page by their canonical, as the pages of a list may be', () =>
    assert.deepEqual(alike([titled('/a'), titled('/a?page=2', canonical('/a'))]), [0, 0]));
  it('are none without a title', () =>
    assert.deepEqual(alike([titled('/a', { title: '' }), titled('/b', { title: '' })]), [0, 0]));
  it('are named, but for the page itself', () => {
    const pages = [titled('/a'), titled('/b')] as const;
    assert.deepEqual(pagesAlike(pages, ({ title }) => title).examples(pages[0]), [`${ORIGIN}/b`]);
  });
});
