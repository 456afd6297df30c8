import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import * as zlib from 'node:zlib';
import type { Answer } from '../../../../src/scanner/model/http.ts';

import type { FetchRequest, FetchResult } from '../../../../src/scanner/net/fetch-types.ts';
import { createFetcher } from '../../../../src/scanner/net/fetcher.ts';
import { HELLO } from '../../../support/hostile-paths.ts';
import { type HostileServer, startHostileServer } from '../../../support/hostile-server.ts';

type Answered = Extract<FetchResult, { ok: true }>;

const fetcher = createFetcher({ userAgent: 'LegibleBot/1', resolve: async () => ['127.0.0.1'] });
let server: HostileServer;
before(async () => {
  server = await startHostileServer();
});
after(async () => {
  await fetcher.close();
  await server.close();
});

const ask = (path: string, request: Partial<FetchRequest> = {}) =>
  fetcher.fetch({ url: server.url(path), ...request }, { permit: { host: '127.0.0.1', port: server.port } });

async function answered(path: string, request: Partial<FetchRequest> = {}): Promise<Answered> {
  const result = await ask(path, request);
  assert.ok(result.ok, result.ok ? '' : `${result.failure.code}: ${result.failure.message}`);
  return result;
}
const textOf = ({ body }: Answered): string => Buffer.from(body).toString();
const redirect = (to: string, status = 302) => `/redirect?status=${status}&to=${encodeURIComponent(to)}`;

interface Echo {
  method: string;
  headers: Record<string, string>;
  body: string;
}
// What /echo answers is what we sent.
const echoOf = (result: Answered): Echo => JSON.parse(textOf(result)) as Echo;

describe('an answer', () => {
  it('has status, type, headers, body and times', async () => {
    const result = await answered('/ok');
    assert.equal(textOf(result), HELLO);
    assert.deepEqual(
      { ...result.answer, headers: result.answer.headers['content-type'] },
      {
        url: server.url('/ok'),
        finalUrl: server.url('/ok'),
        status: 200,
        hops: [],
        headers: 'Text/HTML; charset=utf-8',
        contentType: 'text/html',
      },
    );
    assert.ok(result.firstByteMs > 0 && result.totalMs >= result.firstByteMs);
  });

  it('is an answer whatever its status', async () => {
    const { answer } = await answered('/nowhere');
    assert.equal(answer.status, 404);
    assert.equal(answer.contentType, '');
  });

  it('is whole without a body when it is a 304 that names the length of the page', async () => {
    const { answer, body } = await answered('/not-modified-with-length', { headers: { 'if-none-match': '"a"' } });
    assert.deepEqual([answer.status, answer.headers.etag, body.length], [304, '"a"', 0]);
  });

  it('joins repeated headers and drops cookies', async () => {
    const { headers } = (await answered('/cookies')).answer;
    assert.equal(headers.link, '<a>, <b>');
    assert.equal(headers.vary, 'accept');
    assert.equal(headers['set-cookie'], undefined);
  });

  it('keeps 100 headers of at most 8 KB', async () => {
    assert.equal(Object.keys((await answered('/many-headers')).answer.headers).length, 100);
    assert.equal((await answered('/long-header')).answer.headers['x-long']?.length, 8192);
  });

  it('owns its bytes, so that they can be transferred', async () => {
    const { body } = await answered('/ok');
    assert.equal(body.buffer.byteLength, body.byteLength);
    assert.equal(structuredClone(body, { transfer: [body.buffer as ArrayBuffer] }).length, HELLO.length);
  });

  for (const path of ['/gzip', '/x-gzip', '/br', '/deflate', '/raw-deflate', '/deflate-in-br']) {
    it(`is decoded: ${path}`, async () => assert.equal(textOf(await answered(path)), HELLO));
  }
  it('is decoded from zstd where Node can, and asked for then only', async () => {
    const result = await ask('/zstd');
    const canDecode = 'createZstdDecompress' in zlib;
    assert.equal(result.ok ? textOf(result) : result.failure.code, canDecode ? 'hello zstd' : 'encoding');
    assert.equal(server.requests.at(-1)?.headers['accept-encoding']?.includes('zstd'), canDecode);
  });
  for (const path of [
    '/unknown-coding',
    '/charset-as-coding',
    '/unknown-and-gzip',
    '/wrong-compress',
    '/wrong-gzip',
    '/wrong-br',
    '/wrong-deflate',
  ]) {
    it(`is left as it came where its coding is none, or not its own: ${path}`, async () => {
      assert.equal(textOf(await answered(path)), HELLO);
    });
  }
  for (const path of ['/empty', '/empty-gzip', '/empty-br', '/empty-deflate']) {
    it(`may be empty: ${path}`, async () => assert.equal((await answered(path)).body.length, 0));
  }
  for (const path of ['/truncated-gzip', '/truncated-br']) {
    it(`may be cut short by its compressor, as in browsers: ${path}`, async () => {
      const text = textOf(await answered(path));
      assert.ok(text.length > 0 && text.length < HELLO.length);
      assert.ok(HELLO.startsWith(text));
    });
  }
});

