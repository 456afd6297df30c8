import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createAddressBook } from '../../../../src/scanner/crawl/address-book.ts';
import type { ReadPage } from '../../../../src/scanner/crawl/read-page.ts';
import type { PageArtifact, PageDigest } from '../../../../src/scanner/model/page.ts';
import { digest, ORIGIN, page } from '../../../support/artifacts.ts';

const at = (path: string) => ORIGIN + path;

/** The answer for an address, with the redirects that led to where it ended. */
function read(
  path: string,
  end: Partial<PageDigest> & { hops?: readonly string[]; isWall?: boolean; inSitemap?: boolean } = {},
  foundBy: PageArtifact['foundBy'] = 'link',
): ReadPage {
  const { hops = [], isWall = false, inSitemap = false, ...overrides } = end;
  const finalUrl = overrides.finalUrl ?? at(path);
  const { facts: _, ...artifact } = page(path, {
    foundBy,
    inSitemap,
    answer: { finalUrl, hops: hops.map((url) => ({ url: at(url), status: 301 })) },
  });
  const records = [{ id: 'P4', status: isWall ? ('fail' as const) : ('pass' as const), message: '' }];
  return {
    page: artifact,
    html: undefined,
    verdict: {
      records,
      facts: undefined,
      digest: digest(path, { canonicals: [], ...overrides, finalUrl, inSitemap }),
      text: undefined,
      signpost: undefined,
      layout: undefined,
      links: [],
      bugs: [],
    },
  };
}

const bookOf = (...reads: ReadPage[]) => {
  const book = createAddressBook(`${ORIGIN}/`);
  return { book, places: reads.map((each) => book.place(each)) };
};
const complete = (book: ReturnType<typeof createAddressBook>, linked: readonly string[], ...paths: string[]) =>
  book.complete(
    paths.map((path) => digest(path)),
    {
      linked: new Set(linked.map(at)),
      pages: paths.map(() => ({ links: { targets: new Uint32Array(), times: new Uint16Array() } })),
      urls: [],
    },
  );

