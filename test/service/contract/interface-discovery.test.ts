/** Discovery documents, CORS, and what the clients of today make of a 401. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { OAuthMetadataSchema, OAuthProtectedResourceMetadataSchema } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { startTestService, type TestService } from '../../support/service.ts';
import { codeOf, rest, rpc } from '../../support/service-doors.ts';

let service: TestService;
before(async () => {
  // CORS opens the endpoints of scans only while none of them reaches a private host.
  service = await startTestService({ settings: { ANONYMOUS_PRIVATE_SCANS: 'off' } });
});
after(() => service.stop());

const get = (path: string, init: RequestInit = {}) => fetch(service.url + path, { redirect: 'manual', ...init });

/** What the contract promises on answers that scripts of other origins may get. */
const READ_BY_SCRIPTS = [
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'RateLimit-Policy', 'RateLimit', 'Retry-After', 'X-Request-Id'],
  ...['ETag', 'Location', 'Idempotency-Key', 'Idempotency-Replayed'],
  ...['PAYMENT-REQUIRED', 'PAYMENT-RESPONSE', 'X-PAYMENT-RESPONSE'],
];

describe('4. discovery documents', () => {
  it('say which key opens each protected resource (RFC 9728)', async () => {
    for (const path of ['', '/api/v1', '/api/v1/mcp']) {
      const { body } = await rest(service, `/.well-known/oauth-protected-resource${path}`);
      const metadata = OAuthProtectedResourceMetadataSchema.parse(body);
      assert.equal(metadata.resource, service.url + path);
      assert.deepEqual(metadata.authorization_servers, [service.url]);
      assert.deepEqual(metadata.bearer_methods_supported, ['header']);
      assert.deepEqual(metadata.scopes_supported, ['scans:read', 'scans:write']);
    }
  });

  it('describe the authorization server in the shape that MCP clients parse (RFC 8414)', async () => {
    const { body } = await rest(service, '/.well-known/oauth-authorization-server');
    const metadata = OAuthMetadataSchema.parse(body);
    assert.equal(metadata.issuer, service.url);
    assert.deepEqual(metadata.grant_types_supported, ['urn:ietf:params:oauth:grant-type:api-key']);
    assert.equal(metadata.registration_endpoint, undefined);
    assert.equal(metadata.revocation_endpoint, undefined);
    assert.ok(!metadata.response_types_supported.includes('code'), 'clients would open a browser for nothing');
  });

  it('the challenge of a 401 names a document that is there, for the very resource', async () => {
    for (const [reply, resource] of [
      [await rest(service, '/api/v1/scans'), service.url],
      [await rpc(service, undefined, { jsonrpc: '2.0', id: 1, method: 'tools/list' }), `${service.url}/api/v1/mcp`],
    ] as const) {
      const [, url = ''] = /resource_metadata="([^"]+)"/.exec(reply.headers.get('www-authenticate') ?? '') ?? [];
      const metadata = Object(await (await fetch(url)).json());
      assert.equal(metadata.resource, resource);
    }
  });

  it('OAuth endpoints explain how to get a key, for any request', async () => {
    for (const [path, method, status, error] of [
      ['/oauth/authorize?response_type=code', 'GET', 400, 'unsupported_response_type'],
      ['/oauth/token', 'POST', 400, 'unsupported_grant_type'],
      ['/register', 'POST', 403, 'access_denied'],
      ['/oauth/register', 'POST', 403, 'access_denied'],
    ] as const) {
      const response = await get(path, { method });
      const body = Object(await response.json());
      assert.deepEqual([response.status, body.error], [status, error], path);
      assert.match(body.error_description, /\/dashboard\/api-keys/);
      assert.equal(body.error_uri, `${service.url}/auth.md`);
    }
  });

  it('/auth.md is Markdown that says what to do', async () => {
    const response = await get('/auth.md');
    assert.match(response.headers.get('content-type') ?? '', /^text\/markdown\b/);
    const text = await response.text();
    assert.match(text, /^# /);
    assert.match(text, /Authorization: Bearer/);
  });

  it('the API catalog is a linkset whose documents are there (RFC 9727)', async () => {
    const response = await get('/.well-known/api-catalog');
    assert.match(response.headers.get('content-type') ?? '', /^application\/linkset\+json\b/);
    const { headers } = await get('/.well-known/api-catalog', { method: 'HEAD' });
    assert.equal(headers.get('link'), `<${service.url}/.well-known/api-catalog>; rel="api-catalog"`);
    const { linkset } = Object(await response.json());
    assert.deepEqual(
      linkset.map(({ anchor }: { anchor: string }) => anchor),
      [`${service.url}/api/v1`, `${service.url}/api/v1/mcp`],
    );
    for (const entry of linkset) {
      for (const { href } of [...(entry['service-desc'] ?? []), ...entry['service-doc'], ...entry['service-meta']]) {
        assert.equal((await fetch(href)).status, 200, href);
      }
    }
  });

  it('security.txt has a contact that is there and has not expired (RFC 9116)', async () => {
    const response = await get('/.well-known/security.txt');
    assert.match(response.headers.get('content-type') ?? '', /^text\/plain\b/);
    const fields = new Map((await response.text()).split('\n').map((line) => line.split(': ') as [string, string]));
    const leftDays = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000;
    assert.ok(leftDays > 30 && leftDays < 365, String(leftDays));
    assert.equal((await fetch(fields.get('Contact') ?? '')).status, 200);
  });

  it('an unknown path is a 404 in JSON, under /.well-known and for browsers too', async () => {
    for (const path of [
      '/.well-known/openid-configuration',
      '/.well-known/nothing',
      '/.well-known/oauth-protected-resource/x',
      '/.well-known',
      '/api/v1/nothing',
      '/api',
    ]) {
      for (const accept of ['application/json', 'text/html,application/xhtml+xml,*/*;q=0.8']) {
        const reply = await rest(service, path, { headers: { accept } });
        assert.equal(reply.status, 404, path);
        assert.equal(codeOf(reply), 'not_found', path);
      }
    }
  });

  it('the answer to an unknown path names the lists of all paths, which are there', async () => {
    for (const path of ['/api/v1/scans/x/fixes', '/nothing']) {
      const { text } = await rest(service, path, { headers: { accept: 'application/json' } });
      const lists = text.match(/\/[a-z]+\.(?:json|txt)/g) ?? [];
      assert.deepEqual(lists, ['/openapi.json', '/llms.txt'], path);
      for (const list of lists) assert.equal((await fetch(new URL(list, service.url))).status, 200, list);
    }
  });

  it('every document answers HEAD and OPTIONS, refuses the rest with Allow, and may be cached', async () => {
    for (const path of [
      '/.well-known/oauth-protected-resource',
      '/.well-known/api-catalog',
      '/openapi.json',
      '/auth.md',
    ]) {
      const head = await get(path, { method: 'HEAD' });
      assert.deepEqual([head.status, await head.text()], [200, ''], path);
      assert.match(head.headers.get('cache-control') ?? '', /max-age=\d+/);
      assert.equal((await get(path, { method: 'OPTIONS' })).status, 204);
      const refused = await rest(service, path, { method: 'DELETE' });
      assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET, HEAD, OPTIONS']);
    }
  });
});