describe('a request', () => {
  it('carries our user agent and codings by default', async () => {
    const { headers } = echoOf(await answered('/echo'));
    assert.equal(headers['user-agent'], 'LegibleBot/1');
    assert.match(headers['accept-encoding'] ?? '', /^gzip, deflate, br/);
    const told = echoOf(await answered('/echo', { headers: { 'user-agent': 'Other/2', accept: 'text/markdown' } }));
    assert.equal(told.headers['user-agent'], 'Other/2');
    assert.equal(told.headers.accept, 'text/markdown');
  });

  it('can be HEAD, whatever coding the answer claims', async () => {
    const { answer, body } = await answered('/gzip', { method: 'HEAD' });
    assert.equal(answer.headers['content-encoding'], 'gzip');
    assert.equal(body.length, 0);
    assert.equal(server.requests.at(-1)?.method, 'HEAD');
  });

  it('can be POST', async () => {
    const echo = echoOf(
      await answered('/echo', { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } }),
    );
    assert.deepEqual([echo.method, echo.body, echo.headers['content-type']], ['POST', '{"a":1}', 'application/json']);
  });

  it('can be DELETE', async () => assert.equal(echoOf(await answered('/echo', { method: 'DELETE' })).method, 'DELETE'));

  it('drops fragment and credentials of its URL', async () => {
    const url = `http://user:pass@127.0.0.1:${server.port}/echo#part`;
    const result = await answered('/echo', { url });
    assert.equal(result.answer.finalUrl, server.url('/echo'));
    assert.equal(echoOf(result).headers.authorization, undefined);
  });

  it('reuses its connection', async () => {
    await answered('/ok');
    const before = server.connectionCount;
    for (let count = 0; count < 5; count += 1) await answered('/gzip');
    assert.ok(server.connectionCount - before <= 1);
  });

  it('is signed anew for every hop', async () => {
    const signing = createFetcher({
      userAgent: 'LegibleBot/1',
      sign: ({ method, url, headers }) => ({
        signature: `${method} ${new URL(url).pathname} ${headers['user-agent']}`,
      }),
    });
    const permit = { host: '127.0.0.1', port: server.port };
    const result = await signing.fetch({ url: server.url(redirect('/echo')) }, { permit });
    await signing.close();
    assert.ok(result.ok);
    assert.equal(echoOf(result).headers.signature, 'GET /echo LegibleBot/1');
    assert.equal(server.requests.at(-2)?.headers.signature, 'GET /redirect LegibleBot/1');
  });

  it('is not sent for a URL that is not http', async () => {
    for (const url of ['', 'nonsense', 'file:///etc/passwd', 'ftp://127.0.0.1/']) {
      const result = await fetcher.fetch({ url });
      assert.equal(result.ok ? '' : result.failure.code, 'blocked_address', url);
    }
  });
});

describe('a body', () => {
  it('ends where its reader says, and its connection with it', async () => {
    const lengths: number[] = [];
    const result = await answered('/drip', {
      timeoutMs: 5000,
      readUntil: (soFar, { status }) => {
        lengths.push(soFar.length);
        return status === 200 && soFar.length >= 30;
      },
    });
    assert.equal(textOf(result), '<!-- x -->'.repeat(3));
    assert.equal(lengths.at(-1), 30);
    assert.ok(result.totalMs < 4000);
  });

  it('that is compressed is shown decoded', async () => {
    let seen = '';
    await answered('/gzip', {
      readUntil: (soFar) => {
        seen = Buffer.from(soFar).toString();
        return false;
      },
    });
    assert.equal(seen, HELLO);
  });

  it('whose reader waits in vain is a time-out', async () => {
    const result = await ask('/drip', { timeoutMs: 100, readUntil: () => false });
    assert.equal(result.ok ? 'answered' : result.failure.code, 'timeout');
  });

  it('can be left unread, by the head of its answer', async () => {
    const asked: string[] = [];
    const skipBody = ({ contentType }: Answer) => {
      asked.push(contentType);
      return contentType === '';
    };
    assert.equal((await answered('/endless', { skipBody })).body.length, 0);
    assert.equal(textOf(await answered('/ok', { skipBody })), HELLO);
    assert.deepEqual(asked, ['', 'text/html']);
  });
});