describe('the address book of a crawl', () => {
  it('names a page by where redirects end, and joins the addresses on the way', () => {
    const { book, places } = bookOf(
      read('/old', { finalUrl: at('/new/'), hops: ['/old', '/new'] }),
      read('/new/'),
      read('/new'),
    );
    assert.deepEqual(places, [
      { kind: 'page', url: at('/new/') },
      { kind: 'alias', page: at('/new/') },
      { kind: 'alias', page: at('/new/') },
    ]);
    for (const path of ['/old', '/new', '/new/']) assert.equal(book.resolve(at(path)), at('/new/'));
    const { digests, addresses } = complete(book, ['/old'], '/new/');
    assert.equal(digests[0]?.isLinked, true);
    assert.deepEqual(
      addresses.aliases.map(({ url, kind }) => [url, kind]),
      [
        [at('/new'), 'redirect'],
        [at('/old'), 'redirect'],
      ],
    );
  });

  it('leaves tracking parameters and default documents out of account', () => {
    const { places } = bookOf(
      read('/docs/'),
      read('/docs/index.html'),
      read('/x', { finalUrl: at('/docs/?utm_id=1') }),
    );
    assert.deepEqual(
      places.map(({ kind }) => kind),
      ['page', 'alias', 'alias'],
    );
  });

  it('takes page 2 of a list for a page of its own, though it names page 1 as canonical', () => {
    const first = { canonicals: [{ href: '/list', url: at('/list') }] };
    const { places } = bookOf(
      read('/list', { ...first, contentHash: 'one', title: 'T' }),
      read('/list?page=2', { ...first, contentHash: 'two', title: 'T' }),
      read('/list?ref=menu', { ...first, contentHash: 'three', title: 'T' }),
    );
    assert.deepEqual(
      places.map(({ kind }) => kind),
      ['page', 'page', 'alias'],
    );
  });

  it('takes one text at two addresses that differ by a slash for one page', () => {
    const { book, places } = bookOf(
      read('/x', { contentHash: 'h', title: 'T', canonicals: [{ href: '/x', url: at('/x') }] }),
      read('/x/', { contentHash: 'h', title: 'T', canonicals: [{ href: '/x/', url: at('/x/') }] }),
      read('/x.html', { contentHash: 'other', title: 'T' }),
      read('/y', { contentHash: 'h', title: 'T' }),
    );
    assert.deepEqual(
      places.map(({ kind }) => kind),
      ['page', 'alias', 'page', 'page'],
    );
    const { aliases } = complete(book, [], '/x', '/x.html', '/y').addresses;
    assert.deepEqual(aliases, [{ url: at('/x/'), page: at('/x'), kind: 'copy', canonical: at('/x/') }]);
  });

  it('keeps each page behind a wall, which all lead to one sign-in', () => {
    const wall = { finalUrl: at('/login'), isWall: true };
    const { places } = bookOf(read('/login', {}, 'root'), read('/a', wall), read('/b', wall));
    assert.deepEqual(
      places.map((place) => (place.kind === 'page' ? place.url : place.kind)),
      [at('/login'), at('/a'), at('/b')],
    );
  });

  it('keeps the address that was asked for where a redirect leaves the scan', () => {
    const { places } = bookOf(read('/out', { finalUrl: 'https://elsewhere.example/' }));
    assert.deepEqual(places, [{ kind: 'page', url: at('/out') }]);
  });

  it('tells dead links, with the pages that hold them', () => {
    const { book, places } = bookOf(
      read('/', { status: 404, readable: 'no' }, 'root'),
      read('/gone', { status: 404, readable: 'no', inSitemap: true }),
      read('/past', { status: 410, readable: 'no' }),
      read('/broken', { status: 500, readable: 'no' }),
    );
    assert.deepEqual(
      places.map(({ kind }) => kind),
      ['page', 'dead', 'dead', 'page'],
    );
    const urls = ['/gone', '/a', '/past'].map(at);
    const links = (...ids: number[]) => ({
      links: { targets: Uint32Array.from(ids), times: Uint16Array.from(ids, () => 2) },
    });
    const { digests, addresses } = book.complete([digest('/'), digest('/a'), digest('/broken')], {
      linked: new Set(),
      pages: [links(0, 1, 2, 0), links(0), links(1)],
      urls,
    });
    assert.deepEqual(
      digests.map(({ deadLinks }) => deadLinks),
      [
        // Each of its links counts, though two lead to the same place.
        { count: 6, examples: [at('/gone'), at('/past')] },
        { count: 2, examples: [at('/gone')] },
        { count: 0, examples: [] },
      ],
    );
    assert.deepEqual(addresses.deadLinks, [
      {
        url: at('/gone'),
        status: 404,
        inSitemap: true,
        inLlmsTxt: false,
        sources: { count: 2, examples: [at('/'), at('/a')] },
      },
      {
        url: at('/past'),
        status: 410,
        inSitemap: false,
        inLlmsTxt: false,
        sources: { count: 1, examples: [at('/')] },
      },
    ]);
  });

  it('reads the other spelling of a dead address as a page', () => {
    const { book, places } = bookOf(read('/d/', { status: 404, readable: 'no' }), read('/d/index.html'));
    assert.deepEqual(
      places.map(({ kind }) => kind),
      ['dead', 'page'],
    );
    assert.equal(book.resolve(at('/d/')), at('/d/'));
    assert.equal(book.resolve(at('/d/index.html')), at('/d/index.html'));
  });

  it('takes a page for listed where any of its addresses is', () => {
    const { book } = bookOf(read('/new'), read('/old', { finalUrl: at('/new'), hops: ['/old'], inSitemap: true }));
    assert.equal(complete(book, [], '/new').digests[0]?.inSitemap, true);
  });
});
