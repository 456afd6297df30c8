/** Admission to the progress of a scan: the Host, the rate limit of reads and the free sockets, each on its own. */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import { WebSocket } from 'ws';
import { RateLimitedError } from '../../../src/auth/quotas.ts';
import { ServiceError } from '../../../src/errors.ts';
import { createOwnSite } from '../../../src/http/own-site.ts';
import { createLog } from '../../../src/log.ts';
import type { ScanRecord } from '../../../src/scans/scan-record.ts';
import { createProgressSocket, type ProgressSocketParts } from '../../../src/transport/progress-socket.ts';
import { eventually } from '../../support/store-wait.ts';

/** The part of a record that progress contains. */
const scan = { id: 'scn_1', shareToken: 'token', status: 'running', pagesDiscovered: 1, pagesScanned: 0 } as ScanRecord;

let server: Server | undefined;
let end = () => {};
const ends: (() => void)[] = [];
afterEach(() => {
  for (const each of ends.splice(0)) each();
  end();
  server?.close();
});

async function serve(parts: Partial<ProgressSocketParts> = {}): Promise<string> {
  const socket = createProgressSocket({
    scans: { find: async () => undefined, byShareToken: async () => scan },
    channel: { subscribe: async () => async () => {} },
    admission: {
      identify: async () => ({ kind: 'address', address: '192.0.2.1' }),
      requireKey: () => Promise.reject(new Error('not asked')),
    },
    quotas: { draw: async () => [], peek: async () => [] },
    baseUrl: 'https://legible.example',
    ownSite: createOwnSite('https://legible.example'),
    log: createLog('error'),
    credentialsOf: () => ({ authorization: undefined, clientAddress: '192.0.2.1', isSecure: false }),
    ...parts,
  });
  end = socket.close;
  const started = createServer().on('upgrade', socket.upgrade);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `ws://127.0.0.1:${(started.address() as AddressInfo).port}/api/v1/scans/token/progress`;
}

