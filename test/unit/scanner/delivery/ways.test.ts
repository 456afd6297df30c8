import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deliveredShare } from '../../../../src/scanner/delivery/delivered-share.ts';
import { createPageLog } from '../../../../src/scanner/delivery/page-log.ts';
import type { PageDigest } from '../../../../src/scanner/model/page.ts';
import { site as artifacts, digest, ORIGIN } from '../../../support/artifacts.ts';
import { htmlFacts, prose } from '../../../support/html-page.ts';
import { textOf } from '../../../support/page-log-of.ts';

interface Page extends Partial<PageDigest> {
  /** The content; undefined for a page that gives no text. */
  readonly main?: string;
}
const link = (path: string) => `<a href="${path}">Read about ${path.slice(1)}</a>`;

/** What reaches those that follow links, of a site of these pages by path. */
function byLinks(pages: Readonly<Record<string, Page>>, listed: readonly string[] = []): number {
  const log = createPageLog((url) => url.startsWith(`${ORIGIN}/`));
  const digests = Object.entries(pages).map(([path, { main, ...changes }]) => {
    const html = `<!doctype html><html lang="en"><title>Name ${path}</title><body><main><h1>Name ${path}</h1>${main}</main></body></html>`;
    log.add(main === undefined ? undefined : textOf(path, html), undefined);
    return digest(path, {
      foundBy: path === '/' ? 'root' : 'link',
      title: `Name ${path}`,
      description: `About ${path}`,
      inSitemap: false,
      contentHash: main === undefined ? '' : htmlFacts(html, path).mainText.hash,
      ...(main === undefined ? { readable: 'no' as const } : {}),
      ...changes,
    });
  });
  const input = { target: artifacts().target, pages: digests, log: log.value(), robotsTxt: undefined, limited: 0 };
  const { readers } = deliveredShare({ ...input, uaParity: undefined, listed }, new Set());
  return readers.find(({ reader }) => reader === 'fetch-tool')?.delivered ?? Number.NaN;
}
const text = (name: string, count = 80) => `<p>${prose(count, name)}</p>`;

describe('a limit of requests', () => {
  const page = { main: text('ant') };
  const delivered = (limited: number, faults: readonly string[] = []) => {
    const log = createPageLog((url) => url.startsWith(`${ORIGIN}/`));
    log.add(textOf('/', `<!doctype html><title>T</title><body><main>${page.main}</main></body>`), undefined);
    return deliveredShare(
      {
        target: artifacts().target,
        pages: [digest('/', { foundBy: 'root' })],
        log: log.value(),
        robotsTxt: undefined,
        uaParity: undefined,
        listed: [],
        limited,
      },
      new Set(faults),
    );
  };
  it('keeps back half of what it refuses of a visit, until it is raised', () => {
    const { share, mended } = delivered(0.8, ['S7']);
    assert.ok(Math.abs(share / delivered(0).share - 0.6) < 1e-9, String(share));
    assert.deepEqual(mended.checks, ['S7']);
    assert.ok(Math.abs((mended.shares[1] ?? 0) - delivered(0).share) < 1e-5, String(mended.shares));
  });
});

describe('ways to the pages of a site', () => {
  it('are not known where a page of the list above was not read', () => {
    const items = { '/news/a': { main: text('ant') }, '/news/b': { main: text('bee'), inSitemap: true } };
    const root = { main: `${text('root')}${link('/news/')}` };
    const list = `${text('list')}${link('/news/a')}`;
    const whole = byLinks({ '/': root, '/news/': { main: `${list}${link('/news/?page=2')}` }, ...items });
    const lacking = byLinks({ '/': root, '/news/': { main: list }, ...items });
    assert.equal(whole, 1);
    assert.ok(lacking < 0.8, `${lacking}`);
  });

  it('are those of scripts alone where scripts name more addresses than there are pages', () => {
    const cards = (count: number) =>
      Array.from({ length: count }, (_, at) => `<div data-href="/card-${at}">Card ${at}</div>`).join('');
    const share = (count: number) =>
      byLinks({ '/': { main: `${text('root')}${link('/a')}${cards(count)}` }, '/a': { main: text('ant') } });
    assert.equal(share(1), 1);
    assert.ok(share(12) < 0.2, `${share(12)}`);
  });
});

describe('pages that a sitemap names', () => {
  const root = { main: `${text('root')}${link('/a')}` };
  const linked = { '/': root, '/a': { main: text('ant'), inSitemap: true } };
  const gone = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `/old-${at}`,
        { status: 404, inSitemap: true, foundBy: 'sitemap' as const },
      ]),
    );
  const listed = (count: number) => Array.from({ length: count }, (_, at) => `${ORIGIN}/old-${at}`);

  it('are lost to those that follow links where nothing links to them', () =>
    assert.ok(byLinks({ ...linked, '/b': { main: text('bee'), inSitemap: true } }) < 0.8));

  it('were taken away where few of them are gone', () =>
    assert.equal(byLinks({ ...linked, ...gone(2) }, listed(2)), 1));

  it('have moved where most of them are gone, and are lost unless links lead to as many new ones', () => {
    const moved = byLinks({ ...linked, ...gone(8) }, listed(8));
    assert.ok(moved < 0.4, `${moved}`);
    const news = Array.from({ length: 8 }, (_, at) => [`/new-${at}`, { main: text(`name${at}`) }] as const);
    const list = { main: `${text('list')}${news.map(([path]) => link(path)).join('')}` };
    const found = byLinks(
      { '/': root, '/a': { ...list, inSitemap: true }, ...Object.fromEntries(news), ...gone(8) },
      listed(8),
    );
    assert.equal(found, 1);
  });
});

describe('addresses that give no text', () => {
  const root = { main: `${text('root')}${link('/a')}${link('/b')}` };
  const others = { '/a': { main: text('ant') }, '/c': { main: `${text('cow')}` } };
  const share = (lost: Partial<PageDigest>) => byLinks({ '/': root, ...others, '/b': lost });

  it('are no page of the site where one forgotten link names them', () =>
    assert.equal(share({ status: 404 }), share({ status: 410 })));
  it('are a loss where the sitemap names them too', () =>
    assert.ok(share({ status: 404, inSitemap: true }) < share({ status: 404 })));
  it('are a loss where the server fails', () => assert.ok(share({ status: 500 }) < share({ status: 404 })));
});

describe('a root whose other pages were not read', () => {
  it('is no site of one page', () => {
    const short = text('root', 40);
    assert.ok(byLinks({ '/': { main: short } }) <= 1);
    const share = (pages: Readonly<Record<string, Page>>, listed: readonly string[] = []) => {
      const log = createPageLog((url) => url.startsWith(`${ORIGIN}/`));
      const digests = Object.entries(pages).map(([path, { main = '' }]) => {
        log.add(textOf(path, `<!doctype html><title>T</title><body><main>${main}</main></body>`), undefined);
        return digest(path, { foundBy: 'root' });
      });
      const input = { target: artifacts().target, pages: digests, log: log.value(), robotsTxt: undefined, limited: 0 };
      return deliveredShare({ ...input, uaParity: undefined, listed }, new Set()).rootOnly;
    };
    assert.ok(share({ '/': { main: short } }) < 0.5);
    assert.equal(share({ '/': { main: `${short}${link('/a')}` } }), 1);
    assert.equal(share({ '/': { main: short } }, [`${ORIGIN}/a`]), 1);
  });
});
