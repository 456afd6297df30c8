import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { H3 } from 'h3';
import { freePort, type HttpServer, listen } from '../../../src/http/server.ts';
import { createDeprecations, deprecationHeaders } from '../../../src/rest-facade/facade.ts';
import { openApiDocument } from '../../../src/rest-facade/openapi/document.ts';
import { callOf, type Deprecation, ROUTES, type Route } from '../../../src/rest-facade/routes.ts';
import { TOOLS } from '../../../src/tools/registry.ts';

const DEPRECATED: Deprecation = {
  since: '2026-01-01T00:00:00Z',
  sunset: '2026-06-30T23:59:59Z',
  link: 'https://legible.example/docs/changes',
};
/** The rows of the product, and a read of one scan that will be removed. */
const routes: readonly Route[] = ROUTES.map((route) =>
  route.operationId === 'getScan' ? { ...route, deprecated: DEPRECATED } : route,
);

describe('a row that will be removed', () => {
  let server: HttpServer;
  let origin: string;
  before(async () => {
    const app = new H3({ silent: true });
    app.get('/api/v1/scans/:id', ({ context }) => {
      if (context.params?.id === 'gone') return new Response('{}', { status: 404 });
      return new Response('{}', { headers: { link: '</x>; rel="next"' } });
    });
    app.get('/api/v1/scans', () => ({}));
    app.post('/api/v1/scans/:id', () => ({}));
    const port = await freePort('127.0.0.1');
    server = await listen(app, { host: '127.0.0.1', port, middleware: [createDeprecations(routes)] });
    origin = `http://127.0.0.1:${port}`;
  });
  after(() => server.close());

  it('says so on every response: when, until when, and where it is explained', async () => {
    for (const [path, method] of [
      ['/api/v1/scans/scn_x', 'GET'],
      ['/api/v1/scans/scn_x', 'HEAD'],
      ['/api/v1/scans/gone', 'GET'],
    ] as const) {
      const { headers } = await fetch(origin + path, { method });
      assert.equal(headers.get('deprecation'), '@1767225600');
      assert.equal(headers.get('sunset'), 'Tue, 30 Jun 2026 23:59:59 GMT');
      assert.match(headers.get('link') ?? '', /<https:\/\/legible\.example\/docs\/changes>; rel="deprecation"/);
    }
    assert.match((await fetch(`${origin}/api/v1/scans/scn_x`)).headers.get('link') ?? '', /rel="next".*rel="sunset"/);
  });

  it('leaves other rows and methods alone', async () => {
    for (const [path, method] of [
      ['/api/v1/scans', 'GET'],
      ['/api/v1/scans/scn_x', 'POST'],
      ['/api/v1/scans/scn_x/explanation', 'GET'],
    ] as const) {
      assert.equal((await fetch(origin + path, { method })).headers.get('deprecation'), null, `${method} ${path}`);
    }
  });

  it('is marked in the OpenAPI description', () => {
    const { paths } = openApiDocument({ routes, tools: TOOLS, baseUrl: 'http://localhost', examples: {} });
    const marked = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, operation]) => Object(operation).deprecated === true)
        .map(([method]) => `${method} ${path}`),
    );
    assert.deepEqual(marked, ['get /api/v1/scans/{id}']);
  });
});

describe('9. versioning', () => {
  it('deprecates no v1 route at present', () => {
    assert.deepEqual(
      ROUTES.filter(({ deprecated }) => deprecated !== undefined),
      [],
    );
  });

  it('never announces a sunset before the deprecation', () => {
    const { deprecation = '', sunset = '' } = deprecationHeaders(DEPRECATED);
    assert.ok(Date.parse(sunset) / 1000 > Number(deprecation.slice(1)));
  });
});

describe('the largest body of a row', () => {
  const sizes = ROUTES.flatMap(({ maxBodyBytes }) => (maxBodyBytes === undefined ? [] : [maxBodyBytes]));
  for (const path of ['docs/operations.md', 'src/library/articles/pages/limits.md']) {
    it(`is in ${path}`, () => {
      assert.ok(sizes.length > 0);
      const line = readFileSync(path, 'utf8')
        .split('\n')
        .find((each) => /^\| (?:JSON body|body of a request) /.test(each));
      for (const bytes of new Set(sizes)) {
        const words = bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${bytes / 1_000_000} MB`;
        assert.ok(line?.includes(words), words);
      }
    });
  }
});

describe('a call of a tool over REST', () => {
  const calls: [string, boolean, string][] = [
    ['get_batch', false, 'GET /api/v1/batches/{id}'],
    ['get_batch', true, 'GET /api/v1/batches'],
    ['list_scans', true, 'GET /api/v1/scans'],
    ['get_scan', true, 'GET /api/v1/scans/{id}'],
  ];
  for (const [tool, isList, call] of calls) {
    it(`${tool}${isList ? ' that lists' : ''}: ${call}`, () => assert.equal(callOf(tool, undefined, isList), call));
  }
});
