/** Idempotency-Key, over REST and MCP. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { StartScanResponse } from '../../../src/schema/scan.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { callTool, codeOf, type Reply, rest, wordsOf } from '../../support/service-doors.ts';

const NOBODY = 'http://127.0.0.1:1/';

/** A host name whose look-ups wait until they are let go: a start of it stays in flight. */
let letGo = () => {};
const held = new Promise<readonly string[]>((resolve) => {
  letGo = () => resolve(['127.0.0.1']);
});

let noteAsked = () => {};
const heldIsAsked = new Promise<void>((resolve) => {
  noteAsked = resolve;
});

let service: TestService;
before(async () => {
  service = await startTestService({
    settings: { ALLOWED_PRIVATE_HOSTS: '127.0.0.1,held.test:1' },
    resolve: (host) => {
      if (host !== 'held.test') return Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));
      noteAsked();
      return held;
    },
  });
});
after(() => service.stop());

const start = (key: string, idempotencyKey: string, body: unknown = { url: NOBODY }): Promise<Reply> =>
  rest(service, '/api/v1/scans', { method: 'POST', key, body, headers: { 'idempotency-key': idempotencyKey } });
const idOf = ({ body }: Reply) => StartScanResponse.parse(body).id;
const scanCount = async (key: string) => {
  const { body } = await rest(service, '/api/v1/scans?limit=100', { key });
  return Object(body).data.length;
};

