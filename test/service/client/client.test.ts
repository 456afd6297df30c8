import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createClient, LegibleError } from '../../../src/client/client.ts';

/** A server that returns prepared responses in order, and records its requests. */
type Scripted = { status: number; headers?: Record<string, string>; body?: unknown } | 'drop';
const asked: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[] = [];
let script: Scripted[] = [];
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  asked.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
  const next = script.shift() ?? { status: 500 };
  if (next === 'drop') return request.socket.destroy();
  response.writeHead(next.status, { 'content-type': 'application/json', ...next.headers });
  response.end(typeof next.body === 'string' ? next.body : JSON.stringify(next.body ?? {}));
});
let baseUrl = '';
before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => server.close());

function clientFor(answers: Scripted[], options: { random?: () => number; maxWaitSeconds?: number } = {}) {
  script = answers;
  asked.length = 0;
  const waits: number[] = [];
  const wait = async (ms: number) => {
    waits.push(ms);
  };
  return { client: createClient({ baseUrl, apiKey: 'svc_live_x_y', wait, random: () => 0.5, ...options }), waits };
}
const STARTED = { status: 202, body: { id: 'scn_1', status: 'running', url: 'https://a.example/', pollUrl: '/x' } };
const limited = (seconds: string): Scripted => ({
  status: 429,
  headers: { 'retry-after': seconds },
  body: { error: { code: 'rate_limited', message: 'Slow down.' } },
});

describe('the client', () => {
  it('sends where each member belongs, with the key', async () => {
    const { client } = clientFor([{ status: 200, body: {} }]);
    await client.compareScans({ id: 'scn a/b', with: 'scn_2' });
    assert.equal(asked[0]?.path, '/api/v1/scans/scn%20a%2Fb/comparison?with=scn_2');
    assert.equal(asked[0]?.headers.authorization, 'Bearer svc_live_x_y');
  });

  it('waits for as long as Retry-After says, and sends one start under one key however often', async () => {
    const { client, waits } = clientFor([limited('3'), 'drop', { status: 503 }, STARTED]);
    assert.equal((await client.startScan({ url: 'https://a.example/' })).id, 'scn_1');
    assert.deepEqual(waits, [3000, 250, 500]);
    const keys = new Set(asked.map(({ headers }) => headers['idempotency-key']));
    assert.equal(keys.size, 1);
    assert.match(String([...keys][0]), /^[A-Za-z0-9_-]{1,255}$/);
    assert.deepEqual(JSON.parse(asked[0]?.body ?? ''), { url: 'https://a.example/' });
  });

  it('gives up after five attempts', async () => {
    const { client } = clientFor(Array.from({ length: 9 }, () => ({ status: 503 })));
    await assert.rejects(client.getScan({ id: 'x' }), { status: 503, code: 'http_503' });
    assert.equal(asked.length, 5);
  });

  it('does not wait for a day', async () => {
    const { client, waits } = clientFor([limited('86400')]);
    await assert.rejects(client.getScan({ id: 'x' }), { code: 'rate_limited', retryAfterSeconds: 86_400 });
    assert.deepEqual(waits, []);
  });

  for (const [status, body, code, message] of [
    [401, { error: { code: 'invalid_key', message: 'No.' } }, 'invalid_key', 'No.'],
    [401, { error: 'invalid_token', error_description: 'Expired.' }, 'invalid_token', 'Expired.'],
    [403, { error: 'forbidden', message: 'Not you.' }, 'forbidden', 'Not you.'],
    [409, 'no json', 'http_409', 'The service answered 409.'],
  ] as const) {
    it(`${status} with ${JSON.stringify(body)} is one error and no second attempt`, async () => {
      const { client } = clientFor([{ status, body }]);
      await assert.rejects(client.listScans(), (error) => {
        assert.ok(error instanceof LegibleError);
        assert.deepEqual([error.status, error.code, error.message], [status, code, message]);
        return true;
      });
      assert.equal(asked.length, 1);
    });
  }

  it('does not carry the key to where a redirect leads', async () => {
    const { client } = clientFor([{ status: 307, headers: { location: '/else' } }]);
    await assert.rejects(client.listScans(), { code: 'redirected', status: 307 });
    assert.deepEqual(
      asked.map(({ path }) => path),
      ['/api/v1/scans'],
    );
  });

  for (const [what, answer, says] of [
    [
      'a redirect to another server, without what else its address says',
      { status: 301, headers: { location: 'https://legible.example/?follow=me' } },
      /redirects to https:\/\/legible\.example: name/,
    ],
    ['a redirect to nowhere', { status: 302, headers: { location: 'http://' } }, /redirects elsewhere: name/],
    ['a page', { status: 200, body: '<!doctype html>' }, /does not answer as a Legible server does/],
  ] as const) {
    it(`is no Legible server, and is not asked again: ${what}`, async () => {
      const { client } = clientFor([answer]);
      await assert.rejects(client.listScans(), says);
      assert.equal(asked.length, 1);
    });
  }

  for (const [server, apiKey, says] of [
    ['http://legible.example', 'svc_live_x_SECRET', /^apiKey: expected a server with https/],
    ['http://localhost.example', 'svc_live_x_SECRET', /^apiKey: expected a server with https/],
    ['http://127.0.0.1.example', 'svc_live_x_SECRET', /^apiKey: expected a server with https/],
    ['https://legible.example', 'svc_live_x_SECRET\nx', /^apiKey: expected a key of visible/],
    ['https://legible.example', 'svc_live_x_SECRET\u6f22', /^apiKey: expected a key of visible/],
    ['https://legible.example', '', /^apiKey: expected a key of visible/],
  ] as const) {
    it(`does not send ${JSON.stringify(apiKey)} to ${server}, nor repeat it`, () => {
      assert.throws(
        () => createClient({ baseUrl: server, apiKey, fetch: () => assert.fail('sent') }),
        (error) => error instanceof TypeError && says.test(error.message) && !error.message.includes('SECRET'),
      );
    });
  }
  it('sends a key over https, and to this machine', () => {
    for (const server of [
      'https://legible.example',
      'http://localhost:3000',
      'http://[::1]:3000',
      'http://a.localhost',
    ])
      createClient({ baseUrl: server, apiKey: 'svc_live_x_y' });
    createClient({ baseUrl: 'http://legible.example' });
  });

  it('waits for the end of a scan, also across a lost answer, and ends with its signal', async () => {
    const running = { status: 200, body: { id: 'scn_1', status: 'running' } };
    const { client, waits } = clientFor([running, 'drop', running, { status: 200, body: { status: 'completed' } }]);
    const seen: string[] = [];
    const scan = await client.waitForScan('scn_1', { pollMs: 700, onProgress: ({ status }) => seen.push(status) });
    assert.equal(scan.status, 'completed');
    assert.deepEqual(seen, ['running', 'running', 'completed']);
    assert.deepEqual(waits, [700, 125, 700]);
    const signal = AbortSignal.abort(new Error('enough'));
    await assert.rejects(client.waitForScan('scn_1', { signal }), /enough/);
  });
});
