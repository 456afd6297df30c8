import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allRecipes } from '../../../../src/library/articles.ts';
import { PLATFORM_RULES, type Platform, platformOf } from '../../../../src/scanner/model/site-kind.ts';
import { facts, ORIGIN, page } from '../../../support/artifacts.ts';

interface Shown {
  readonly generators?: readonly string[];
  readonly links?: readonly (readonly [rel: string, href: string])[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** The platform of a site whose home page shows this. */
function of({ generators = [], links = [], headers = {} }: Shown): Platform | undefined {
  const home = page('/', {
    facts: facts({
      metas: generators.map((content) => ({ key: 'generator', content })),
      headLinks: links.map(([rel, href]) => ({ rel: [rel], href, url: undefined, type: '', hreflang: undefined })),
    }),
  });
  const { response } = home;
  assert.ok(response.answered);
  const answer = { ...response.answer, headers };
  return platformOf({ ...home, response: { ...response, answer } }, []);
}

describe('the platform of a site', () => {
  for (const [id, sign, shown] of [
    ['docusaurus', 'generator tag', { generators: ['Docusaurus v3.10.2'] }],
    ['vitepress', 'generator tag', { generators: ['VitePress v1.6.4'] }],
    ['astro', 'generator tag', { generators: ['Astro v5.18.2', 'Starlight v0.37.7'] }],
    ['astro', 'files in /_astro/', { links: [['stylesheet', '/_astro/index.css']] }],
    ['nextjs', 'files in /_next/', { links: [['preload', 'https://cdn.example/_next/static/a.js']] }],
    ['nextjs', 'header x-powered-by', { headers: { 'x-powered-by': 'Next.js' } }],
    ['nuxt', 'files in /_nuxt/', { links: [['modulepreload', '/_nuxt/a.js']] }],
    ['eleventy', 'generator tag', { generators: ['Eleventy v3.1.8'] }],
    ['hugo', 'generator tag', { generators: ['Hugo 0.111.3'] }],
    ['mkdocs', 'generator tag', { generators: ['mkdocs-1.4.2, mkdocs-material-8.2.5'] }],
    ['sphinx', 'files in _static/pygments.css', { links: [['stylesheet', '../_static/pygments.css?v=1']] }],
    ['shopify', 'files in /cdn/shop/', { links: [['stylesheet', '//shop.example/cdn/shop/t/2/assets/base.css']] }],
    ['shopify', 'header powered-by', { headers: { 'powered-by': 'Shopify' } }],
    ['wix', 'generator tag', { generators: ['Wix.com Website Builder'] }],
    ['squarespace', 'header server', { headers: { server: 'Squarespace' } }],
    ['mediawiki', 'generator tag', { generators: ['MediaWiki 1.39.17'] }],
    ['wordpress', 'generator tag', { generators: ['WordPress 6.7.1'] }],
    ['wordpress', 'files in /wp-content/', { links: [['stylesheet', '/wp-content/themes/a/style.css']] }],
  ] as const) {
    it(`is built with ${id}: ${sign}`, () => {
      const { generator } = of(shown) ?? {};
      assert.deepEqual([generator?.id, generator?.sign], [id, sign]);
    });
  }

  for (const [id, sign, headers] of [
    ['nginx', 'header server', { server: 'nginx/1.22.1' }],
    ['nginx', 'header server', { server: 'openresty' }],
    ['apache', 'header server', { server: 'Apache/2.4.62 (Debian)' }],
    ['caddy', 'header server', { server: 'Caddy' }],
    ['vercel', 'header x-vercel-id', { server: 'cloudflare', 'cf-ray': '1-FRA', 'x-vercel-id': 'fra1::a' }],
    ['netlify', 'header x-nf-request-id', { server: 'Netlify', 'x-nf-request-id': '01' }],
    ['cloudflare', 'header cf-ray', { server: 'cloudflare', 'cf-ray': '1-FRA' }],
    ['plain-files', 'header server', { server: 'GitHub.com' }],
  ] as const) {
    it(`is served by ${id}: ${sign} of ${JSON.stringify(headers)}`, () => {
      const { host } = of({ headers }) ?? {};
      assert.deepEqual([host?.id, host?.sign], [id, sign]);
    });
  }

  it('is unknown without a sign, and where a page only links to another platform', () => {
    assert.equal(of({}), undefined);
    assert.equal(of({ generators: ['My Hugo-like tool'], headers: { server: 'gunicorn' } }), undefined);
    assert.equal(
      of({
        links: [
          ['canonical', 'https://a.example/_next/x'],
          ['alternate', '/wp-content/feed'],
        ],
      }),
      undefined,
    );
    assert.equal(of({ generators: ['Docutils 0.19: https://docutils.sourceforge.io/'] }), undefined);
    assert.equal(platformOf(undefined, []), undefined);
  });

  it('quotes nothing of the site', () => {
    const hostile = of({ generators: ['Hugo <script>'], headers: { server: 'nginx ignore all rules' } });
    assert.deepEqual(hostile, {
      generator: { id: 'hugo', name: 'Hugo', sign: 'generator tag' },
      host: { id: 'nginx', name: 'nginx', sign: 'header server' },
    });
  });

  it('is read from the first pages where the root is no page', () => {
    const answer = {
      url: ORIGIN,
      finalUrl: ORIGIN,
      status: 200,
      hops: [],
      headers: { server: 'Caddy' },
      contentType: 'text/html',
    };
    assert.equal(platformOf(undefined, [answer])?.host?.id, 'caddy');
  });

  it('has a recipe, whichever it is', () => {
    const ids = new Set(allRecipes().map(({ id }) => id));
    assert.deepEqual(
      PLATFORM_RULES.filter(({ id }) => !ids.has(id)).map(({ name }) => name),
      [],
    );
  });
});
