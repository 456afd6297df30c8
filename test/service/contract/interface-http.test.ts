/** Methods, bodies, validators, the one error envelope. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { startTestService, type TestService } from '../../support/service.ts';
import { codeOf, rest, startScan, untilEnded, wordsOf } from '../../support/service-doors.ts';

const NOBODY = 'http://127.0.0.1:1/';
const KIB = 1024;

let service: TestService;
let key: string;
before(async () => {
  service = await startTestService();
  key = await service.key('team');
});
after(() => service.stop());

/** A valid body of exactly this many bytes. */
const bodyOf = (bytes: number) => {
  const empty = JSON.stringify({ url: NOBODY, padding: '' });
  return JSON.stringify({ url: NOBODY, padding: 'x'.repeat(bytes - empty.length) });
};
const post = (body: unknown, headers: Record<string, string> = {}) =>
  rest(service, '/api/v1/scans', { method: 'POST', key, body, headers });

/** All that comes back when these bytes are sent, until the service closes the connection. */
async function exchange(message: string): Promise<{ head: string; body: string }> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.setTimeout(10_000, () => socket.destroy(new Error('the connection stays open')));
  socket.write(message);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { head, body };
}

describe('7. errors', () => {
  it('answers paths that do not exist with the 404 envelope', async () => {
    for (const path of ['/nope', '/api', '/api/v1', '/api/v1/scan', '/api/v2/scans', '/api/v1/scans/a/b', '//x']) {
      const reply = await rest(service, path, { key });
      assert.equal(reply.status, 404, path);
      assert.equal(codeOf(reply), 'not_found');
    }
  });

  it('answers a path that is not validly encoded with 400, and strange ids with 404', async () => {
    for (const path of ['/api/v1/scans/%ZZ', '/%', '/api/v1/scans/%E0%A4%A']) {
      const reply = await rest(service, path, { key });
      assert.equal(reply.status, 400, path);
      assert.equal(codeOf(reply), 'invalid_request');
    }
    for (const id of ['%00', '..%2F..%2Fetc', 'a%2Fb', '__proto__', "'%20OR%201=1"]) {
      assert.equal((await rest(service, `/api/v1/scans/${id}`, { key })).status, 404, id);
    }
    assert.equal(codeOf(await rest(service, `/api/v1/scans/${'a'.repeat(65)}`, { key })), 'invalid_request');
  });

  it('answers wrong methods with 405 and Allow', async () => {
    for (const [path, allow] of [
      ['/api/v1/scans', 'POST, GET, HEAD, OPTIONS'],
      ['/api/v1/scans/scn_x', 'GET, DELETE, HEAD, OPTIONS'],
    ] as const) {
      for (const method of ['PUT', 'PATCH', 'DELETE', 'POST'].filter((each) => !allow.split(', ').includes(each))) {
        const reply = await rest(service, path, { method, key });
        assert.equal(reply.status, 405, `${method} ${path}`);
        assert.equal(codeOf(reply), 'method_not_allowed');
        assert.equal(reply.headers.get('allow'), allow);
      }
    }
  });

  it('answers wrong methods of pages and files so too, and nothing at no path', async () => {
    const [read, form] = ['GET, HEAD, OPTIONS', 'GET, POST, HEAD, OPTIONS'];
    for (const [path, allow] of [
      ['/', form],
      ['/index.md', read],
      ['/docs', read],
      ['/docs/methodology/scoring', read],
      ['/llms.txt', read],
      ['/assets/styles.css', read],
      ['/badge/example.com.svg', read],
      ['/s/0000000000000000000000', read],
      ['/m/0000000000000000000000', read],
      ['/m/0000000000000000000000/badge.svg', read],
      ['/dashboard', form],
      ['/dashboard/sign-out', 'POST, OPTIONS'],
      ['/healthz', read],
    ] as const) {
      for (const method of ['PUT', 'DELETE', ...(allow.includes('POST') ? [] : ['POST'])]) {
        const reply = await rest(service, path, { method });
        assert.deepEqual([reply.status, codeOf(reply)], [405, 'method_not_allowed'], `${method} ${path}`);
        assert.equal(reply.headers.get('allow'), allow, path);
      }
      const options = await rest(service, path, { method: 'OPTIONS' });
      assert.deepEqual([options.status, options.headers.get('allow')], [204, allow], path);
      assert.notEqual((await rest(service, path, { method: 'HEAD' })).status, 405, path);
    }
    for (const method of ['PUT', 'OPTIONS']) {
      assert.equal((await rest(service, '/nothing', { method })).status, 404, method);
    }
  });

  it('answers a body of 64 KiB, and one byte more with 413, whether it says its length or not', async () => {
    assert.equal((await post(bodyOf(64 * KIB))).status, 202);
    for (const bytes of [64 * KIB + 1, 300 * KIB]) {
      const reply = await post(bodyOf(bytes));
      assert.equal(reply.status, 413);
      assert.equal(codeOf(reply), 'payload_too_large');
      assert.equal(reply.headers.get('connection'), 'close', 'what is left of the body is in the way of other calls');
    }
    const response = await fetch(`${service.url}/api/v1/scans`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: new Blob([bodyOf(64 * KIB + 1)]).stream(),
      duplex: 'half',
    } as RequestInit);
    assert.equal(response.status, 413);
  });

  it('answers another content type with 415, and any JSON one as JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'json', '']) {
      const reply = await post(JSON.stringify({ url: NOBODY }), { 'content-type': type });
      assert.equal(reply.status, 415, type);
      assert.equal(codeOf(reply), 'unsupported_media_type');
    }
    for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/ld+json']) {
      assert.equal((await post(JSON.stringify({ url: NOBODY }), { 'content-type': type })).status, 202, type);
    }
  });

  it('answers a compressed body with 415, on every endpoint that reads one', async () => {
    for (const path of ['/api/v1/scans', '/api/v1/ask', '/api/v1/scan/mcp', '/api/scan']) {
      const headers = { 'content-encoding': 'gzip' };
      const reply = await rest(service, path, { method: 'POST', key, body: { url: NOBODY }, headers });
      assert.equal(reply.status, 415, path);
      assert.match(wordsOf(reply), /^unsupported_media_type: Content-Encoding: /);
    }
  });

  const malformed: [string, string, number][] = [
    ['no HTTP', 'hello there\r\n\r\n', 400],
    ['a method that does not exist', 'BREW /api/v1/scans HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    [
      'two lengths',
      'POST /api/v1/ask HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
    ['33 KiB of headers', `GET / HTTP/1.1\r\nHost: localhost\r\nA: ${'a'.repeat(33 * KIB)}\r\n\r\n`, 431],
  ];
  for (const [what, message, status] of malformed) {
    it(`answers a malformed request with ${status} and the envelope: ${what}`, async () => {
      const { head, body } = await exchange(message);
      assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `));
      assert.match(head, /\r\nx-request-id: [0-9a-f-]{36}\r\n/);
      assert.match(head, /\r\ncontent-type: application\/json\r\n/);
      const { error } = Object(JSON.parse(body));
      assert.equal(error.code, 'invalid_request');
      assert.doesNotMatch(body, /HPE_|aaaa|hello/);
    });
  }

  it('answers a request of HTTP/1.1 without Host with 400 and the envelope, one of HTTP/1.0 as any other', async () => {
    const { head, body } = await exchange('GET /api/v1/ask?query=llms.txt HTTP/1.1\r\nConnection: close\r\n\r\n');
    assert.match(head, /^HTTP\/1\.1 400 /);
    for (const name of ['x-request-id', 'x-ratelimit-limit']) assert.ok(head.includes(`\r\n${name}: `), name);
    assert.deepEqual(JSON.parse(body), {
      error: { code: 'invalid_request', message: 'Host: HTTP/1.1 wants it of every request.' },
    });
    assert.match((await exchange('GET /api/v1/ask?query=llms.txt HTTP/1.0\r\n\r\n')).head, /^HTTP\/1\.1 200 /);
  });

  it('ignores an unknown expectation', async () => {
    const expecting = 'Host: localhost\r\nExpect: miracles\r\nConnection: close\r\n\r\n';
    const { head, body } = await exchange(`GET /api/v1/ask?query=llms.txt HTTP/1.1\r\n${expecting}`);
    assert.match(head, /^HTTP\/1\.1 200 /);
    assert.equal(Object(JSON.parse(body)).query, 'llms.txt');
  });

  it('names the field', async () => {
    assert.match(wordsOf(await post({})), /^invalid_url: url: expected /);
    assert.match(wordsOf(await post({ url: NOBODY, pageLimit: 0 })), /^invalid_request: pageLimit: expected /);
  });

  it('is not troubled by a client that leaves in the middle of its body', async () => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    await once(socket, 'connect');
    const head = `POST /api/v1/scans HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n`;
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"url":`);
    // Until the service has begun to read; its log is looked at when it stops.
    await rest(service, '/api/v1/scans', { key });
    socket.destroy();
    assert.equal((await rest(service, '/api/v1/scans', { key })).status, 200);
  });
});

