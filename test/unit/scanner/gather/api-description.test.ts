import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { apiDescription } from '../../../../src/scanner/gather/api-description.ts';
import type { PageDigest } from '../../../../src/scanner/model/page.ts';
import { answered, digest, notFound, ORIGIN, site, unanswered, wellKnown } from '../../../support/artifacts.ts';
import { type FakeAnswer, fakeClientOf, gatherContext } from '../../../support/fake-client.ts';

const SPEC_HEADERS = { 'content-type': 'application/json' };
const SPEC: FakeAnswer = {
  headers: SPEC_HEADERS,
  body: '{"openapi":"3.1.0","info":{"title":"T"},"servers":[{}],"paths":{"/a":{"get":{"operationId":"a","summary":"b"}}}}',
};
const catalog = (value: unknown, contentType = 'application/linkset+json') =>
  answered('/.well-known/api-catalog', { text: JSON.stringify(value), contentType });
const linkset = (...hrefs: string[]) =>
  catalog({ linkset: [{ anchor: '/', 'service-desc': hrefs.map((href) => ({ href })) }] });

async function gather(
  answers: Readonly<Record<string, FakeAnswer>>,
  {
    pages = [],
    apiCatalog = notFound('/.well-known/api-catalog'),
  }: { pages?: PageDigest[]; apiCatalog?: ReturnType<typeof unanswered> } = {},
) {
  const { client, sent } = fakeClientOf(
    Object.fromEntries(Object.entries(answers).map(([path, answer]) => [new URL(path, ORIGIN).href, answer])),
  );
  const artifact = await apiDescription.gather(gatherContext(client), {
    target: site().target,
    crawl: { pages, pagesDiscovered: pages.length },
    wellKnown: wellKnown({ apiCatalog }),
  });
  return {
    catalog: artifact.catalog,
    found: artifact.descriptions.map(({ via, url, state }) => `${via} ${url.replace(ORIGIN, '')} ${state}`),
    sent: sent.map(({ url }) => url.replace(ORIGIN, '')),
  };
}

