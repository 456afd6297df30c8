/** Live progress of a scan over a WebSocket: access, messages and the end. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { WebSocket } from 'ws';
import * as z from 'zod';
import { type HeldSite, serveHeldSite } from '../../support/held-site.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { readScan, startScan } from '../../support/service-doors.ts';

const Message = z.strictObject({
  phase: z.string().optional(),
  percent: z.int().min(0).max(100),
  status: z.enum(['running', 'completed', 'failed']),
  pagesDiscovered: z.int(),
  pagesScanned: z.int(),
  currentUrl: z.string().optional(),
  findings: z.array(z.strictObject({ checkId: z.string(), name: z.string(), pages: z.int().min(1) })).max(5),
});
type Message = z.output<typeof Message>;

let service: TestService;
let site: HeldSite;
let key: string;
let id: string;
let shareToken: string;
before(async () => {
  service = await startTestService();
  site = await serveHeldSite();
  key = await service.key();
  ({ id } = await startScan(service, key, { url: site.origin, pageLimit: 5 }));
  ({ shareToken } = await readScan(service, key, id));
});
after(async () => {
  await service.stop();
  await site.close();
});

const open = (what: string, headers: Record<string, string> = {}) =>
  new WebSocket(`${service.url.replace('http', 'ws')}/api/v1/scans/${what}/progress`, { headers });
const bearer = (of: string) => ({ authorization: `Bearer ${of}` });

/** The status of a refused upgrade; 101 when it was accepted. */
const statusOf = (socket: WebSocket): Promise<number | undefined> =>
  new Promise((resolve) => {
    socket.once('open', () => {
      socket.terminate();
      resolve(101);
    });
    socket.once('unexpected-response', (request, { statusCode }) => {
      request.destroy();
      resolve(statusCode);
    });
    socket.on('error', () => {});
  });

/** Every message to a socket, and its close code. */
const followed = (socket: WebSocket): Promise<{ messages: Message[]; code: number }> =>
  new Promise((resolve, reject) => {
    const messages: Message[] = [];
    socket.on('message', (data) => messages.push(Message.parse(JSON.parse(String(data)))));
    socket.once('close', (code) => resolve({ messages, code }));
    socket.once('error', reject);
  });
/** Resolves at the first progress message of the scan. */
const letIn = (socket: WebSocket): Promise<unknown> => once(socket, 'message');

describe('progress of a scan', () => {
  it('is refused for wrong tokens, other sites and wrong keys', async () => {
    const theirs = await service.key();
    assert.equal(await statusOf(open(id)), 404, 'an id without a key');
    assert.equal(await statusOf(open(id, bearer(theirs))), 404, 'an id and a key of another account');
    assert.equal(await statusOf(open('nope', bearer(key))), 404, 'no scan');
    assert.equal(await statusOf(open(id, bearer('svc_live_nope'))), 401, 'a wrong key');
    assert.equal(await statusOf(open(shareToken, { origin: 'https://evil.example' })), 403, 'another site');
    const socket = open(shareToken, { origin: 'https://evil.example' });
    const [, refusal] = await once(socket, 'unexpected-response');
    assert.match(String(refusal.headers['x-ratelimit-remaining']), /^\d+$/, 'the limits of another site');
    const elsewhere = new WebSocket(service.url.replace('http', 'ws'));
    assert.equal(await statusOf(elsewhere), 404, 'another path');
  });

  it('is sent to a bearer of the key or the share token, until the end', { timeout: 60_000 }, async () => {
    const sockets = [open(id, bearer(key)), open(shareToken), open(shareToken, { origin: service.url })];
    const watching = sockets.map(followed);
    const leaver = open(shareToken);
    leaver.once('open', () => leaver.terminate());
    await Promise.all(sockets.map(letIn));
    site.release();
    for (const { messages, code } of await Promise.all(watching)) {
      assert.equal(code, 1000);
      assert.equal(messages[0]?.status, 'running');
      const last = messages.at(-1);
      const { pagesScanned } = await readScan(service, key, id);
      assert.deepEqual([last?.status, last?.pagesScanned], ['completed', pagesScanned]);
      assert.ok(messages.length >= 2, `${messages.length} messages`);
    }
  });

  it('of a scan that has ended is one message', async () => {
    const { messages, code } = await followed(open(shareToken));
    assert.deepEqual([messages.map(({ status }) => status), code], [['completed'], 1000]);
  });

  it('does not keep the service from stopping', async () => {
    const other = await startTestService();
    const held = await serveHeldSite();
    const theirs = await other.key();
    const scan = await startScan(other, theirs, { url: held.origin, pageLimit: 5 });
    const url = `${other.url.replace('http', 'ws')}/api/v1/scans/${scan.id}/progress`;
    const socket = new WebSocket(url, { headers: bearer(theirs) });
    const ended = followed(socket);
    await letIn(socket);
    const stopping = performance.now();
    await other.stop();
    assert.equal((await ended).code, 1001);
    assert.ok(performance.now() - stopping < 8000, 'no deadline had to pass');
    await held.close();
  });
});
