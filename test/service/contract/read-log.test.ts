import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { canUnpackZstd } from '../../../src/logs/unpack.ts';
import { AgentLog, LogAnswer } from '../../../src/schema/log-report.ts';
import { madeLines, newTruth } from '../../support/generated-log.ts';
import { shareTestService, type TestService } from '../../support/service.ts';
import { connectMcp, rest } from '../../support/service-doors.ts';

describe('read_log over REST', () => {
  let service: TestService;
  let key: string;
  before(async () => {
    service = await shareTestService();
    key = await service.key();
  });
  after(() => service.stop());

  const upload = async (body: Uint8Array<ArrayBuffer> | string, headers: Record<string, string> = {}, query = '') => {
    const response = await fetch(`${service.url}/api/v1/logs${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'text/plain', ...headers },
      body,
    });
    return { status: response.status, body: (await response.json()) as unknown };
  };

  it('reads an upload as it is, with gzip and with brotli, and keeps the summary until it is deleted', async () => {
    const truth = newTruth();
    const text = [...madeLines(2000, () => 'combined', truth)].join('\n');
    for (const [coding, bytes] of [
      ['identity', Buffer.from(text)],
      ['gzip', gzipSync(text)],
      ['br', brotliCompressSync(text)],
    ] as const) {
      const { status, body } = await upload(bytes, { 'content-encoding': coding });
      assert.equal(status, 201, JSON.stringify(body));
      const { id, report } = LogAnswer.parse(body);
      assert.equal(report?.lines.requests, truth.requests);
      assert.equal(report?.lines.agents, truth.agents);
      const read = await rest(service, `/api/v1/logs/${id}`, { key });
      assert.deepEqual(LogAnswer.parse(read.body).report, report);
      assert.equal((await rest(service, `/api/v1/logs/${id}`, { key: await service.key() })).status, 404);
      assert.equal((await rest(service, `/api/v1/logs/${id}?forget=true`, { key })).status, 200);
      assert.equal((await rest(service, `/api/v1/logs/${id}`, { method: 'DELETE', key })).status, 204);
      assert.equal((await rest(service, `/api/v1/logs/${id}`, { key })).status, 404);
    }
  });

  it('reads text as JSON, and answers what it cannot read', async () => {
    // A key has ten uploads a day, refused ones included.
    key = await service.key();
    const text = [...madeLines(50, () => 'combined', newTruth())].join('\n');
    assert.equal((await rest(service, '/api/v1/logs', { method: 'POST', key, body: { text } })).status, 201);
    const refused = async (body: unknown) =>
      (await rest(service, '/api/v1/logs', { method: 'POST', key, body })).status;
    assert.equal(await refused({}), 400);
    assert.equal(await refused({ path: '/etc/passwd' }), 400);
    assert.equal(await refused({ text, since: 'yesterday' }), 400);
    assert.equal(await refused({ text, format: '$status' }), 400);
    assert.equal((await upload('no log at all\n')).status, 422);
    assert.equal((await upload('x', { 'content-encoding': 'compress' })).status, 415);
    assert.equal((await upload(text, {}, '?text=more')).status, 400);
    const zstd = Buffer.from('28b52ffd200a51000068656c6c6f207a737464', 'hex');
    const { status, body } = await upload(zstd);
    assert.equal(status, canUnpackZstd ? 422 : 415);
    if (!canUnpackZstd) assert.match(JSON.stringify(body), /cannot unpack \(zstd.*Send it with gzip, or unpacked/);
    assert.equal((await upload(gzipSync(text).subarray(0, 40), { 'content-encoding': 'gzip' })).status, 422);
  });

  it('says what an archive of another kind and an empty log lack', async () => {
    key = await service.key();
    assert.equal((await upload('PK\u0003\u0004\u0014\u0000access.log')).status, 415);
    const empty = await upload('\n');
    assert.deepEqual([empty.status, /The log has no line/.test(JSON.stringify(empty.body))], [422, true]);
  });

  it('reads an upload above the limit of every other body to its end', async () => {
    const own = await service.key();
    const truth = newTruth();
    const text = [...madeLines(20_000, () => 'combined', truth)].join('\n');
    assert.ok(text.length > 4_000_000);
    const { status, body } = await upload(text, { authorization: `Bearer ${own}` });
    assert.equal(status, 201, JSON.stringify(body));
    const { report } = LogAnswer.parse(body);
    assert.equal(report?.lines.requests, truth.requests);
    assert.deepEqual(report?.leftOut, []);
  });

  it('refuses an upload above 200 MB, and keeps nothing of one that breaks off', async () => {
    const own = await service.key();
    const piece = new Uint8Array(1_000_000).fill(0x0a);
    const sent = (pieces: number, end: (controller: ReadableStreamDefaultController<Uint8Array>) => void) => {
      let left = pieces;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          left -= 1;
          if (left < 0) end(controller);
          else controller.enqueue(piece);
        },
      });
      // A member that Node needs for a stream, and that the DOM's type lacks.
      const streamed = { duplex: 'half' };
      return fetch(`${service.url}/api/v1/logs`, {
        method: 'POST',
        headers: { authorization: `Bearer ${own}`, 'content-type': 'text/plain' },
        body,
        ...streamed,
      });
    };
    const response = await sent(201, (controller) => controller.close());
    assert.equal(response.status, 413);
    assert.match(await response.text(), /The log is larger than 200 MB\. Compress it, or send a part of it\./);
    assert.equal(response.headers.get('connection'), 'close');
    await assert.rejects(sent(1, (controller) => controller.error(new Error('the sender left'))));
  });

  it('reads ten logs a day for an account, and reads of a summary are not counted', async () => {
    const own = await service.key();
    const text = [...madeLines(20, () => 'combined', newTruth())].join('\n');
    let id = '';
    for (let at = 0; at < 10; at += 1) {
      const { status, body } = await upload(text, { authorization: `Bearer ${own}` });
      assert.equal(status, 201, JSON.stringify(body));
      ({ id } = LogAnswer.parse(body));
    }
    const { status, body } = await upload(text, { authorization: `Bearer ${own}` });
    assert.equal(status, 429, JSON.stringify(body));
    assert.equal((await rest(service, `/api/v1/logs/${id}`, { key: own })).status, 200);
    assert.equal((await rest(service, `/api/v1/logs/${id}`, { method: 'DELETE', key: own })).status, 204);
  });

  it('answers over MCP within 4,000 tokens, and refuses a path', async () => {
    const own = await service.key();
    const connected = await connectMcp(service, own);
    try {
      const text = [...madeLines(600, () => 'combined', newTruth())].join('\n');
      const call = (input: Record<string, unknown>) => connected.callTool({ name: 'read_log', arguments: input });
      const result = await call({ text });
      assert.notEqual(result.isError, true, JSON.stringify(result));
      assert.ok(JSON.stringify(result).length / 4 <= 4000);
      const { id, toDo, agents } = AgentLog.parse(result.structuredContent);
      assert.ok((toDo?.length ?? 0) > 0 && (agents?.length ?? 0) > 0);
      assert.deepEqual(AgentLog.parse((await call({ id })).structuredContent).toDo, toDo);
      assert.match(JSON.stringify(await call({ text, path: '/etc/passwd' })), /text, path: expected one of them/);
      const refused = await call({ path: '/etc/passwd' });
      assert.equal(refused.isError, true);
      assert.match(JSON.stringify(refused), /only over stdio/);
      assert.match(JSON.stringify(await call({ id, forget: true })), /is deleted/);
      assert.equal((await call({ id })).isError, true);
    } finally {
      await connected.close();
    }
  });
});
