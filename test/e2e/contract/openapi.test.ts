/** The OpenAPI description against the routes, the examples and the promise of v1. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openApiDocument } from '../../../src/rest-facade/openapi/document.ts';
import examples from '../../../src/rest-facade/openapi/examples.json' with { type: 'json' };
import { ROUTES } from '../../../src/rest-facade/routes.ts';
import { TOOLS } from '../../../src/tools/registry.ts';
import { assertDocumented } from '../../support/documented.ts';
import { assertGolden } from '../../support/golden.ts';
import { narrowings } from '../../support/narrowing.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { rest } from '../../support/service-doors.ts';

const DOCUMENT = openApiDocument({ routes: ROUTES, tools: TOOLS, baseUrl: 'https://legible.example', examples });
const TEXT = JSON.stringify(DOCUMENT, null, 2);
/** Operations without a tool. */
const PAID: [string, string, number[]][] = [
  ['/api/x402/scan', 'get', [402]],
  ['/api/x402/scan', 'post', [201, 400, 402, 429, 502]],
];
/** The description as loose data, so that a test can change any part of it. */
// biome-ignore lint/suspicious/noExplicitAny: a path that is wrong fails the test that takes it.
type Described = Record<'paths' | 'components', any>;

function renameContent(part: { content: Record<string, unknown> }): void {
  part.content = { 'text/plain': part.content['application/json'] };
}

function breaksOrFault(changed: unknown): string {
  try {
    return narrowings(JSON.parse(TEXT), changed).join('\n');
  } catch (error) {
    return String(error);
  }
}

describe('the OpenAPI description', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.stop());

  it('is served at both paths, to every origin', async () => {
    for (const path of ['/api/v1/openapi.json', '/openapi.json']) {
      const reply = await rest(service, path);
      assert.equal(reply.status, 200);
      const { openapi, info, servers } = Object(reply.body);
      assert.deepEqual([openapi, info.version, servers[0].url], ['3.1.0', '1.0.0', service.url]);
      assert.equal(reply.headers.get('access-control-allow-origin'), '*');
    }
  });

  it('names every route of the table, with every status of the contract', () => {
    const operations = DOCUMENT.paths as Record<string, Record<string, { responses: object }>>;
    const expected: [string, string, number[]][] = [
      ['/api/v1/scans', 'post', [202, 400, 401, 403, 409, 422, 429, 500, 503]],
      ['/api/v1/scans', 'get', [200, 401, 403, 500, 503]],
      ['/api/v1/scans/{id}', 'get', [200, 401, 403, 404, 429, 500, 503]],
      ['/api/v1/ask', 'get', [200, 400, 429, 500, 503]],
      ['/api/v1/ask', 'post', [200, 400, 404, 429, 500, 503]],
      ['/api/v1/scan/mcp', 'post', [201, 400, 429, 502]],
      ['/api/scan', 'post', [202, 201, 400, 402, 429, 502]],
      ...PAID,
    ];
    for (const [path, method, statuses] of expected) {
      const named = Object.keys(operations[path]?.[method]?.responses ?? {}).map(Number);
      assert.deepEqual(
        statuses.filter((status) => !named.includes(status)),
        [],
        `${method} ${path}`,
      );
    }
    assert.equal(Object.values(operations).flatMap(Object.keys).length, ROUTES.length + PAID.length);
  });

  it('holds examples that are as described', () => {
    const headers = { has: () => true } as unknown as Headers;
    for (const route of ROUTES) {
      if (route.success === 204) continue;
      const body: unknown = Object(examples)[route.operationId];
      assert.ok(body, `there is a recorded answer of ${route.operationId}`);
      assertDocumented(route.method, route.path.replace(':id', 'x'), { status: route.success, headers, body });
    }
    assertDocumented('GET', '/api/x402/scan', { status: 402, headers, body: examples.getScanOffer });
    for (const path of ['/api/x402/scan', '/api/scan']) {
      assertDocumented('POST', path, { status: 201, headers, body: examples.buyScan });
    }
    const { paths, components } = DOCUMENT as unknown as Described;
    const exampleOf = (response: Described['paths']) => response.content['application/json'].example;
    assert.equal(exampleOf(components.responses.PaymentRequired), examples.getScanOffer);
    assert.equal(exampleOf(paths['/api/x402/scan'].post.responses[201]), examples.buyScan);
  });
});

