import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FetchRequest, FetchResult } from '../../../../src/scanner/net/fetch-types.ts';
import { createFetcher } from '../../../../src/scanner/net/fetcher.ts';
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
const _echoOf = (result: Answered): Echo => JSON.parse(textOf(result)) as Echo;

describe('a redirect', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    it(`${status} is followed and noted`, async () => {
      const { answer } = await answered(redirect('/ok?a=1#part', status));
      assert.equal(answer.finalUrl, server.url('/ok?a=1'));
      assert.deepEqual(answer.hops, [{ url: server.url(redirect('/ok?a=1#part', status)), status }]);
      assert.equal(answer.url, server.url(redirect('/ok?a=1#part', status)));
    });
  }

  const METHODS = [
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'POST', 'GET'],
    [307, 'POST', 'POST'],
    [308, 'POST', 'POST'],
    [303, 'HEAD', 'HEAD'],
    [302, 'HEAD', 'HEAD'],
  ] as const;
  for (const [status, method, then] of METHODS) {
    it(`${status} turns ${method} into ${then}`, async () => {
      const post = method === 'POST' ? { body: 'x=1', headers: { 'content-type': 'text/x' } } : {};
      await answered(redirect('/echo', status), { method, ...post });
      const seen = server.requests.at(-1);
      assert.equal(seen?.method, then);
      assert.equal(seen?.body, then === 'POST' ? 'x=1' : '');
      assert.equal(seen?.headers['content-type'], then === 'POST' ? 'text/x' : undefined);
    });
  }

  it('is answered itself when none may be followed', async () => {
    const result = await answered(redirect('/ok'), { maxRedirects: 0 });
    assert.equal(result.answer.status, 302);
    assert.equal(result.answer.headers.location, '/ok');
    assert.equal(textOf(result), 'moved');
  });

  it('without a Location is an answer', async () => {
    const { answer } = await answered('/no-location');
    assert.deepEqual([answer.status, answer.hops], [302, []]);
  });

  it('does not wait for its own body', async () => {
    assert.equal((await answered('/hanging-redirect', { timeoutMs: 2000 })).answer.status, 200);
    assert.equal((await answered('/endless-redirect', { timeoutMs: 2000 })).answer.status, 200);
  });

  it('may hold white space and UTF-8 in its Location, as in browsers', async () => {
    assert.equal((await answered('/location-tab')).answer.finalUrl, server.url('/ok'));
    assert.equal((await answered('/location-utf8')).answer.finalUrl, server.url('/%C3%A9'));
  });

  it('is followed when the caller agrees', async () => {
    const seen: string[] = [];
    const refused = await ask('/chain/3', {
      mayFollow(to) {
        seen.push(to.pathname);
        return to.pathname === '/chain/1' ? { code: 'robots', message: 'robots.txt disallows it' } : undefined;
      },
    });
    assert.deepEqual(seen, ['/chain/2', '/chain/1']);
    assert.deepEqual(refused.ok || refused.failure, { code: 'robots', message: 'robots.txt disallows it' });
    assert.equal(server.requests.at(-1)?.path, '/chain/2');
  });

  it('takes secrets along on its own origin', async () => {
    await answered(redirect('/echo'), { headers: { authorization: 'Bearer x' } });
    assert.equal(server.requests.at(-1)?.headers.authorization, 'Bearer x');
  });
});
