/** Who reaches private hosts, and that no page in a visitor's browser uses the service as a bridge to them. */
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { tinyLegit } from '../../fixtures/sites/tiny-legit.ts';
import { createTestFacilitator, PAY_TO } from '../../support/facilitator.ts';
import { type Inside, listenInside } from '../../support/inside.ts';
import { createPayer, paymentHeader } from '../../support/payer.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { type SiteServer, serveSite } from '../../support/site-server.ts';
import { eventually } from '../../support/store-wait.ts';

const PASSWORD = 'correct horse battery';
const EVIL = 'http://evil.example';
const RPC_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const callOf = (name: string, args: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

let site: SiteServer;
let listed: string;
const token = createTestFacilitator();
before(async () => {
  site = await serveSite(tinyLegit);
  listed = `${site.origin}/`;
});
after(() => site.close());

/** A browser page's request cannot set Host or Origin: node:http can. */
const send = (
  service: TestService,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
) =>
  new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const asked = request(service.url + path, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    asked.once('error', reject).end(body);
  });

const exchange = (service: TestService, message: string) =>
  new Promise<string>((resolve, reject) => {
    let said = '';
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => socket.write(message));
    socket.on('data', (chunk) => {
      said += String(chunk);
    });
    socket.once('error', reject).once('close', () => resolve(said));
  });

const errorOf = (body: unknown): { readonly code?: unknown; readonly message?: unknown } => Object(Object(body).error);

const json = (body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

async function sessionOf(service: TestService): Promise<string> {
  const account = await service.repositories.accounts.create({ email: 'operator@example.com', plan: 'pro' });
  const linkToken = await service.repositories.passwordLinks.issue(account.id);
  const page = await fetch(`${service.url}/dashboard/set-password?token=${linkToken}`);
  const formToken = /name="formToken" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const entered = await fetch(`${service.url}/dashboard/set-password`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookieOf(page) },
    body: new URLSearchParams({ formToken, token: linkToken, password: PASSWORD }),
  });
  return cookieOf(entered);
}

const submitHome = (service: TestService, fields: Record<string, string>, cookie = '') =>
  fetch(service.url, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams(fields),
  });

