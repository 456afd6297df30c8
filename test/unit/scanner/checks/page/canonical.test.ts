import { parseUrl } from '../../../../../src/basics/parse-url.ts';
import check from '../../../../../src/scanner/checks/page/canonical.ts';
import type { AddressesArtifact, PageAlias, PageDigest } from '../../../../../src/scanner/model/page.ts';
import { digest, ORIGIN, site } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const { target, addresses: NO_ADDRESSES } = site();
const to = (...hrefs: string[]): Partial<PageDigest> => ({
  canonicals: hrefs.map((href) => ({
    href,
    url: parseUrl(href, `${ORIGIN}/a`)?.href,
  })),
});
const given = (overrides: Partial<PageDigest>, ...others: PageDigest[]) => {
  const self = digest('/a', overrides);
  const crawl = { pages: [self, ...others], pagesDiscovered: 1 + others.length };
  return { digest: self, crawl, addresses: NO_ADDRESSES, target };
};
const withAddresses = (
  { aliases = [], deadLinks = [] }: Partial<AddressesArtifact>,
  overrides: Partial<PageDigest> = {},
) => ({ ...given(overrides), addresses: { aliases, deadLinks } });
const copy = (canonical?: string): PageAlias => ({
  url: `${ORIGIN}/a/`,
  page: `${ORIGIN}/a`,
  kind: 'copy',
  canonical,
});
const at = (url: string): Partial<PageDigest> => ({ url, finalUrl: url });
const home = digest('/', { foundBy: 'root' });

checkTable(check, [
  { when: 'its own address', given: given({}), expect: 'pass' },
  { when: 'a slash more', given: given(to(`${ORIGIN}/a/`)), expect: 'pass' },
  { when: 'without .html', given: given({ ...to(`${ORIGIN}/a`), ...at(`${ORIGIN}/a.html`) }), expect: 'pass' },
  { when: 'without the query', given: given(at(`${ORIGIN}/a?sort=1`)), expect: 'pass', says: /variant/ },
  { when: 'none', given: given({ canonicals: [] }), expect: 'warn', credit: 0.25, says: /names no canonical/ },
  ...['https://[', 'file:///srv/a.html', 'javascript:void(0)'].map((href) => ({
    when: `${href}, which is no web address`,
    given: given({ canonicals: [{ href, url: undefined }] }),
    expect: 'warn' as const,
    credit: 0.25,
    says: /is not a web address/,
  })),
  { when: 'relative', given: given(to('/a')), expect: 'warn', says: /relative/ },
  {
    when: 'repeated',
    given: given(to(`${ORIGIN}/a`, `${ORIGIN}/a`)),
    expect: 'warn',
    says: /repeats its canonical 2 times/,
  },
  {
    when: 'two addresses without a canonical',
    given: withAddresses({ aliases: [copy()] }, { canonicals: [] }),
    expect: 'warn',
    credit: 0.25,
    says: /duplicate addresses: it answers at 2/,
  },
  {
    when: 'two addresses that each name themselves',
    given: withAddresses({ aliases: [copy(`${ORIGIN}/a/`)] }),
    expect: 'warn',
    says: /duplicate addresses/,
  },
  {
    when: 'two addresses with one canonical',
    given: withAddresses({ aliases: [copy(`${ORIGIN}/a`)] }),
    expect: 'pass',
  },
  {
    when: 'an address that redirects',
    given: withAddresses(
      { aliases: [{ url: `${ORIGIN}/a/`, page: `${ORIGIN}/a`, kind: 'redirect', canonical: undefined }] },
      to(`${ORIGIN}/a/`),
    ),
    expect: 'warn',
    says: /names as canonical an address that redirects/,
  },
  {
    when: 'an address that is dead',
    given: withAddresses(
      {
        deadLinks: [
          {
            url: `${ORIGIN}/gone`,
            status: 404,
            inSitemap: false,
            inLlmsTxt: false,
            sources: { count: 0, examples: [] },
          },
        ],
      },
      to(`${ORIGIN}/gone`),
    ),
    expect: 'fail',
    says: /answers 404/,
  },
  { when: 'contradictory', given: given(to(`${ORIGIN}/a`, `${ORIGIN}/b`)), expect: 'fail', says: /several/ },
  { when: 'another path', given: given(to(`${ORIGIN}/b`)), expect: 'warn', says: /names another page\.$/ },
  { when: 'another query', given: given(to(`${ORIGIN}/a?id=2`)), expect: 'warn', says: /another page/ },
  { when: 'another scheme', given: given(to('http://site.example/a')), expect: 'warn', says: /scheme/ },
  {
    when: 'another host of the site',
    given: given(to('https://www.site.example/a')),
    expect: 'warn',
    says: /another host of the site/,
  },
  { when: 'an unrelated host', given: given(to('https://elsewhere.example/a')), expect: 'fail', says: /unrelated/ },
  {
    when: 'another project on a shared host',
    given: { ...given({ ...to('https://two.github.io/a'), ...at('https://one.github.io/a') }) },
    expect: 'fail',
  },
  {
    when: 'the public address of a site tried on a private host',
    given: {
      ...given({ ...to('https://site.example/a'), ...at('http://127.0.0.1:8080/a') }),
      target: { ...target, isPrivateHost: true },
    },
    expect: 'pass',
  },
  {
    when: 'the public address of a site published in a folder and tried on a private host',
    given: {
      ...given({ ...to('https://site.example/browse/stable/a.html'), ...at('http://127.0.0.1:8080/a.html') }),
      target: { ...target, isPrivateHost: true },
    },
    expect: 'pass',
  },
  {
    when: 'the public address of another page, tried on a private host',
    given: {
      ...given({ ...to('https://site.example/browse/stable/b.html'), ...at('http://127.0.0.1:8080/a.html') }),
      target: { ...target, isPrivateHost: true },
    },
    expect: 'warn',
    says: /another page/,
  },
  {
    when: 'a deeper path on the same private host',
    given: {
      ...given({ ...to('http://127.0.0.1:8080/browse/a'), ...at('http://127.0.0.1:8080/a') }),
      target: { ...target, isPrivateHost: true },
    },
    expect: 'warn',
    says: /another page/,
  },
  {
    when: 'a page that is 404',
    given: given(to(`${ORIGIN}/b`), digest('/b', { status: 404 })),
    expect: 'fail',
    says: /404/,
  },
  {
    when: 'a page that we could not fetch',
    given: given(to(`${ORIGIN}/b`), digest('/b', { status: 0 })),
    expect: 'warn',
  },
  {
    when: 'the home page, as every page',
    given: given(to(`${ORIGIN}/`), home, digest('/b', to(`${ORIGIN}/`))),
    expect: 'fail',
    says: /home page/,
  },
  { when: 'the home page, as no other page', given: given(to(`${ORIGIN}/`), home, digest('/b')), expect: 'warn' },
  {
    when: 'the home page itself',
    given: { ...given({}, digest('/b', to(`${ORIGIN}/`)), digest('/c', to(`${ORIGIN}/`))), digest: home },
    expect: 'pass',
  },
  { when: 'an error page', given: given({ status: 404, readable: 'no' }), expect: 'na' },
]);
