import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PageDigest } from '../../../../src/scanner/model/page.ts';
import { intentOf, type SiteKind, siteKindOf } from '../../../../src/scanner/model/site-kind.ts';
import { digest, ORIGIN } from '../../../support/artifacts.ts';

const pages = (...paths: string[]): PageDigest[] => paths.map((path) => digest(path, { finalUrl: ORIGIN + path }));
const dead = (path: string): PageDigest => digest(path, { finalUrl: ORIGIN + path, readable: 'no' });
const kindOf = (given: readonly PageDigest[], shells = 0): SiteKind =>
  siteKindOf(given, intentOf({ pages: given }), shells);

describe('the kind of a site', () => {
  for (const [kind, when, given, shells] of [
    ['one page', 'a root alone', pages('/'), 0],
    ['one page', 'a root with dead addresses only', [...pages('/'), dead('/a'), dead('/b')], 0],
    ['one page', 'no page at all', [], 0],
    ['app', 'a root alone whose text scripts bring', pages('/'), 1],
    ['app', 'half of the pages without text', pages('/', '/a', '/b', '/c'), 2],
    ['website', 'fewer pages without text', pages('/', '/a', '/b', '/c'), 1],
    ['documentation', 'half of the addresses in folders of documentation', pages('/', '/docs/a', '/guide/b', '/x'), 0],
    ['website', 'fewer of them', pages('/', '/docs/a', '/x', '/y', '/z'), 0],
    ['blog', 'half of the addresses with a year', pages('/', '/2024/01/a', '/2025/02/b', '/about'), 0],
    ['blog', 'half of the addresses in a folder of posts', pages('/', '/posts/a', '/blog/b'), 0],
    ['website', 'a number that is no year', pages('/', '/3001/a', '/1234/b', '/x'), 0],
    ['documentation', 'dead addresses do not count', [...pages('/docs/a', '/x'), dead('/y'), dead('/z')], 0],
  ] as const) {
    it(`is ${kind}: ${when}`, () => assert.equal(kindOf(given, shells), kind));
  }

  it('is documentation on a host of that name, whatever the folders', () => {
    const given = ['/', '/a'].map((path) => digest(path, { finalUrl: `https://docs.site.example${path}` }));
    assert.equal(kindOf(given), 'documentation');
  });

  it('is documentation before it has a host, by the title of its home page or of half of its pages', () => {
    const titled = (home: string, other: string) => [
      digest('/', { foundBy: 'root', title: home }),
      ...['/a', '/b'].map((path) => digest(path, { foundBy: 'link', title: other })),
    ];
    assert.equal(kindOf(titled('Kestrel documentation', 'Install - Kestrel')), 'documentation');
    assert.equal(kindOf(titled('Kestrel', 'Install - Kestrel Docs')), 'documentation');
    assert.equal(kindOf(titled('Kestrel', 'Doctors and manuals')), 'website');
  });

  it('is a shop before all others when its pages lead to a basket', () => {
    const given = ['/docs/a', '/docs/b'].map((path) => digest(path, { hints: ['cart-link'] }));
    assert.equal(kindOf(given), 'shop');
  });
});
