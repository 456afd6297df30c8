/** cancel_scan: a running scan ends as failed for its owner, on every transport, and its place is free within a second. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type HeldSite, serveHeldSite } from '../../support/held-site.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import {
  callTool,
  codeOf,
  readScan,
  rest,
  rpc,
  startScan,
  toolCall,
  untilEnded,
  untilScan,
} from '../../support/service-doors.ts';
import { serveSite } from '../../support/site-server.ts';

const UNREACHABLE = 'http://127.0.0.1:1/';

let service: TestService;
let key: string;
let site: HeldSite;
before(async () => {
  service = await startTestService();
  key = await service.key('team');
  site = await serveHeldSite();
});
after(async () => {
  await site.close();
  await service.stop();
});

const cancel = (id: string, apiKey = key) =>
  rest(service, `/api/v1/scans/${id}/cancel`, { method: 'POST', key: apiKey, body: {} });

async function runningScan(): Promise<string> {
  const { id } = await startScan(service, key, { url: `${site.origin}/` });
  await untilScan(service, key, id, ({ pagesScanned }) => pagesScanned > 0);
  return id;
}

const isIdle = async () => {
  const { running, waiting } = await service.repositories.store.jobs.counts();
  return running + waiting === 0;
};

async function freedWithin(ms: number): Promise<boolean> {
  for (const until = performance.now() + ms; performance.now() < until; await delay(20)) {
    if (await isIdle()) return true;
  }
  return false;
}

describe('cancel_scan', () => {
  it('a running scan fails with its reason and findings, and frees its place within a second', async () => {
    const id = await runningScan();
    const reply = await cancel(id);
    assert.deepEqual([reply.status, reply.body], [200, { id, status: 'failed' }], reply.text);
    assert.ok(await freedWithin(1000), 'the place is still taken after a second');
    const scan = await readScan(service, key, id);
    assert.deepEqual([scan.status, scan.error?.code], ['failed', 'cancelled']);
    assert.match(scan.siteChecks[0]?.message ?? '', /cancelled by its owner/);
    assert.notEqual(scan.completedAt, null);
    assert.ok(scan.pagesScanned > 0);
    assert.equal(Object(scan.siteChecks[0]?.details.evidence).measured, 'cancelled');
  });

  it('a scan that has ended is a conflict, and stays as it is', async () => {
    const { id } = await startScan(service, key, { url: UNREACHABLE });
    const ended = await untilEnded(service, key, id);
    const reply = await cancel(id);
    assert.deepEqual([reply.status, codeOf(reply)], [409, 'already_ended']);
    assert.deepEqual(await readScan(service, key, id), ended);
    assert.equal(ended.error, undefined);
  });

  it('only its owner cancels it: others, and the share token, find nothing', async () => {
    const id = await runningScan();
    const { shareToken } = await readScan(service, key, id);
    assert.equal((await cancel(id, await service.key('pro'))).status, 404);
    assert.equal((await cancel(shareToken)).status, 404);
    assert.equal((await readScan(service, key, id)).status, 'running');
    const { output } = await callTool(service, key, 'cancel_scan', { id });
    assert.deepEqual(output, { id, status: 'failed' });
    assert.equal((await cancel(id)).status, 409);
  });

  it('of many at once one cancels it', async () => {
    const id = await runningScan();
    const replies = await Promise.all(Array.from({ length: 5 }, () => cancel(id)));
    assert.ok(replies.every(({ status }) => status === 200 || status === 409));
    assert.ok(replies.some(({ status }) => status === 200));
    assert.equal((await readScan(service, key, id)).error?.code, 'cancelled');
  });

  it('a scan that still waits for a place never begins', async () => {
    const ids = await Promise.all(
      Array.from({ length: 6 }, async () => (await startScan(service, key, { url: `${site.origin}/` })).id),
    );
    for (const id of ids) assert.equal((await cancel(id)).status, 200);
    assert.ok(await freedWithin(2000));
    for (const id of ids) assert.equal((await readScan(service, key, id)).error?.code, 'cancelled');
  });
});

describe('a scan_mcp', () => {
  it('is cancelled by notifications/cancelled with its id, while its server does not answer', async () => {
    const silent = await serveSite({ pages: { '/mcp': { body: () => undefined } } });
    after(() => silent.close());
    const startedMs = performance.now();
    const waiting = rpc(service, key, toolCall('scan_mcp', { endpoint: `${silent.origin}/mcp` }, 815));
    while (silent.requests.length === 0) await delay(20);
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 815 } };
    assert.equal((await rpc(service, key, cancelled)).status, 202);
    await waiting;
    assert.ok(performance.now() - startedMs < 10_000, 'it does not wait for the server');
    const { output } = await callTool(service, key, 'list_scans', { kind: 'mcp' });
    assert.deepEqual(Object(output).data ?? Object(output).scans, []);
  });
});

describe('a start_scan that waits over MCP', () => {
  const newestId = async (): Promise<string> =>
    Object((await rest(service, '/api/v1/scans?limit=1', { key })).body).data[0].id;
  const wait = (id: number) =>
    rpc(service, key, toolCall('start_scan', { url: `${site.origin}/`, waitSeconds: 50 }, id));
  const cancelCall = (requestId: number) =>
    rpc(service, key, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });

  it('is cancelled by notifications/cancelled with its id, and so is its scan', async () => {
    const before = await newestId();
    const waiting = wait(4711);
    let id = before;
    while (id === before) {
      await delay(50);
      id = await newestId();
    }
    await cancelCall(4712);
    assert.equal((await readScan(service, key, id)).status, 'running');
    assert.equal((await cancelCall(4711)).status, 202);
    const scan = await untilEnded(service, key, id, 2000);
    assert.equal(scan.error?.code, 'cancelled');
    const { result } = Object((await waiting).body);
    assert.deepEqual(
      [result.isError, result.content[0].text],
      [true, 'cancelled: The client cancelled the call.'],
      'it is no fault of ours',
    );
    assert.ok(await freedWithin(1000));
  });

  it('leaves its scan running when the connection breaks', async () => {
    const controller = new AbortController();
    const before = await newestId();
    const broken = fetch(`${service.url}/api/v1/mcp`, {
      method: 'POST',
      signal: controller.signal,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(toolCall('start_scan', { url: `${site.origin}/`, waitSeconds: 50 }, 1)),
    }).catch(() => undefined);
    let id = before;
    while (id === before) {
      await delay(50);
      id = await newestId();
    }
    controller.abort();
    await broken;
    await delay(300);
    assert.equal((await readScan(service, key, id)).status, 'running');
    assert.equal((await cancel(id)).status, 200);
  });
});