describe('a listed private host on a loopback listener', () => {
  const payer = createPayer();
  let service: TestService;
  before(async () => {
    token.give(payer.account.address, 1_000_000n);
    service = await startTestService({
      facilitator: token,
      settings: {
        ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
        ANONYMOUS_PRIVATE_SCANS: 'off',
        X402_PAY_TO: PAY_TO,
        X402_FACILITATOR_URL: 'http://127.0.0.1:1/',
      },
    });
  });
  after(() => service.stop());

  it('is refused to a caller without a key at every endpoint, and not connected to', async () => {
    const before = site.requests.length;
    const payment = paymentHeader(await payer.sign(service.url));
    for (const [path, options] of [
      ['/api/scan', json({ url: listed })],
      ['/api/v1/scan/mcp', json({ endpoint: listed })],
      ['/api/x402/scan', json({ url: listed }, { 'x-payment': payment })],
    ] as const) {
      const { status, text } = await send(service, path, options);
      assert.equal(status, 400, `${path}: ${text}`);
      assert.equal(errorOf(JSON.parse(text)).code, 'blocked_address', path);
    }
    for (const call of [callOf('scan_mcp', { endpoint: listed }), callOf('start_scan', { url: listed })]) {
      const { text } = await send(service, '/mcp', json(call, RPC_HEADERS));
      assert.match(text, /blocked_address/, text);
    }
    assert.equal(site.requests.length, before);
    assert.equal(token.transfers(), 0);
  });

  it('leaves the endpoints without a key to scripts of any origin, which reach nothing private', async () => {
    for (const path of ['/api/scan', '/api/v1/scan/mcp', '/api/x402/scan']) {
      const preflight = await send(service, path, {
        method: 'OPTIONS',
        headers: { origin: EVIL, 'access-control-request-method': 'POST' },
      });
      const refused = await send(service, path, json({ url: listed, endpoint: listed }, { origin: EVIL }));
      for (const { headers } of [preflight, refused]) assert.equal(headers['access-control-allow-origin'], '*', path);
      assert.match(String(preflight.headers['access-control-allow-headers']), /PAYMENT-SIGNATURE, X-PAYMENT/);
    }
    const read = await send(service, '/api/scan/unknown', { headers: { origin: EVIL } });
    assert.equal(read.headers['access-control-allow-origin'], '*');
  });

  it('is scanned for a key', async () => {
    const key = await service.key();
    const { status } = await send(service, '/api/v1/scans', json({ url: listed }, { authorization: `Bearer ${key}` }));
    assert.equal(status, 202);
  });

  it('is refused to a key that a page of another site uses', async () => {
    const authorization = `Bearer ${await service.key()}`;
    const options = json({ endpoint: listed }, { authorization, origin: EVIL });
    const { status, text } = await send(service, '/api/v1/scan/mcp', options);
    assert.equal(status, 400, text);
    assert.equal(errorOf(JSON.parse(text)).code, 'blocked_address');
  });

  it('is scanned from the home page for a signed-in visitor alone; others read why not', async () => {
    const refused = await submitHome(service, { kind: 'website', url: listed });
    assert.equal(refused.status, 400);
    assert.match(await refused.text(), /role="alert">[^<]*API key, after sign-in/);
    const cookie = await sessionOf(service);
    for (const [kind, path] of [
      ['website', /^\/s\//],
      ['mcp', /^\/m\//],
    ] as const) {
      const started = await submitHome(service, { kind, url: listed }, cookie);
      assert.equal(started.status, 303, await started.text());
      assert.match(started.headers.get('location') ?? '', path);
    }
  });
});

describe('with ANONYMOUS_PRIVATE_SCANS', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService({
      settings: { ALLOWED_PRIVATE_HOSTS: '127.0.0.1', ANONYMOUS_PRIVATE_SCANS: 'on', ANONYMOUS_SCANS_PER_DAY: '50' },
    });
  });
  after(() => service.stop());

  it('a caller without a key scans a listed host, and no script of another origin reads the answer', async () => {
    const started = await send(service, '/api/scan', json({ url: listed }));
    assert.equal(started.status, 202, started.text);
    const { pollUrl } = Object(JSON.parse(started.text));
    await eventually('the scan ends', async () => (await send(service, pollUrl)).text.includes('"completed"'), 60_000);
    const read = await send(service, pollUrl, { headers: { origin: EVIL } });
    const preflight = await send(service, '/api/v1/scan/mcp', {
      method: 'OPTIONS',
      headers: { origin: EVIL, 'access-control-request-method': 'POST' },
    });
    const paid = await send(service, '/api/x402/scan', { headers: { origin: EVIL } });
    for (const { headers } of [started, read, preflight, paid]) {
      assert.equal(headers['access-control-allow-origin'], undefined);
    }
    const asked = await send(service, '/ask?query=robots.txt', { headers: { origin: EVIL } });
    assert.equal(asked.headers['access-control-allow-origin'], '*');
  });

  for (const headers of [
    { origin: EVIL },
    { origin: 'null' },
    { origin: 'http://localhost:9' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]) {
    it(`a page of another site scans nothing private: ${JSON.stringify(headers)}`, async () => {
      const before = site.requests.length;
      for (const [path, body] of [
        ['/api/scan', { url: `${listed}from-a-page` }],
        ['/api/v1/scan/mcp', { endpoint: listed }],
      ] as const) {
        const { status, text } = await send(service, path, json(body, { ...headers }));
        assert.equal(status, 400, text);
        assert.equal(errorOf(JSON.parse(text)).code, 'blocked_address');
        const simple = await send(service, path, json(body, { ...headers, 'content-type': 'text/plain' }));
        assert.ok([400, 415].includes(simple.status), simple.text);
      }
      const form = await send(service, '/', {
        method: 'POST',
        headers,
        body: String(new URLSearchParams({ kind: 'mcp', url: listed })),
      });
      assert.equal(form.status, 403);
      assert.equal(site.requests.length, before);
    });
  }
});

