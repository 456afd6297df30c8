/** Budgets and their headers, shared by REST and MCP. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { inWhole } from '../../support/exhaustive.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { answerOf, callTool, codeOf, type Reply, rest, rpc, toolCall, wordsOf } from '../../support/service-doors.ts';

const NOBODY = 'http://127.0.0.1:1/';
const UNKNOWN = `scn_${'a'.repeat(20)}`;

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const start = (key: string) => rest(service, '/api/v1/scans', { method: 'POST', key, body: { url: NOBODY } });
const read = (key: string) => rest(service, `/api/v1/scans/${UNKNOWN}`, { key });
const list = (key: string) => rest(service, '/api/v1/scans', { key });
const limitsOf = ({ headers }: Reply) => [headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')];

describe('8. limits', () => {
  it('reports the limit and its remainder on every success, over both transports', async () => {
    const key = await service.key();
    assert.deepEqual(limitsOf(await start(key)), ['10', '9']);
    const id = Object((await start(key)).body).id;
    assert.deepEqual(limitsOf(await rest(service, `/api/v1/scans/${id}`, { key })), ['120', '119']);
    assert.deepEqual(limitsOf(await list(key)), ['600', '599']);
    assert.deepEqual(limitsOf(await rpc(service, key, toolCall('get_scan', { id }))), ['120', '118']);
    assert.deepEqual(limitsOf(await rpc(service, key, toolCall('list_scans'))), ['600', '598']);
    assert.deepEqual(limitsOf(await rpc(service, key, toolCall('start_scan', { url: NOBODY }))), ['10', '7']);
  });

  it('gives a team key six times as much', async () => {
    const key = await service.key('team');
    assert.deepEqual(limitsOf(await start(key)), ['60', '59']);
    assert.deepEqual(limitsOf(await list(key)), ['3600', '3599']);
  });

  it('refuses the 11th start in a minute: 429 with Retry-After, over REST and MCP alike', async () => {
    const key = await service.key();
    for (let at = 0; at < 5; at += 1) {
      assert.equal((await start(key)).status, 202);
      assert.equal((await callTool(service, key, 'start_scan', { url: NOBODY })).failed, false);
    }
    const overRest = await start(key);
    assert.equal(overRest.status, 429);
    assert.equal(codeOf(overRest), 'rate_limited');
    const overMcp = await rpc(service, key, toolCall('start_scan', { url: NOBODY }));
    assert.equal(overMcp.status, 200, 'a refused tool call is a tool result');
    const answer = answerOf(Object(overMcp.body).result);
    assert.ok(answer.failed);
    for (const reply of [overRest, overMcp]) {
      assert.deepEqual(limitsOf(reply), ['10', '0']);
      const seconds = reply.headers.get('retry-after') ?? '';
      assert.match(seconds, /^\d+$/);
      assert.ok(Number(seconds) >= 1 && Number(seconds) <= 60, seconds);
    }
    // The seconds may pass from one call to the next.
    const words = /^rate_limited: Too many calls: at most 10 in a minute\. Try again in \d+ s\.$/;
    assert.match(wordsOf(overRest), words);
    assert.match(answer.text, words);
    assert.match(answer.text, new RegExp(` ${overMcp.headers.get('retry-after')} s\\.$`));
  });

  inWhole(() =>
    it('Retry-After is exact: the call succeeds at that second, and fails 50 ms before it', async (t) => {
      if (process.env.TEST_REDIS_URL !== undefined) return t.skip('the clock of Redis is its own');
      const key = await service.key();
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
      const reads = async (count: number) => {
        for (let at = 0; at < count; at += 1) assert.equal((await read(key)).status, 404);
      };
      await reads(60);
      t.mock.timers.tick(20_000);
      await reads(60);
      const refused = await read(key);
      assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '40']);
      t.mock.timers.tick(40_000 - 50);
      const early = await read(key);
      assert.deepEqual([early.status, early.headers.get('retry-after')], [429, '1']);
      t.mock.timers.tick(50);
      await reads(60);
      assert.equal((await read(key)).headers.get('retry-after'), '20');
    }),
  );

  inWhole(() =>
    it('is not touched by an address that cannot be scanned, of which 60 a minute are looked at', async () => {
      const key = await service.key();
      const blocked = (door: string) => rest(service, door, { method: 'POST', key, body: { url: 'http://10.0.0.1/' } });
      for (let at = 0; at < 60; at += 1) {
        const reply = await blocked('/api/v1/scans');
        assert.deepEqual([reply.status, ...limitsOf(reply)], [400, '60', String(59 - at)]);
      }
      const refused = await blocked('/api/v1/scans');
      assert.deepEqual([refused.status, ...limitsOf(refused)], [429, '60', '0']);

      const another = await service.anotherKey(key);
      for (let at = 0; at < 10; at += 1) await start(another);
      const spent = await start(another);
      assert.deepEqual([spent.status, ...limitsOf(spent)], [429, '10', '0']);
      assert.deepEqual(
        limitsOf(
          await rest(service, '/api/v1/scans', { method: 'POST', key: another, body: { url: 'http://10.0.0.1/' } }),
        ),
        ['10', '0'],
      );
    }),
  );

  it('counts by key: another key of the account, and other budgets of the same key, are untouched', async () => {
    const key = await service.key();
    for (let at = 0; at < 10; at += 1) assert.equal((await start(key)).status, 202);
    assert.equal((await start(key)).status, 429);
    assert.deepEqual(limitsOf(await start(await service.anotherKey(key))), ['10', '9']);
    assert.deepEqual(limitsOf(await list(key)), ['600', '599']);
    assert.equal((await read(key)).status, 404);
  });

  inWhole(() =>
    it('lets exactly 120 reads through, however many of 50 connections ask at once', async () => {
      const key = await service.key();
      const statuses: number[] = [];
      const connection = async () => {
        for (let at = 0; at < 5; at += 1) statuses.push((await read(key)).status);
      };
      await Promise.all(Array.from({ length: 50 }, connection));
      assert.deepEqual(
        [404, 429].map((wanted) => statuses.filter((status) => status === wanted).length),
        [120, 130],
      );
    }),
  );

  it('lets exactly 10 of 40 simultaneous starts through', async () => {
    const key = await service.key();
    const statuses = (await Promise.all(Array.from({ length: 40 }, () => start(key)))).map(({ status }) => status);
    assert.deepEqual(
      [202, 429].map((wanted) => statuses.filter((status) => status === wanted).length),
      [10, 30],
    );
  });

  inWhole(() =>
    it('refuses the 121st read in a minute, whether by status, tool or "not modified"', async () => {
      const key = await service.key();
      const id = Object((await start(key)).body).id;
      const path = `/api/v1/scans/${id}`;
      for (let at = 0; at < 39; at += 1) {
        const { headers } = await rest(service, path, { key });
        await rest(service, path, { key, headers: { 'if-none-match': headers.get('etag') ?? '' } });
        await callTool(service, key, 'get_scan', { id, pages: 'none' });
      }
      assert.deepEqual(limitsOf(await rest(service, path, { key })), ['120', '2']);
      const batch = await rpc(
        service,
        key,
        [1, 2, 3].map((at) => toolCall('get_scan', { id }, at)),
      );
      const results: unknown[] = Object(batch.body);
      assert.deepEqual(
        results.map((each) => answerOf(Object(each).result).failed),
        [false, false, true],
        'each call of a batch draws',
      );
      assert.deepEqual(limitsOf(batch), ['120', '0']);
      assert.match(batch.headers.get('retry-after') ?? '', /^\d+$/);
      assert.equal((await rest(service, path, { key })).status, 429);
    }),
  );

  it('does not charge a request that is not valid', async () => {
    const key = await service.key();
    for (let at = 0; at < 11; at += 1) {
      const reply = await rest(service, '/api/v1/scans', {
        method: 'POST',
        key,
        body: { url: 'nonsense', pageLimit: 0 },
      });
      assert.equal(reply.status, 400);
    }
    assert.deepEqual(limitsOf(await start(key)), ['10', '9']);
  });
});

describe('8. limits of requests without a specific one', () => {
  const HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'ratelimit-policy', 'ratelimit'];

  it('every API response reports its limit, for any method and status', async () => {
    const key = await service.key();
    const replies = [
      await rest(service, '/api/v1/scans'),
      await rest(service, '/api/v1/nowhere'),
      await rest(service, '/api/v1/scans', { method: 'DELETE' }),
      await rest(service, '/api/v1/scans', { method: 'POST', key, body: '{' }),
      await rest(service, '/api/v1/scans', { key: 'wrong' }),
      await rest(service, '/api/v1/openapi.json'),
      await rest(service, '/api/v1/scans', { key: await service.key('free') }),
      await rpc(service, key, { jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      await rpc(service, key, '{'),
      await rpc(service, undefined, { jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    ];
    for (const reply of replies) {
      for (const name of HEADERS) assert.match(reply.headers.get(name) ?? '', /\d/, `${name} of ${reply.text}`);
    }
  });

  it('for any spelling of its path', async () => {
    for (const path of ['/%61pi/v1/nowhere', '/api/v1/nowhere/', '/%61sk', '/%6Dcp', '/ask/']) {
      const { headers } = await fetch(service.url + path);
      assert.match(headers.get('x-ratelimit-limit') ?? '', /^\d+$/, path);
    }
  });

  it('calls over MCP that are no tool calls draw on what other keyed calls draw on', async () => {
    const key = await service.key();
    assert.deepEqual(limitsOf(await rpc(service, key, { jsonrpc: '2.0', id: 1, method: 'tools/list' })), [
      '600',
      '599',
    ]);
    assert.deepEqual(limitsOf(await list(key)), ['600', '598']);
    assert.deepEqual(limitsOf(await rpc(service, key, '{')), ['600', '597']);
  });

  it('a replay consumes nothing and reports the remainder', async () => {
    const key = await service.key();
    const call = () =>
      rest(service, '/api/v1/scans', {
        method: 'POST',
        key,
        body: { url: NOBODY },
        headers: { 'idempotency-key': 'replayed' },
      });
    assert.deepEqual(limitsOf(await call()), ['10', '9']);
    const replay = await call();
    assert.equal(replay.headers.get('idempotency-replayed'), 'true');
    assert.deepEqual(limitsOf(replay), ['10', '9']);
    assert.match(replay.headers.get('ratelimit-policy') ?? '', /"fair-use-minute";q=1200/, 'but it counts as a call');
  });

  inWhole(() =>
    it('an address has 1,200 other calls a minute, exactly, and 60 failed authentications', async () => {
      const own = await startTestService({ settings: { TRUSTED_PROXIES: '1' } });
      const from = (address: string) => ({ 'x-forwarded-for': address });
      const nowhere = () => rest(own, '/api/v1/nowhere', { headers: from('192.0.2.1') });
      const statuses: number[] = [];
      for (let batch = 0; batch < 25; batch += 1) {
        statuses.push(...(await Promise.all(Array.from({ length: 50 }, nowhere))).map(({ status }) => status));
      }
      assert.equal(statuses.filter((status) => status === 404).length, 1200);
      assert.equal(statuses.filter((status) => status === 429).length, 50);
      const refused = await nowhere();
      assert.equal(codeOf(refused), 'rate_limited');
      assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d?$/);
      const overMcp = await fetch(`${own.url}/mcp`, { headers: from('192.0.2.1') });
      const { jsonrpc, error } = Object(await overMcp.json());
      assert.deepEqual([overMcp.status, jsonrpc, error.data], [429, '2.0', { code: 'rate_limited' }], 'as JSON-RPC');
      assert.match(overMcp.headers.get('retry-after') ?? '', /^[1-9]\d?$/);
      assert.equal((await rest(own, '/api/v1/nowhere', { headers: from('192.0.2.2') })).status, 404);

      const wrong = () => rest(own, '/api/v1/scans', { key: 'wrong', headers: from('192.0.2.3') });
      const failed = (await Promise.all(Array.from({ length: 70 }, wrong))).map(({ status }) => status);
      assert.equal(failed.filter((status) => status === 401).length, 60);
      assert.equal(failed.filter((status) => status === 429).length, 10);
      await own.stop();
    }),
  );
});
