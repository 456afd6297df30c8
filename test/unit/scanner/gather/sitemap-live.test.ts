import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sitemapLive } from '../../../../src/scanner/gather/sitemap.ts';
import type { AddressesArtifact, PageDigest } from '../../../../src/scanner/model/page.ts';
import type { SitemapLocation } from '../../../../src/scanner/model/site.ts';
import { digest, ORIGIN, site } from '../../../support/artifacts.ts';
import { type FakeAnswer, fakeClientOf, gatherContext } from '../../../support/fake-client.ts';

async function gather(
  urls: readonly string[],
  pages: readonly PageDigest[],
  answers: Readonly<Record<string, FakeAnswer>> = {},
  scope = `${ORIGIN}/`,
  addresses: Partial<AddressesArtifact> = {},
) {
  const { client, sent } = fakeClientOf(answers);
  const { target, sitemap } = site();
  const { sample } = await sitemapLive.gather(gatherContext(client), {
    target: { ...target, scope },
    sitemap: { ...sitemap, entries: urls.map((url) => ({ url, lastmod: undefined })) },
    crawl: { pages, pagesDiscovered: pages.length },
    addresses: { ...site().addresses, ...addresses },
  });
  return { sample, asked: sent.map(({ url }) => url) };
}
const at = (path: string) => ORIGIN + path;
const live = (overrides: Partial<SitemapLocation>): SitemapLocation => ({
  url: at('/a'),
  status: 200,
  isRedirected: false,
  finalUrl: at('/a'),
  noindex: false,
  canonical: undefined,
  ...overrides,
});

describe('the sample of sitemapLive', () => {
  it('is everything when there is little', async () => {
    const { sample } = await gather([at('/b'), at('/a'), at('/a')], [digest('/a'), digest('/b')]);
    assert.deepEqual(
      sample.map(({ url }) => url),
      [at('/a'), at('/b')],
    );
  });

  it('is 20 of many, evenly spaced, whatever their order', async () => {
    const urls = Array.from({ length: 100 }, (_, index) => at(`/${String(index).padStart(3, '0')}`));
    const { sample, asked } = await gather(urls, []);
    assert.deepEqual(
      sample.map(({ url }) => url),
      urls.filter((_, index) => index % 5 === 0),
    );
    assert.equal(asked.length, 20);
    const turned = await gather([...urls].reverse(), []);
    assert.deepEqual(turned.sample, sample);
  });

  it('is joined by all locations that the crawl has asked', async () => {
    const urls = Array.from({ length: 100 }, (_, index) => at(`/${String(index).padStart(3, '0')}`));
    const { sample } = await gather(urls, [digest('/001'), digest('/099')]);
    assert.equal(sample.length, 22);
  });

  it('keeps to the scope of the scan, unless nothing is in it', async () => {
    const urls = [at('/docs/a'), at('/blog/b')];
    assert.deepEqual((await gather(urls, [], {}, at('/docs/'))).asked, [at('/docs/a')]);
    assert.deepEqual((await gather(urls, [], {}, at('/shop/'))).asked, [at('/blog/b'), at('/docs/a')]);
  });
});

describe('a location of sitemapLive', () => {
  it('is judged by the page of the crawl, which is not asked for again', async () => {
    const { sample, asked } = await gather(
      [at('/a?b=1&a=2'), at('/moved'), at('/lost'), at('/broken'), at('/gone')],
      [
        digest('/a?a=2&b=1', { noindex: true }),
        digest('/new', { canonicals: [{ href: '/new', url: at('/new') }] }),
        digest('/lost', { status: 0, readable: 'unknown', canonicals: [] }),
        digest('/broken', { status: 0, readable: 'no', canonicals: [] }),
      ],
      {},
      `${ORIGIN}/`,
      {
        aliases: [{ url: at('/moved'), page: at('/new'), kind: 'redirect', canonical: undefined }],
        deadLinks: [
          {
            url: at('/gone'),
            status: 404,
            inSitemap: true,
            inLlmsTxt: false,
            sources: { count: 0, examples: [] },
          },
        ],
      },
    );
    assert.deepEqual(asked, []);
    const byPath = Object.fromEntries(sample.map((each) => [each.url.slice(ORIGIN.length), each]));
    assert.equal(byPath['/a?b=1&a=2']?.noindex, true);
    assert.equal(byPath['/a?b=1&a=2']?.isRedirected, false);
    assert.deepEqual([byPath['/moved']?.isRedirected, byPath['/moved']?.canonical], [true, at('/new')]);
    assert.equal(byPath['/lost']?.status, undefined);
    assert.equal(byPath['/broken']?.status, 0);
    assert.equal(byPath['/gone']?.status, 404);
  });

  const html = (head: string) => `<!doctype html><html><head>${head}</head><body><p>Text</p></body></html>`;
  const rows: [what: string, answer: FakeAnswer, expected: Partial<SitemapLocation>][] = [
    ['a page', { body: html('') }, {}],
    ['a page with a canonical', { body: html('<link rel=canonical href="/b">') }, { canonical: at('/b') }],
    ['a canonical that leads nowhere', { body: html('<link rel=canonical href="http://[">') }, {}],
    ['noindex in the head', { body: html('<meta name="robots" content="noindex, follow">') }, { noindex: true }],
    ['noindex for another', { body: html('<meta name="gptbot" content="noindex">') }, {}],
    ['noindex in the header', { headers: { 'x-robots-tag': 'none' }, body: html('') }, { noindex: true }],
    [
      'a redirect',
      { finalUrl: at('/b'), hops: [{ url: at('/a'), status: 301 }], body: html('') },
      { finalUrl: at('/b'), isRedirected: true },
    ],
    ['a picture', { headers: { 'content-type': 'image/png' }, body: '<meta name="robots" content="noindex">' }, {}],
    ['an answer of 410', { status: 410, body: html('') }, { status: 410 }],
    ['an overload', { status: 429, body: html('') }, { status: undefined }],
    ['no capacity', { status: 503, body: html('') }, { status: undefined }],
    ['a time-out', 'timeout', { status: undefined }],
    ['what robots.txt forbids', 'robots', { status: undefined }],
    ['a circle', 'too_many_redirects', { status: 0 }],
    ['a file too large to read', 'too_large', { status: undefined }],
  ];
  for (const [what, answer, expected] of rows) {
    it(`is asked for when the crawl has not: ${what}`, async () => {
      const { sample, asked } = await gather([at('/a')], [], { [at('/a')]: answer });
      assert.deepEqual(asked, [at('/a')]);
      assert.deepEqual(sample, [live(expected)]);
    });
  }
});