describe('4. Idempotency-Key', () => {
  it('is echoed; the first request starts the scan and is no replay', async () => {
    const reply = await start(await service.key(), 'a-Key_1');
    assert.equal(reply.status, 202);
    assert.equal(reply.headers.get('idempotency-key'), 'a-Key_1');
    assert.equal(reply.headers.has('idempotency-replayed'), false);
  });

  it('replays the original 202 for the same body and starts no other scan', async () => {
    const key = await service.key();
    const first = await start(key, 'again');
    // The same request: other order of members, defaults written out, a field that is ignored.
    for (const body of [{ url: NOBODY }, { pageLimit: 100, url: NOBODY }, { url: NOBODY, colour: 'red' }]) {
      const replay = await start(key, 'again', body);
      assert.equal(replay.status, 202);
      assert.equal(replay.text, first.text);
      assert.equal(replay.headers.get('location'), first.headers.get('location'));
      assert.equal(replay.headers.get('idempotency-key'), 'again');
      assert.equal(replay.headers.get('idempotency-replayed'), 'true');
    }
    assert.equal(await scanCount(key), 1);
  });

  it('is 422 with a different body', async () => {
    const key = await service.key();
    await start(key, 'once');
    for (const body of [{ url: `${NOBODY}other` }, { url: NOBODY, pageLimit: 5 }]) {
      const reply = await start(key, 'once', body);
      assert.equal(reply.status, 422);
      assert.equal(codeOf(reply), 'idempotency_mismatch');
    }
    assert.equal(await scanCount(key), 1);
  });

  it('is 409 while the first request is in flight (422 for another body), and starts one scan in all', async () => {
    const key = await service.key();
    const body = { url: 'http://held.test:1/' };
    const first = start(key, 'flight', body);
    // It has its claim by then.
    await heldIsAsked;
    const second = await start(key, 'flight', body);
    assert.equal(second.status, 409);
    assert.equal(codeOf(second), 'idempotency_in_flight');
    assert.match(second.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    assert.equal((await start(key, 'flight', { url: NOBODY })).status, 422);
    const overMcp = await callTool(service, key, 'start_scan', { ...body, idempotencyKey: 'flight' });
    assert.equal(overMcp.text, wordsOf(second));
    letGo();
    const id = idOf(await first);
    const replay = await start(key, 'flight', body);
    assert.equal(idOf(replay), id);
    assert.equal(replay.headers.get('idempotency-replayed'), 'true');
    assert.equal(await scanCount(key), 1);
  });

  it('starts one scan when ten requests with one key come at once', async () => {
    const key = await service.key();
    const replies = await Promise.all(Array.from({ length: 10 }, () => start(key, 'rush')));
    for (const { status } of replies) assert.ok(status === 202 || status === 409, String(status));
    assert.equal(new Set(replies.filter(({ status }) => status === 202).map(idOf)).size, 1);
    assert.equal(await scanCount(key), 1);
  });

  it('is 400 invalid_idempotency_key when it is empty, too long or of other characters', async () => {
    const key = await service.key();
    for (const bad of ['', ' ', 'k'.repeat(256), 'a b', 'ü', 'a.b', 'a/b', '"quoted"', 'a, b']) {
      const reply = await start(key, bad);
      assert.equal(reply.status, 400, bad);
      assert.equal(codeOf(reply), 'invalid_idempotency_key', bad);
      assert.match(wordsOf(reply), /idempotencyKey: expected 1 to 255 characters/);
    }
    assert.equal((await start(key, 'k'.repeat(255))).status, 202);
    assert.equal(await scanCount(key), 1);
  });

  it('of another account is another key; of another key of the account it is the same', async () => {
    const [mine, other] = [await service.key(), await service.key()];
    const id = idOf(await start(mine, 'shared'));
    const theirs = await start(other, 'shared');
    assert.equal(theirs.headers.has('idempotency-replayed'), false);
    assert.notEqual(idOf(theirs), id);
    assert.equal(idOf(await start(await service.anotherKey(mine), 'shared')), id);
  });

  it('is read from the body under its MCP name when there is no header', async () => {
    const key = await service.key();
    const inBody = (idempotencyKey: unknown) =>
      rest(service, '/api/v1/scans', { method: 'POST', key, body: { url: NOBODY, idempotencyKey } });
    const first = await inBody('in-body');
    const replay = await start(key, 'in-body');
    assert.equal(idOf(replay), idOf(first));
    assert.equal(replay.headers.get('idempotency-replayed'), 'true');
    assert.equal(codeOf(await inBody('not a key')), 'invalid_idempotency_key');
    const both = await start(key, 'in-header', { url: NOBODY, idempotencyKey: 'in-body' });
    assert.notEqual(idOf(both), idOf(first), 'the header counts when there are both');
  });

  it('works across REST and MCP', async () => {
    const key = await service.key();
    const overMcp = async (idempotencyKey: string, url = NOBODY) =>
      callTool(service, key, 'start_scan', { url, idempotencyKey });
    const first = await start(key, 'rest-first');
    assert.equal(Object((await overMcp('rest-first')).output).id, idOf(first));
    const { output } = await overMcp('mcp-first');
    const replay = await start(key, 'mcp-first');
    assert.equal(idOf(replay), Object(output).id);
    assert.equal(replay.headers.get('idempotency-replayed'), 'true');
    const mismatch = await start(key, 'mcp-first', { url: `${NOBODY}x` });
    const mismatchOverMcp = await overMcp('mcp-first', `${NOBODY}x`);
    assert.ok(mismatchOverMcp.failed);
    assert.equal(mismatchOverMcp.text, wordsOf(mismatch));
    assert.equal(await scanCount(key), 2);
  });

  it('is free again after a request that was refused before it did anything', async () => {
    const key = await service.key();
    assert.equal(codeOf(await start(key, 'retry', { url: 'http://10.0.0.1/' })), 'blocked_address');
    assert.equal(codeOf(await start(key, 'retry', { url: NOBODY, pageLimit: 0 })), 'invalid_request');
    assert.equal((await start(key, 'retry')).status, 202);
  });

  it('replays free of budget, also when the budget is spent; a refusal for the budget frees the key', async () => {
    const key = await service.key();
    const first = await start(key, 'paid');
    for (let at = 1; at < 10; at += 1) assert.equal((await start(key, `other-${at}`)).status, 202);
    assert.equal(codeOf(await start(key, 'late')), 'rate_limited');
    const replay = await start(key, 'paid');
    assert.equal(replay.status, 202);
    assert.equal(replay.text, first.text);
    assert.equal(codeOf(await start(key, 'late')), 'rate_limited', 'not 409: nothing is in flight');
  });
});
