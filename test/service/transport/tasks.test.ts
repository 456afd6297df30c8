/** The tasks extension of revision 2026-07-28: a scan is a task for clients that declare it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { AgentScan } from '../../../src/schema/agent-forms.ts';
import { TASKS_EXTENSION } from '../../../src/transport/features/tasks.ts';
import { tinyLegit } from '../../fixtures/sites/tiny-legit.ts';
import { serveHeldSite } from '../../support/held-site.ts';
import { shareTestService, type TestService } from '../../support/service.ts';
import { type SiteServer, serveSite } from '../../support/site-server.ts';

const REVISION = '2026-07-28';
const META = 'io.modelcontextprotocol/';
const UNKNOWN = 'scn_aaaaaaaaaaaaaaaaaaaa';
let service: TestService;
let site: SiteServer;
let key: string;
before(async () => {
  service = await shareTestService();
  key = await service.key();
  site = await serveSite(tinyLegit);
});
after(async () => {
  await service.stop();
  await site.close();
});

const DECLARED = { [TASKS_EXTENSION]: {} };
interface Options {
  readonly extensions?: Readonly<Record<string, object>>;
  readonly mcpName?: string;
}
interface Reply {
  readonly status: number;
  readonly result: Record<string, unknown>;
  readonly error: { readonly code?: number; readonly data?: unknown };
}

async function ask(
  method: string,
  params: Record<string, unknown>,
  { extensions = DECLARED, mcpName = String(params.taskId ?? params.name) }: Options = {},
): Promise<Reply> {
  const _meta = {
    [`${META}protocolVersion`]: REVISION,
    [`${META}clientInfo`]: { name: 'legible-test', version: '1.0.0' },
    [`${META}clientCapabilities`]: { extensions },
  };
  const response = await fetch(`${service.url}/api/v1/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': REVISION,
      'mcp-method': method,
      ...(method === 'server/discover' ? {} : { 'mcp-name': mcpName }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
  });
  const { result = {}, error = {} } = Object(await response.json());
  return { status: response.status, result, error };
}

const startScan = (options: Options = {}, input = {}) =>
  ask('tools/call', { name: 'start_scan', arguments: { url: site.origin, pageLimit: 3, ...input } }, options);

async function ended(taskId: unknown): Promise<Record<string, unknown>> {
  for (let polls = 0; polls < 100; polls += 1) {
    const { result } = await ask('tasks/get', { taskId });
    if (result.status !== 'working') return result;
    await delay(100);
  }
  return assert.fail('the task did not end');
}

describe('the tasks extension', () => {
  it('is declared by server/discover', async () => {
    const { result } = await ask('server/discover', {});
    assert.deepEqual(Object(result.capabilities).extensions, { [TASKS_EXTENSION]: {} });
  });

  it('gives a task for a scan that runs, which ends with what get_scan answers', async () => {
    const { result: created } = await startScan();
    assert.equal(created.resultType, 'task');
    const { taskId, status, ttlMs, pollIntervalMs, createdAt, lastUpdatedAt, content } = created;
    assert.deepEqual([status, ttlMs, pollIntervalMs, content], ['working', null, 2000, undefined]);
    for (const time of [createdAt, lastUpdatedAt]) assert.match(String(time), /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
    const task = await ended(taskId);
    assert.deepEqual([task.resultType, task.taskId, task.status], ['complete', taskId, 'completed']);
    const { content: text, structuredContent } = Object(task.result);
    const scan = AgentScan.parse(structuredContent);
    assert.deepEqual([scan.id, scan.status, scan.completedAt], [taskId, 'completed', task.lastUpdatedAt]);
    assert.ok(text[0].text.includes(String(taskId)));
    const read = await ask('tools/call', { name: 'get_scan', arguments: { id: taskId } });
    assert.deepEqual(read.result.structuredContent, structuredContent);
  });

  it('waits as the client says where it says so, and then answers the result itself', async () => {
    const { result } = await startScan({}, { waitSeconds: 50 });
    assert.deepEqual([result.resultType, Object(result.structuredContent).status], ['complete', 'completed']);
  });

  it('answers other tools, and faults of a call, at once', async () => {
    const listed = await ask('tools/call', { name: 'list_scans', arguments: {} });
    assert.deepEqual([listed.result.resultType, listed.result.taskId], ['complete', undefined]);
    const refused = await startScan({}, { url: 'nowhere' });
    assert.deepEqual([refused.result.resultType, refused.result.isError], ['complete', true]);
    const odd = await ask('tools/call', { name: 'start_scan', arguments: [1] });
    assert.equal(odd.result.isError, true);
  });

  it('acknowledges an update of a known task, and leaves the scan alone', async () => {
    const { taskId } = (await startScan()).result;
    const { result } = await ask('tasks/update', { taskId, inputResponses: {} });
    assert.deepEqual([result.resultType, result.taskId, result.status], ['complete', undefined, undefined]);
    const { structuredContent } = Object((await ended(taskId)).result);
    assert.equal(AgentScan.parse(structuredContent).status, 'completed');
    // One that has ended stays as it is.
    assert.equal((await ask('tasks/cancel', { taskId })).result.resultType, 'complete');
  });

  it('cancels the scan of a task that is cancelled', async () => {
    const held = await serveHeldSite();
    after(() => held.close());
    const { taskId } = (await startScan({}, { url: held.origin })).result;
    const { result } = await ask('tasks/cancel', { taskId });
    assert.deepEqual([result.resultType, result.taskId], ['complete', undefined]);
    const { structuredContent } = Object((await ended(taskId)).result);
    assert.equal(AgentScan.parse(structuredContent).status, 'failed');
  });

  it('refuses unknown tasks, ids of other kinds, and a header of another task', async () => {
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      const { error } = await ask(method, { taskId: UNKNOWN });
      assert.equal(error.code, -32602, method);
      assert.equal((await ask(method, { taskId: 5 })).error.code, -32602, method);
    }
    const mismatch = await ask('tasks/get', { taskId: UNKNOWN }, { mcpName: 'another' });
    assert.deepEqual([mismatch.status, mismatch.error.code], [400, -32020]);
  });

  it('is nothing to a client that does not declare it', async () => {
    const { result } = await startScan({ extensions: {} });
    assert.deepEqual([result.resultType, result.taskId], ['complete', undefined]);
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      const { status, error } = await ask(method, { taskId: UNKNOWN }, { extensions: {} });
      assert.deepEqual([status, error.code], [400, -32021], method);
      assert.deepEqual(error.data, { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } });
    }
  });

  it('has no tasks/result and no tasks/list, and in earlier revisions no method at all', async () => {
    for (const method of ['tasks/result', 'tasks/list']) {
      assert.equal((await ask(method, { taskId: UNKNOWN })).error.code, -32601, method);
    }
    const response = await fetch(`${service.url}/api/v1/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tasks/get', params: { taskId: UNKNOWN } }),
    });
    assert.equal(Object(await response.json()).error.code, -32601);
  });
});