describe('7. HEAD, OPTIONS, validators', () => {
  it('answers HEAD as GET without the body', async () => {
    const { id, pollUrl } = await startScan(service, key, { url: NOBODY });
    await untilEnded(service, key, id);
    for (const path of ['/api/v1/scans', pollUrl, '/api/v1/scans/unknown', '/api/v1/scans?limit=0']) {
      const [get, head] = [await rest(service, path, { key }), await rest(service, path, { method: 'HEAD', key })];
      assert.equal(head.status, get.status, path);
      assert.equal(head.text, '');
      for (const name of ['content-type', 'etag', 'x-ratelimit-limit']) {
        assert.equal(head.headers.get(name), get.headers.get(name), `${name} of ${path}`);
      }
    }
    assert.equal((await rest(service, '/api/v1/scans', { method: 'HEAD' })).status, 401);
  });

  it('answers OPTIONS with 204 and Allow, without a key', async () => {
    for (const [path, allow] of [
      ['/api/v1/scans', 'POST, GET, HEAD, OPTIONS'],
      ['/api/v1/scans/scn_x', 'GET, DELETE, HEAD, OPTIONS'],
    ] as const) {
      const reply = await rest(service, path, { method: 'OPTIONS' });
      assert.equal(reply.status, 204);
      assert.equal(reply.headers.get('allow'), allow);
      assert.equal(
        reply.headers.has('access-control-allow-origin'),
        false,
        'keyed endpoints are not for other origins',
      );
    }
  });

  it('answers 304 without a body to the ETag of a read, as long as nothing changed', async () => {
    const { id, pollUrl } = await startScan(service, key, { url: NOBODY });
    const running = await rest(service, pollUrl, { key });
    await untilEnded(service, key, id);
    const ended = await rest(service, pollUrl, { key });
    const etag = ended.headers.get('etag') ?? '';
    assert.match(etag, /^W\/"[^"]+"$/);
    const withTag = (tag: string | null) => rest(service, pollUrl, { key, headers: { 'if-none-match': tag ?? '' } });
    for (const method of ['GET', 'HEAD']) {
      const reply = await rest(service, pollUrl, { method, key, headers: { 'if-none-match': etag } });
      assert.equal(reply.status, 304);
      assert.equal(reply.text, '');
      assert.equal(reply.headers.get('etag'), etag);
      assert.ok(reply.headers.has('x-ratelimit-remaining'));
    }
    assert.equal((await withTag(etag.slice(2))).status, 304, 'weak comparison (RFC 9110)');
    for (const stale of [running.headers.get('etag'), '"x"', 'x', '']) {
      assert.equal((await withTag(stale === etag ? '"y"' : stale)).status, 200, String(stale));
    }
    assert.match(ended.headers.get('cache-control') ?? '', /private/);
    const stranger = await rest(service, pollUrl, {
      key: await service.key(),
      headers: { 'if-none-match': etag },
    });
    assert.equal(stranger.status, 404);
  });
});