describe('CORS', () => {
  const preflight = (path: string, method: string) =>
    get(path, {
      method: 'OPTIONS',
      headers: { origin: 'https://page.example', 'access-control-request-method': method },
    });

  it('lets any origin use public endpoints and documents, and read the limits, never with credentials', async () => {
    for (const [path, method] of [
      ['/api/v1/ask', 'POST'],
      ['/ask', 'GET'],
      ['/api/v1/scan/mcp', 'POST'],
      ['/openapi.json', 'GET'],
      ['/llms.txt', 'GET'],
      ['/docs/methodology/scoring', 'GET'],
      ['/.well-known/oauth-protected-resource', 'GET'],
      ['/oauth/token', 'POST'],
      ['/register', 'POST'],
      // Other spellings of the same paths.
      ['/%61sk', 'GET'],
      ['/api/v1/ask/', 'GET'],
    ] as const) {
      const { status, headers } = await preflight(path, method);
      assert.equal(status, 204, path);
      assert.equal(headers.get('access-control-allow-origin'), '*');
      assert.ok(headers.get('access-control-allow-methods')?.includes(method), path);
      assert.match(headers.get('access-control-allow-headers') ?? '', /Content-Type/);
      const exposed = headers.get('access-control-expose-headers')?.split(', ');
      assert.deepEqual(
        READ_BY_SCRIPTS.filter((name) => !exposed?.includes(name)),
        [],
      );
      assert.equal(headers.get('access-control-allow-credentials'), null);
    }
  });

  it('holds on refusals too', async () => {
    const reply = await rest(service, '/api/v1/scan/mcp', { method: 'POST', body: {} });
    assert.deepEqual([reply.status, reply.headers.get('access-control-allow-origin')], [400, '*']);
  });

  it('is absent for keyed paths, MCP endpoints and unknown paths', async () => {
    for (const path of ['/api/v1/scans', '/api/v1/scans/scn_x', '/api/v1/mcp', '/nowhere']) {
      for (const response of [await preflight(path, 'GET'), await get(path)]) {
        assert.equal(response.headers.get('access-control-allow-origin'), null, path);
      }
    }
  });
});

describe('5. MCP clients of today against a 401', () => {
  /** Counts what the client asks for. */
  const counting = () => {
    const asked: string[] = [];
    return {
      asked,
      fetch: (url: string | URL, init?: RequestInit) => {
        asked.push(String(url));
        return fetch(url, init);
      },
    };
  };
  const connect = async (options: ConstructorParameters<typeof StreamableHTTPClientTransport>[1]) => {
    const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/api/v1/mcp`), options);
    await new Client({ name: 'legible-test', version: '1.0.0' }).connect(transport as Transport);
  };

  it('one with an OAuth provider stops with a clear message after at most 3 requests', async () => {
    const { asked, fetch: counted } = counting();
    const authProvider: OAuthClientProvider = {
      redirectUrl: 'http://localhost:1/callback',
      clientMetadata: { redirect_uris: ['http://localhost:1/callback'], client_name: 'test' },
      clientInformation: () => undefined,
      saveClientInformation: () => {},
      tokens: () => undefined,
      saveTokens: () => {},
      redirectToAuthorization: () => assert.fail('no browser is opened'),
      saveCodeVerifier: () => {},
      codeVerifier: () => '',
    };
    await assert.rejects(connect({ authProvider, fetch: counted }), /dynamic client registration/);
    assert.ok(asked.length <= 3, asked.join('\n'));
  });

  it("one with a static header gets Legible's explanation, after one request", async () => {
    const { asked, fetch: counted } = counting();
    const requestInit = { headers: { authorization: 'Bearer svc_live_wrong' } };
    await assert.rejects(connect({ requestInit, fetch: counted }), /API key/);
    assert.equal(asked.length, 1);
  });
});