/** The response to a client that asks for a WebSocket at a path and never closes its own side. */
const answerAt = (url: string, path: string) =>
  new Promise<string>((resolve, reject) => {
    let said = '';
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true }, () => {
      const offer =
        'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==';
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${offer}\r\n\r\n`);
    });
    socket.on('data', (chunk) => {
      said += String(chunk);
      if (said.startsWith('HTTP/1.1 101 ')) resolve(said);
    });
    socket.once('error', reject).once('end', () => resolve(said));
    ends.push(() => socket.destroy());
  });

/** 101 for an admitted request, else the status and the seconds to wait. */
const knock = (url: string, headers: Record<string, string> = {}) =>
  new Promise<readonly [status: number | undefined, retryAfter?: string | undefined]>((resolve) => {
    const socket = new WebSocket(url, { headers });
    socket.once('open', () => resolve([101]));
    socket.once('unexpected-response', (request, { statusCode, headers: { 'retry-after': retryAfter } }) => {
      request.destroy();
      resolve([statusCode, retryAfter]);
    });
    socket.on('error', () => {});
  });

describe('the progress of a scan', () => {
  it('is served under the public host name, localhost or an address, and under no other', async () => {
    const url = await serve();
    for (const host of ['legible.example', 'localhost', '127.0.0.1:80', '[::1]']) {
      assert.deepEqual(await knock(url, { host }), [101], host);
    }
    for (const host of ['evil.example', 'legible.example.evil.example']) {
      assert.equal((await knock(url, { host }))[0], 421, host);
    }
  });

  it('costs a read, and says when there is one again', async () => {
    const drawn: unknown[] = [];
    const url = await serve({
      quotas: {
        async draw(_, budget) {
          drawn.push(budget);
          if (drawn.length > 1) throw new RateLimitedError('Too many calls.', 17, []);
          return [];
        },
        peek: async () => [],
      },
    });
    assert.deepEqual(await knock(url), [101]);
    assert.deepEqual(await knock(url), [429, '17']);
    assert.deepEqual(drawn, ['read-scan', 'read-scan']);
  });

  it('is refused with the headers of any other refusal: request id, challenge, limits', async () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => lines.push(line) });
    const window = { name: 'read-scan-minute', windowMs: 60_000, max: 120, remaining: 0, resetMs: 17_000 };
    const path = '/api/v1/scans/token/progress';
    const answerTo = async (parts: Partial<ProgressSocketParts>) => {
      const answer = await answerAt(await serve({ log, ...parts }), path);
      server?.close();
      const requestId = /\r\nx-request-id: ([0-9a-f-]{36})\r\n/.exec(answer)?.[1] ?? 'no request id';
      return { answer, requestId };
    };
    const refusing = (error: unknown): Partial<ProgressSocketParts> => ({
      admission: { identify: () => Promise.reject(error), requireKey: () => Promise.reject(new Error('not asked')) },
    });

    const wrongKey = await answerTo(refusing(new ServiceError('invalid_key', 'The API key is unknown.')));
    assert.match(
      wrongKey.answer,
      /^HTTP\/1\.1 401 [\s\S]*\r\nwww-authenticate: Bearer realm="legible", [^\r]*invalid_token/,
    );
    assert.match(wrongKey.requestId, /-/);

    const limited = new RateLimitedError('Too many calls.', 17, [window]);
    const tooMany = await answerTo({ quotas: { draw: () => Promise.reject(limited), peek: async () => [] } });
    for (const header of ['retry-after: 17', 'x-ratelimit-limit: 120', 'x-ratelimit-remaining: 0']) {
      assert.ok(tooMany.answer.includes(`\r\n${header}\r\n`), header);
    }

    const drawn = { draw: async () => [{ ...window, remaining: 119 }], peek: async () => [] };
    const missing = { find: async () => undefined, byShareToken: async () => undefined };
    assert.match(
      (await answerTo({ quotas: drawn, scans: missing })).answer,
      /404 [\s\S]*\r\nx-ratelimit-remaining: 119\r\n/,
    );
    assert.deepEqual(lines, []);

    const fault = await answerTo(refusing(new TypeError('secret words of a bug')));
    assert.match(fault.answer, new RegExp(`^HTTP/1\\.1 500 [\\s\\S]*Quote request ${fault.requestId}`));
    assert.doesNotMatch(fault.answer, /secret/);
    assert.match(lines.join(), new RegExp(`"requestId":"${fault.requestId}".*secret words of a bug`));
  });

  it('is limited to this many clients at once, and accepts one more after one has left', async () => {
    const url = await serve({ maxSockets: 2 });
    const first = new WebSocket(url);
    await new Promise((resolve) => first.once('open', resolve));
    assert.deepEqual(await knock(url), [101]);
    assert.deepEqual(await knock(url), [503, '10']);
    const left = new Promise((resolve) => first.once('close', resolve));
    first.close();
    await left;
    assert.deepEqual(await knock(url), [101]);
  });

  it('is limited to this many sockets of one caller, even with room for others', async () => {
    let address = '192.0.2.1';
    const url = await serve({
      maxSocketsEach: 1,
      admission: {
        identify: async () => ({ kind: 'address', address }),
        requireKey: () => Promise.reject(new Error('not asked')),
      },
    });
    const first = new WebSocket(url);
    await new Promise((resolve) => first.once('open', resolve));
    assert.deepEqual(await knock(url), [503, '10']);
    address = '192.0.2.2';
    assert.deepEqual(await knock(url), [101]);
    address = '192.0.2.1';
    const left = new Promise((resolve) => first.once('close', resolve));
    first.close();
    await left;
    await eventually('there is a place again', async () => (await knock(url))[0] === 101);
  });

  it('is missing at any other path, and no spelling of one is an internal error', async () => {
    const lines: string[] = [];
    const url = await serve({ log: createLog('trace', { write: (line) => lines.push(line) }) });
    for (const path of ['//', 'http://[', '/api/v1/scans/token/progress/', '*', '/?/api/v1/scans/token/progress']) {
      assert.match(await answerAt(url, path), /^HTTP\/1\.1 404 [\s\S]*"not_found"/, path);
    }
    assert.deepEqual(lines, []);
    assert.match(await answerAt(url, '/api/v1/scans/token/progress?x=1'), /^HTTP\/1\.1 101 /);
  });

  it('keeps no connection of those it refuses', async () => {
    const url = await serve();
    await answerAt(url, '/elsewhere');
    const open = () => new Promise((resolve) => server?.getConnections((_, count) => resolve(count)));
    await eventually('the connection is closed', async () => (await open()) === 0);
  });
});
