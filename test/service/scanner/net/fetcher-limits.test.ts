import assert from 'node:assert/strict';
import { getEventListeners, once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FetchOptions, FetchRequest } from '../../../../src/scanner/net/fetch-types.ts';
import { createFetcher } from '../../../../src/scanner/net/fetcher.ts';
import { type HostileServer, startHostileServer } from '../../../support/hostile-server.ts';

const MEGABYTE = 1024 * 1024;
const fetcher = createFetcher({ userAgent: 'LegibleBot/1' });
let server: HostileServer;
before(async () => {
  server = await startHostileServer();
});
after(async () => {
  await fetcher.close();
  await server.close();
});

const ask = (path: string, request: Partial<FetchRequest> = {}, options: FetchOptions = {}, client = fetcher) =>
  client.fetch(
    { url: server.url(path), timeoutMs: 20_000, ...request },
    { permit: { host: '127.0.0.1', port: server.port }, ...options },
  );

/** Polls, because the other end learns of a closed socket a little later. */
async function eventually(holds: () => boolean, what: string): Promise<void> {
  for (let waited = 0; !holds(); waited += 5) {
    assert.ok(waited < 2000, what);
    await sleep(5);
  }
}

const QUICK = { timeoutMs: 100 };

describe('limits', () => {
  for (const path of ['/gzip-bomb', '/br-bomb', '/nested-bomb', '/big', '/endless']) {
    it(`memory stays bounded under ${path}`, async () => {
      await ask(path); // Makes the bomb, and allocates one-time memory.
      const before = process.memoryUsage().external;
      let peak = before;
      const sampler = setInterval(() => {
        peak = Math.max(peak, process.memoryUsage().external);
      }, 1);
      const result = await ask(path);
      clearInterval(sampler);
      assert.ok(!result.ok && result.failure.code === 'too_large');
      assert.ok(peak - before < 48 * MEGABYTE, `${Math.round((peak - before) / MEGABYTE)} MB`);
    });
  }

  it('a body in single bytes costs little more than its size', async () => {
    const result = await ask('/single-bytes');
    assert.ok(result.ok);
    assert.equal(result.body.length, 500_000);
  });

  it('the cap is exact', async () => assert.ok((await ask('/gzip', { maxBytes: 900 })).ok));

  /** The code of the failure, after asserting that it came at the deadline. */
  async function codeAtDeadline(pending: ReturnType<typeof ask>): Promise<string> {
    const startedAt = performance.now();
    const result = await pending;
    assert.ok(performance.now() - startedAt < 3000, 'late');
    return result.ok ? 'answered' : result.failure.code;
  }

  it('the deadline covers redirects together', async () => {
    assert.equal(await codeAtDeadline(ask('/redirect?to=/hang-headers', QUICK)), 'timeout');
  });

  it('the deadline covers DNS', async () => {
    const client = createFetcher({ userAgent: 'x', resolve: () => new Promise(() => {}) });
    assert.equal(await codeAtDeadline(ask('/ok', { url: 'http://slow.test/', ...QUICK }, {}, client)), 'timeout');
    await client.close();
  });

  it('the deadline covers a TLS handshake, and its socket goes with it', async () => {
    let open = 0;
    const silent = createServer((socket) => {
      open += 1;
      socket
        .on('error', () => {})
        .on('close', () => {
          open -= 1;
        });
      socket.resume();
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    // The string form of an address is that of pipes.
    const { port } = silent.address() as AddressInfo;
    const url = `https://127.0.0.1:${port}/`;
    assert.equal(await codeAtDeadline(ask('', { url, ...QUICK }, { permit: { host: '127.0.0.1', port } })), 'timeout');
    await eventually(() => open === 0, 'the half-open connection was closed');
    silent.close();
  });
});

describe('abort', () => {
  for (const path of ['/hang-headers', '/hang-body', '/drip', '/endless']) {
    it(`destroys the connection in ${path}`, async () => {
      const client = createFetcher({ userAgent: 'x' });
      const before = server.connectionCount;
      const controller = new AbortController();
      const pending = ask(path, { maxBytes: 1e12 }, { signal: controller.signal }, client);
      await eventually(() => server.connectionCount === before + 1, 'connected');
      const open = server.openConnections;
      await sleep(20);
      controller.abort();
      const result = await pending;
      assert.deepEqual(result.ok || result.failure, {
        code: 'timeout',
        message: 'the scan ended before the answer was complete',
      });
      await eventually(() => server.openConnections < open, 'the connection was closed');
      await client.close();
    });
  }

  it('is not needed for what a redirect leaves open', async () => {
    const own = await startHostileServer();
    const client = createFetcher({ userAgent: 'x' });
    const permit = { host: '127.0.0.1', port: own.port };
    assert.ok((await client.fetch({ url: own.url('/hanging-redirect') }, { permit })).ok);
    await eventually(() => own.openConnections === 1, 'only the connection of the final answer is kept');
    for (let count = 0; count < 10; count += 1) {
      assert.ok((await client.fetch({ url: own.url('/redirect?to=/ok') }, { permit })).ok);
    }
    assert.ok(own.connectionCount < 10, `redirects cost ${own.connectionCount} connections`);
    await client.close();
    await own.close();
  });

  it('before the start does not even connect', async () => {
    const before = server.connectionCount;
    const client = createFetcher({ userAgent: 'x' });
    const result = await ask('/ok', {}, { signal: AbortSignal.abort() }, client);
    assert.equal(result.ok, false);
    await sleep(20);
    assert.equal(server.connectionCount, before);
    await client.close();
  });

  it('of one request leaves others to the same host alone', async () => {
    const controller = new AbortController();
    const [gone, ...kept] = [
      ask('/hang-headers', {}, { signal: controller.signal }),
      ...Array.from({ length: 30 }, () => ask('/gzip', {}, { signal: new AbortController().signal })),
    ];
    controller.abort();
    assert.equal((await gone)?.ok, false);
    assert.ok((await Promise.all(kept)).every(({ ok }) => ok));
  });

  it('listens to one signal for many requests without a warning, and stops listening', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 30 }, () => ask('/ok', {}, { signal })));
    await sleep(10);
    process.off('warning', note);
    assert.deepEqual(warnings, []);
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });

  it('by close() ends the requests under way', async () => {
    const client = createFetcher({ userAgent: 'x' });
    const pending = ask('/hang-headers', {}, {}, client);
    await sleep(30);
    await client.close();
    assert.equal((await pending).ok, false);
    assert.equal((await ask('/ok', {}, {}, client)).ok, false);
  });
});
