import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Answer } from '../../../../src/scanner/model/http.ts';
import type { PageArtifact } from '../../../../src/scanner/model/page.ts';

import { extractPageFacts } from '../../../../src/scanner/parse/html/extract-page-facts.ts';
import { parseLinkHeader } from '../../../../src/scanner/parse/http-headers/link-header.ts';
import { apiDescriptionLinks, pageHints } from '../../../../src/scanner/workers/page-digest.ts';
import { ORIGIN, page } from '../../../support/artifacts.ts';
import { cpuMs } from '../../../support/cpu-time.ts';

function pageOf(html: string, path = '/a', answer: Partial<Answer> = {}): PageArtifact {
  const facts = extractPageFacts(html, { url: ORIGIN + path, contentTypeHeader: undefined });
  return { ...page(path, { answer }), facts };
}
const hintsOf = (html: string, path?: string, answer?: Partial<Answer>) => pageHints(pageOf(html, path, answer));
const link = (href: string) => `<a href="${href}">x</a>`;

describe('the hints of a page', () => {
  const rows: { when: string; html?: string; path?: string; answer?: Partial<Answer>; expect: string[] }[] = [
    { when: 'plain text', html: '<title>Harbour</title><p>We GET things done.', expect: [] },
    { when: 'a path of API documentation', path: '/docs/api/users', expect: ['api-docs'] },
    { when: 'the same with an ending', path: '/en/reference.html', expect: ['api-docs'] },
    { when: 'a word that only begins so', path: '/apiary/apis-of-bees', expect: [] },
    { when: 'a title', html: '<title>REST API | Site</title>', expect: ['api-docs'] },
    { when: 'a heading', html: '<h1>API Reference</h1>', expect: ['api-docs'] },
    { when: 'an operation in the text', html: '<p>Call GET /v1/users to list them.', expect: ['http-operation'] },
    { when: 'an operation in a heading', html: '<h3><span>POST</span> /v1/users</h3>', expect: ['http-operation'] },
    { when: 'an operation on an address', html: '<p>DELETE https://api.example/x', expect: ['http-operation'] },
    { when: 'a folder', html: '<p>TARGET /usr/bin and GET /, budget /month', expect: [] },
    { when: 'a viewer', html: '<redoc spec-url="/a.json"></redoc>', expect: ['api-viewer'] },
    { when: 'the API host', html: link('https://api.site.example/v1'), expect: ['api-host'] },
    { when: 'the API host of others', html: link('https://api.other.example/v1'), expect: [] },
    { when: 'an MCP endpoint', html: link('/mcp'), expect: ['mcp-link'] },
    { when: 'an MCP host', html: link('https://mcp.site.example/'), expect: ['mcp-link'] },
    { when: 'an article about MCP', html: link('/blog/mcp-explained') + link('https://other.example/mcp'), expect: [] },
    { when: 'a basket', html: link('/cart'), expect: ['cart-link'] },
    { when: 'a basket in a language', html: link('/de/warenkorb/'), expect: ['cart-link'] },
    { when: 'a basket with a query', html: link('/cart?currency=EUR'), expect: ['cart-link'] },
    { when: 'a basket of a program', html: link('/cart.php'), expect: ['cart-link'] },
    { when: 'a repository', html: link('/cart.git/') + link('/basket.js'), expect: [] },
    { when: 'a guide about baskets', html: link('/docs/cart') + link('/guides/api/cart'), expect: [] },
    {
      when: 'the basket of others',
      html: link('https://other.example/cart') + link('https://site.example.evil/cart'),
      expect: [],
    },
    {
      when: 'something for sale',
      html: `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","offers":{"price":1}}</script>`,
      expect: ['offer-partial'],
    },
    {
      when: 'something for sale in microdata',
      html: '<div itemscope itemtype="https://schema.org/Product"><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="9"><meta itemprop="priceCurrency" content="EUR"><link itemprop="availability" href="https://schema.org/InStock"></div></div>',
      expect: ['offer-complete'],
    },
    {
      when: 'a Bearer challenge',
      answer: { status: 401, headers: { 'www-authenticate': 'Bearer realm="a"' } },
      expect: ['bearer-challenge'],
    },
    { when: 'a password', answer: { status: 401, headers: { 'www-authenticate': 'Basic' } }, expect: [] },
    { when: 'a payment', answer: { status: 402, headers: { 'crawler-price': '1' } }, expect: ['asks-crawler-price'] },
    { when: 'an error page', html: link('/cart'), answer: { status: 404 }, expect: [] },
  ];
  for (const { when, html = '', path, answer, expect } of rows) {
    it(`${expect.join(', ') || 'none'}: ${when}`, () => assert.deepEqual(hintsOf(html, path, answer), expect));
  }

  it('come in one order, each once', () => {
    const html = `<title>OpenAPI</title>${link('/cart')}${link('/cart/')}${link('/mcp')}<p>GET /a, PUT /b`;
    assert.deepEqual(hintsOf(html), ['api-docs', 'http-operation', 'mcp-link', 'cart-link']);
  });

  it('costs no more for addresses made to be slow', () => {
    const slow = Array.from({ length: 3000 }, (_, at) => link(`/${'openapi'.repeat(280)}${at}.jso`)).join('');
    const artifact = pageOf(slow);
    const tookMs = cpuMs(() => {
      pageHints(artifact);
      apiDescriptionLinks(artifact, []);
    });
    assert.ok(tookMs < 300, `${tookMs} ms`);
  });
});

describe('the API descriptions a page names', () => {
  const linksOf = (html: string, header = '') => apiDescriptionLinks(pageOf(html), parseLinkHeader(header).links);

  it('are declared by service-desc and viewers, or mentioned by name', () => {
    assert.deepEqual(
      linksOf(
        `<link rel="service-desc" href="/b.json"><redoc spec-url="/c.yaml"></redoc>${link('/openapi-v2.yaml')}`,
        '</a.json>; rel="service-desc"',
      ),
      [
        { url: `${ORIGIN}/a.json`, isDeclared: true },
        { url: `${ORIGIN}/b.json`, isDeclared: true },
        { url: `${ORIGIN}/c.yaml`, isDeclared: true },
      ],
    );
    assert.deepEqual(linksOf(link('/x/openapi.json') + link('/swagger.json') + link('/x/openapi.json')), [
      { url: `${ORIGIN}/x/openapi.json`, isDeclared: false },
      { url: `${ORIGIN}/swagger.json`, isDeclared: false },
    ]);
  });

  it('are the site’s own when only mentioned, and files', () => {
    assert.deepEqual(
      linksOf(link('https://petstore.example/swagger.json') + link('/openapi') + link('/data.json')),
      [],
    );
  });
});