describe('a Host that is not this service', () => {
  let service: TestService;
  let inside: Inside;
  before(async () => {
    inside = await listenInside();
    service = await startTestService({ resolve: inside.resolve, settings: { METRICS_TOKEN: 'a-token-of-the-test' } });
  });
  after(async () => {
    await service.stop();
    await inside.close();
  });
  const evil = (method = 'GET') => ({ method, headers: { host: 'evil.example' } });

  it('is 421 wrong_host that names BASE_URL, at every endpoint, with the limits where they are promised', async () => {
    for (const [path, hasLimits] of [
      ['/', false],
      ['/docs', false],
      ['/dashboard', false],
      ['/robots.txt', false],
      ['/.well-known/oauth-protected-resource', false],
      ['/nowhere', false],
      ['/api/scan', true],
      ['/api/v1/scans', true],
      ['/api/x402/scan', true],
      ['/ask?query=robots.txt', true],
      ['/%61sk?query=robots.txt', true],
      ['/openapi.json', true],
    ] as const) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const { status, headers, text } = await send(service, path, evil(method));
        const what = `${method} ${path}: ${text}`;
        assert.equal(status, 421, what);
        const { code, message } = errorOf(JSON.parse(text));
        assert.equal(code, 'wrong_host', what);
        assert.ok(String(message).includes(service.url), what);
        assert.ok(headers['x-request-id'], what);
        assert.equal(headers['x-content-type-options'], 'nosniff', what);
        assert.equal(headers['access-control-allow-origin'], undefined, what);
        if (hasLimits) for (const name of ['limit', 'remaining']) assert.ok(headers[`x-ratelimit-${name}`], what);
      }
    }
  });

  it('is an error of JSON-RPC at the MCP endpoints', async () => {
    for (const path of ['/mcp', '/api/v1/mcp']) {
      const { status, headers, text } = await send(service, path, evil('POST'));
      assert.equal(status, 421, path);
      assert.ok(headers['x-ratelimit-limit'], path);
      const { jsonrpc, error } = Object(JSON.parse(text));
      assert.deepEqual([jsonrpc, error.data.code], ['2.0', 'wrong_host']);
      assert.ok(String(error.message).includes(service.url));
    }
  });

  it('is 421 for a WebSocket, with the limits', async () => {
    const upgrade =
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==';
    for (const origin of ['', '\r\nOrigin: http://evil.example']) {
      const said = await exchange(
        service,
        `GET /api/v1/scans/x/progress HTTP/1.1\r\nHost: evil.example${origin}\r\n${upgrade}\r\n\r\n`,
      );
      assert.match(said, /^HTTP\/1\.1 421 /);
      assert.match(said, /x-ratelimit-limit: /i);
      assert.match(said, /wrong_host/);
    }
  });

  it('does not matter to the endpoints of operators', async () => {
    assert.equal((await send(service, '/healthz', evil())).status, 200);
    assert.equal((await send(service, '/readyz', evil())).status, 200);
    const headers = { host: 'evil.example', authorization: 'Bearer a-token-of-the-test' };
    assert.equal((await send(service, '/metrics', { headers })).status, 200);
  });

  it('is answered before a signature of the request makes the service fetch keys', async () => {
    const headers = {
      host: 'evil.example',
      'signature-agent': '"https://signer.inner.test"',
      'signature-input': 'sig1=("@authority");created=1;keyid="a";tag="web-bot-auth"',
      signature: 'sig1=:YQ==:',
    };
    assert.equal((await send(service, '/ask?query=robots.txt', { headers })).status, 421);
    assert.equal(inside.asked.size, 0);
  });

  it('may be a loopback name with any port', async () => {
    for (const host of ['localhost', 'localhost:1', '127.0.0.1', '127.9.9.9:80', '[::1]:3000']) {
      assert.equal((await send(service, '/', { headers: { host } })).status, 200, host);
    }
  });

  it('twice in one request is 400', async () => {
    for (const path of ['/ask?query=robots.txt', '/', '/healthz', '/api/v1/scans/x/progress']) {
      for (const more of ['', 'Upgrade: websocket\r\nConnection: Upgrade\r\n']) {
        const lines = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n`;
        const said = await exchange(service, `${lines}${more || 'Connection: close\r\n'}\r\n`);
        assert.match(said, /^HTTP\/1\.1 400 /, path);
        assert.match(said, /"invalid_request"/, path);
      }
    }
  });
});
