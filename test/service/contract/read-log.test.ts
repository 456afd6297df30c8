import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { LogAnswer } from '../../../src/schema/log-report.ts';
import { madeLines, newTruth } from '../../support/generated-log.ts';
import { shareTestService, type TestService } from '../../support/service.ts';
import { rest } from '../../support/service-doors.ts';

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
    const text = [...madeLines(50, () => 'combined', newTruth())].join('\n');
    assert.equal((await rest(service, '/api/v1/logs', { method: 'POST', key, body: { text } })).status, 201);
    const refused = async (body: unknown) =>
      (await rest(service, '/api/v1/logs', { method: 'POST', key, body })).status;
    assert.equal(await refused({}), 400);
    assert.equal(await refused({ path: '/etc/passwd' }), 400);
    assert.equal(await refused({ text, since: 'yesterday' }), 400);
    assert.equal((await upload('no log at all\n')).status, 422);
    assert.equal((await upload('x', { 'content-encoding': 'compress' })).status, 415);
    assert.equal((await upload(gzipSync(text).subarray(0, 40), { 'content-encoding': 'gzip' })).status, 422);
  });
});
