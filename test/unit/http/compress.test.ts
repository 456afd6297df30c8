import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { H3 } from 'h3';
import { request } from 'undici';
import { jsonResponse } from '../../../src/http/body.ts';
import { chooseCoding } from '../../../src/http/compress.ts';
import { createHttpApp, freePort, type HttpServer, listen } from '../../../src/http/server.ts';
import { createLog } from '../../../src/log.ts';

describe('the coding that is chosen', () => {
  const rows: [string, string | undefined][] = [
    ['', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000, gzip;q=0', undefined],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['GZIP;Q=0.5', 'gzip'],
    ['brotli, gzipped', undefined],
    ['br;q=x', undefined],
  ];
  for (const [header, coding] of rows) it(header || 'no header', () => assert.equal(chooseCoding(header), coding));
});

describe('a compressed response', () => {
  const large = { words: 'agents read this. '.repeat(200) };
  let server: HttpServer;
  let origin: string;
  before(async () => {
    const app: H3 = createHttpApp({ baseUrl: 'http://localhost', log: createLog('silent') });
    app.get('/large', () => large);
    app.get('/long', () => jsonResponse(JSON.stringify(large), 200, new Headers()));
    app.get('/small', () => ({ words: 'few' }));
    app.get('/signed', () => Response.json(large, { headers: { 'cache-control': 'public, no-transform' } }));
    app.get('/none', () => new Response(null, { status: 304, headers: { etag: 'W/"1"' } }));
    app.get(
      '/stream',
      () => new Response(`data: ${'x'.repeat(3000)}\n\n`, { headers: { 'content-type': 'text/event-stream' } }),
    );
    const port = await freePort('127.0.0.1');
    server = await listen(app, { host: '127.0.0.1', port, middleware: [] });
    origin = `http://127.0.0.1:${port}`;
  });
  after(() => server.close());

  it('is smaller, says how it is coded and how long it is, and decodes to the same', async () => {
    for (const coding of ['br', 'gzip']) {
      const headers = { 'accept-encoding': coding };
      const raw = await request(`${origin}/large`, { headers });
      const bytes = (await raw.body.arrayBuffer()).byteLength;
      assert.equal(raw.headers['content-encoding'], coding);
      assert.equal(Number(raw.headers['content-length']), bytes);
      assert.ok(bytes < JSON.stringify(large).length / 4);
      assert.match(String(raw.headers.vary), /Accept-Encoding/);
      assert.deepEqual(await (await fetch(`${origin}/large`, { headers })).json(), large);
    }
  });

  it('is left as it is when it is small, a stream, without a body, not to be changed or not wanted', async () => {
    for (const [path, accepted] of [
      ['/small', 'br'],
      ['/stream', 'br'],
      ['/none', 'br'],
      ['/signed', 'br'],
      ['/large', 'identity'],
    ] as const) {
      const { headers, body } = await request(`${origin}${path}`, { headers: { 'accept-encoding': accepted } });
      await body.dump();
      assert.equal(headers['content-encoding'], undefined, path);
    }
  });

  it('has a HEAD and a 304 that vary as it does, and do not say how long the plain one is', async () => {
    const answer = async (path: string, method: 'GET' | 'HEAD', accepted: string) => {
      const { headers, body } = await request(`${origin}${path}`, { method, headers: { 'accept-encoding': accepted } });
      await body.dump();
      return { length: headers['content-length'], vary: headers.vary };
    };
    const plain = await answer('/long', 'GET', 'identity');
    assert.deepEqual(plain, { length: String(JSON.stringify(large).length), vary: 'Accept-Encoding' });
    assert.deepEqual(await answer('/long', 'HEAD', 'identity'), plain);
    assert.deepEqual(await answer('/long', 'HEAD', 'br'), { length: undefined, vary: 'Accept-Encoding' });
    for (const coding of ['br', 'identity']) {
      assert.deepEqual(await answer('/none', 'GET', coding), { length: undefined, vary: 'Accept-Encoding' });
    }
  });

  it('keeps the headers of errors', async () => {
    const response = await fetch(`${origin}/nothing`, { headers: { 'accept-encoding': 'br' } });
    assert.equal(response.status, 404);
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
  });
});
