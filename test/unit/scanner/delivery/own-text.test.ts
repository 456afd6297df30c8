import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ownText, ownWords } from '../../../../src/scanner/delivery/site.ts';
import type { PageDigest } from '../../../../src/scanner/model/page.ts';
import { digest } from '../../../support/artifacts.ts';
import { textOf } from '../../../support/page-log-of.ts';

const FRAME = '<div>Menu of the whole site</div>';
const words = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at}`).join(' ');
const body = (html: string) => `<!doctype html><title>T</title><body>${FRAME}${html}</body>`;

/** Words of its own of each page, by path. */
function ownOf(pages: Readonly<Record<string, string>>, digests: Readonly<Record<string, Partial<PageDigest>>> = {}) {
  const given = Object.entries(pages).map(([path, html]) => ({
    digest: digest(path, digests[path]),
    blocks: textOf(path, body(html)).blocks,
  }));
  const worths = ownText(given);
  return given.map(({ blocks }, at) => ownWords(blocks, worths[at] ?? [], () => true));
}

describe('the words of its own of a page', () => {
  it('have blocks that are on more than half of four pages or more on the first address only', () => {
    const pages = Object.fromEntries(['b', 'a', 'c', 'd'].map((name) => [`/${name}`, `<p>${words(name, 10)}</p>`]));
    assert.deepEqual(ownOf(pages), [10, 15, 10, 10]);
    assert.deepEqual(ownOf(pages, { '/d': { foundBy: 'root' } }), [10, 10, 10, 15], 'the root is the first');
  });
  it('keep what three pages share, as a pattern needs four, once in full and half after that, in equal parts', () => {
    const pages = Object.fromEntries(['a', 'b', 'c'].map((name) => [`/${name}`, `<p>${words(name, 10)}</p>`]));
    assert.deepEqual(
      ownOf(pages).map((own) => own.toFixed(2)),
      ['13.33', '13.33', '13.33'],
    );
  });
  it('leave out navigation that no other page has', () => {
    const pages = Object.fromEntries(
      ['a', 'b', 'c', 'd'].map((name) => [
        `/${name}`,
        `<nav>${words(`menu${name}`, 8)}</nav><p>${words(name, 10)}</p>`,
      ]),
    );
    assert.deepEqual(ownOf(pages), [15, 10, 10, 10]);
  });
  it('count a text in full once and half where it is repeated, in equal parts', () => {
    const pages = Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e'].map((name, at) => [
        `/${name}`,
        `<p>${words(name, 10)}</p>${at < 2 ? `<p>${words('note', 20)}</p>` : ''}`,
      ]),
    );
    assert.deepEqual(ownOf(pages), [30, 25, 10, 10, 10]);
  });
  it('are those of each version where a manual has several', () => {
    const text = (name: string) => `<p>${words(name, 60)}</p>`;
    const pages = Object.fromEntries(
      ['v1', 'v2', 'latest'].flatMap((version) =>
        ['a', 'b', 'c', 'd'].map((name) => [`/${version}/${name}`, text(name)]),
      ),
    );
    assert.deepEqual(new Set(ownOf(pages)), new Set([65, 60]));
  });
  it('are those of the first address where every path answers with one text', () => {
    const pages = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`/${name}`, `<p>${words('wall', 60)}</p>`]));
    assert.deepEqual(ownOf(pages), [65, 0, 0, 0]);
  });
  it('are those of the page where session addresses bring it several times', () => {
    const names = ['a', 'b', 'c', 'd'];
    const pages = Object.fromEntries(
      names.flatMap((name) => [1, 2, 3].map((sid) => [`/${name}?sid=${sid}`, `<p>${words(name, 60)}</p>`])),
    );
    const canonical = (path: string) => {
      const url = new URL(path.split('?', 1)[0] ?? '', 'https://site.example').href;
      return { canonicals: [{ href: url, url }] };
    };
    const digests = Object.fromEntries(Object.keys(pages).map((path) => [path, canonical(path)]));
    assert.deepEqual(new Set(ownOf(pages, digests)), new Set([65, 60]));
  });
  it('are counted in a script without spaces', () => {
    const pages = Object.fromEntries(
      ['天', '地', '人', '和'].map((sign, at) => [`/${at}`, `<p>${sign.repeat(80)}</p>`]),
    );
    assert.deepEqual(ownOf(pages), [45, 40, 40, 40]);
  });
});