describe('9. a v1 schema', () => {
  // The one file is never rewritten over a break: UPDATE_GOLDEN would take the earlier promise away with it.
  it('loses nothing, becomes no stricter, and then equals the golden file', async () => {
    const golden: unknown = JSON.parse(
      await readFile(resolve(import.meta.dirname, '../../golden/openapi.json'), 'utf8'),
    );
    assert.deepEqual(narrowings(golden, JSON.parse(TEXT)), []);
    assertGolden('openapi.json', `${TEXT}\n`);
  });

  type Change = (document: Described) => void;
  const start = (document: Described) => document.paths['/api/v1/scans'].post;
  const schemas = (document: Described) => document.components.schemas;
  const changes: [string, Change, RegExp][] = [
    ['a path that is gone', ({ paths }) => delete paths['/api/v1/ask'], /GET \/api\/v1\/ask: gone/],
    ['a method that is gone', ({ paths }) => delete paths['/api/v1/ask'].post, /POST \/api\/v1\/ask: gone/],
    ['an operation of another name', (all) => (start(all).operationId = 'begin'), /operationId startScan -> begin/],
    ['credentials that are not enough', (all) => (start(all).security = [{ apiKey: [], other: [] }]), /apiKey is not/],
    ['a public row that wants a key', ({ paths }) => (paths['/api/v1/ask'].get.security = [{ apiKey: [] }]), /none is/],
    [
      'credentials of another kind',
      (all) => (all.components.securitySchemes.apiKey.scheme = 'basic'),
      /bearer -> basic/,
    ],
    ['credentials that are gone', (all) => delete all.components.securitySchemes.apiKey, /type http -> undefined/],
    ['an offer that is gone', ({ paths }) => delete paths['/api/x402/scan'].get.responses[402], /scan 402: gone/],
    ['a 304 that is gone', ({ paths }) => delete paths['/api/v1/scans/{id}'].get.responses[304], /304: gone/],
    ['a success that is gone', (all) => delete start(all).responses[202], /scans 202: gone/],
    ['an answer of another type', (all) => renameContent(start(all).responses[202]), /202: application\/json gone/],
    ['a header that is gone', (all) => delete start(all).responses[202].headers.Location, /202 header Location: gone/],
    [
      'an answer of another schema',
      (all) => {
        start(all).responses[202].content['application/json'].schema.$ref = '#/components/schemas/Error';
      },
      /202\.pollUrl: gone/,
    ],
    ['a member that is gone', (all) => delete schemas(all).Scan.properties.siteScore, /\.siteScore: gone/],
    ['a member that may be missing', (all) => schemas(all).Scan.required.shift(), /required on one side only/],
    ['a number that was whole', (all) => (schemas(all).Scan.properties.siteScore.type = 'number'), /"number" is not/],
    ['a new value of a list', (all) => schemas(all).CheckResult.properties.status.enum.push('odd'), /odd is none of/],
    ['a larger number', (all) => (schemas(all).Scan.properties.siteScore.maximum = 1000), /maximum 1000 is looser/],
    ['another format', (all) => (schemas(all).Scan.properties.createdAt.format = 'date'), /format is "date"/],
    ['a schema that is gone', (all) => delete schemas(all).McpScanResponse, /McpScanResponse: gone|points at nothing/],
    [
      'a stricter request',
      (all) => (schemas(all).StartScanRequest.properties.url.maxLength = 5),
      /body\.url: maxLength 2000 is looser than 5/,
    ],
    ['a pattern', (all) => (schemas(all).StartScanRequest.properties.url.pattern = 'x'), /body\.url: pattern is/],
    ['a closed request', (all) => (schemas(all).StartScanRequest.additionalProperties = false), /are refused/],
    ['a new demand', (all) => schemas(all).StartScanRequest.required.push('name'), /body\.name: required/],
    ['a request of another type', (all) => renameContent(start(all).requestBody), /body: application\/json gone/],
    ['a parameter that moved', (all) => (start(all).parameters[0].in = 'query'), /header Idempotency-Key: gone/],
    ['a parameter that is needed', (all) => (start(all).parameters[0].required = true), /Key: became required/],
  ];
  for (const [what, change, expected] of changes) {
    it(`would be found: ${what}`, () => {
      const changed = JSON.parse(TEXT) as Described;
      change(changed);
      assert.match(breaksOrFault(changed), expected);
    });
  }

  it('may gain members, paths and statuses', () => {
    const gained = TEXT.replace('"siteScore": {', '"another": { "type": "string" }, "siteScore": {');
    assert.notEqual(gained, TEXT);
    assert.deepEqual(narrowings(JSON.parse(TEXT), JSON.parse(gained)), []);
  });
});

describe('an answer that is not as described', () => {
  const headers = new Headers({
    'x-ratelimit-limit': '1',
    'x-ratelimit-remaining': '1',
    'ratelimit-policy': 'x',
    ratelimit: 'x',
    'x-request-id': 'x',
    location: 'x',
  });
  const body = { id: 'scn_x', status: 'running', url: 'https://a.example/', pollUrl: '/api/v1/scans/scn_x' };
  const answer = { status: 202, headers, body };

  it('is found for every kind of error', () => {
    assertDocumented('POST', '/api/v1/scans', answer);
    assert.throws(() => assertDocumented('POST', '/api/v1/scans', { ...answer, status: 418 }), /418/);
    assert.throws(() => assertDocumented('POST', '/api/v1/scans', { ...answer, body: { ...body, id: 5 } }), /id/);
    assert.throws(() => assertDocumented('POST', '/api/v1/scans', { ...answer, headers: new Headers() }), /without/);
  });
});