describe('apiDescription', () => {
  it('asks a plain site once', async () => {
    const { catalog: state, found, sent } = await gather({});
    assert.equal(state, 'absent');
    assert.deepEqual(found, ['guessed /openapi.json absent']);
    assert.deepEqual(sent, ['/openapi.json']);
  });

  it('reads what the catalog lists, from any host', async () => {
    const { catalog: state, found } = await gather(
      { 'https://api.other.example/o.json': SPEC, '/b.json': { status: 404 } },
      { apiCatalog: linkset('https://api.other.example/o.json', 'b.json') },
    );
    assert.equal(state, 'valid');
    assert.deepEqual(found, [
      'api-catalog https://api.other.example/o.json read',
      'api-catalog /.well-known/b.json broken',
      'guessed /openapi.json absent',
    ]);
  });

  it('reads three declared ones at most, each once', async () => {
    const apiDescriptions = ['/z.json', '/openapi.json', '/c.json', '/d.json'].map((path) => ({
      url: ORIGIN + path,
      isDeclared: true,
    }));
    const { found } = await gather(
      { '/openapi.json': SPEC },
      { pages: [digest('/', { apiDescriptions })], apiCatalog: linkset('/openapi.json') },
    );
    assert.deepEqual(found, ['api-catalog /openapi.json read', 'declared /c.json broken', 'declared /d.json broken']);
  });

  it('tries the usual places one by one where an API is meant', async () => {
    const pages = [digest('/', { hints: ['api-docs'] })];
    assert.deepEqual((await gather({}, { pages })).sent, [
      '/openapi.json',
      '/openapi.yaml',
      '/swagger.json',
      '/api/openapi.json',
    ]);
    const { found } = await gather({ '/openapi.yaml': { ...(SPEC as object), body: 'openapi: 3.1.0\n' } }, { pages });
    assert.deepEqual(found, ['guessed /openapi.json absent', 'guessed /openapi.yaml read']);
  });

  it('asks for what pages only mention, and holds nothing against it', async () => {
    const apiDescriptions = [{ url: `${ORIGIN}/docs/openapi.json`, isDeclared: false }];
    const { found } = await gather({}, { pages: [digest('/', { apiDescriptions })] });
    assert.equal(found[1], 'mentioned /docs/openapi.json absent');
    assert.equal(
      (await gather({ '/docs/openapi.json': SPEC }, { pages: [digest('/', { apiDescriptions })] })).found[1],
      'mentioned /docs/openapi.json read',
    );
  });

  it('reads what a viewer shows that names it in a script of its own', async () => {
    const pages = [digest('/docs/', { hints: ['api-viewer'] })];
    const script = (options: string): FakeAnswer => ({
      headers: { 'content-type': 'text/javascript' },
      body: `window.onload = function () { window.ui = SwaggerUIBundle({ ${options}, dom_id: '#swagger-ui' }); };`,
    });
    const at = '/docs/swagger-initializer.js';
    const config = { headers: SPEC_HEADERS, body: '{"urls":[{"name":"one","url":"/v3/api-docs"}]}' };
    const cases: readonly (readonly [answers: Readonly<Record<string, FakeAnswer>>, found: string])[] = [
      [{ [at]: script('url: "../v3/api-docs"'), '/v3/api-docs': SPEC }, 'declared /v3/api-docs read'],
      [{ [at]: script("urls: [{ name: 'one', url: '/v3/api-docs' }]") }, 'declared /v3/api-docs broken'],
      [
        { [at]: script('url: "", configUrl: "/config"'), '/config': config, '/v3/api-docs': SPEC },
        'declared /v3/api-docs read',
      ],
      [{ [at]: script('url: "https://petstore.swagger.io/v2/swagger.json"') }, 'guessed /openapi.json absent'],
      [{ [at]: script('configUrl: "https://other.example/config"') }, 'guessed /openapi.json absent'],
      [{ [at]: script('url: settings.url') }, 'guessed /openapi.json absent'],
      [{}, 'guessed /openapi.json absent'],
    ];
    for (const [answers, expected] of cases) assert.equal((await gather(answers, { pages })).found[0], expected);
    assert.deepEqual((await gather({}, { pages })).sent.slice(0, 2), [at, '/openapi.json']);
  });

  const catalogs: { when: string; apiCatalog: ReturnType<typeof unanswered>; expect: string }[] = [
    { when: 'a linkset of nothing', apiCatalog: catalog({ linkset: [] }), expect: 'broken' },
    { when: 'another list of APIs', apiCatalog: catalog({ apis: [] }, 'application/json'), expect: 'broken' },
    { when: 'other JSON', apiCatalog: catalog({ error: 'none' }, 'application/json'), expect: 'absent' },
    {
      when: 'a catalog of documentation',
      apiCatalog: catalog({ linkset: [{ anchor: '/', 'service-doc': [{ href: '/d' }] }] }),
      expect: 'valid',
    },
    { when: 'no answer', apiCatalog: unanswered('/.well-known/api-catalog'), expect: 'unknown' },
  ];
  for (const { when, apiCatalog, expect } of catalogs)
    it(`takes ${when} for ${expect}`, async () => assert.equal((await gather({}, { apiCatalog })).catalog, expect));

  const bodies: { when: string; body: string; expect: string }[] = [
    { when: 'WSDL', body: '<?xml version="1.0"?><definitions/>', expect: 'other' },
    { when: 'OpenRPC', body: '{"openrpc":"1.3.0"}', expect: 'other' },
    { when: 'an IDL', body: 'syntax = "proto3";', expect: 'other' },
    { when: 'JSON cut short', body: '{"openapi":"3.1.0"', expect: 'broken' },
    { when: 'prose', body: 'Coming soon', expect: 'broken' },
    { when: 'nothing', body: '', expect: 'broken' },
  ];
  for (const { when, body, expect } of bodies) {
    it(`calls a declared ${when} ${expect}`, async () => {
      const answer = { headers: { 'content-type': 'text/plain' }, body };
      const { found } = await gather({ '/a.json': answer }, { apiCatalog: linkset('/a.json') });
      assert.equal(found[0], `api-catalog /a.json ${expect}`);
    });
  }

  it('does not know a declared one that times out or is too large', async () => {
    for (const failure of ['timeout', 'too_large'] as const) {
      const { found } = await gather({ '/a.json': failure }, { apiCatalog: linkset('/a.json') });
      assert.equal(found[0], 'api-catalog /a.json unknown');
    }
  });
});
