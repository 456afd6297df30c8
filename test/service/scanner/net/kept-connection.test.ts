import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createFetcher } from '../../../../src/scanner/net/fetcher.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, nthOfConnection: number) => void;

async function withServer(
  handler: Handler,
  test: (ask: (method: 'GET' | 'POST') => Promise<string>, asked: string[]) => Promise<void>,
): Promise<void> {
  const counts = new WeakMap<object, number>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const nth = (counts.get(request.socket) ?? 0) + 1;
    counts.set(request.socket, nth);
    asked.push(`${request.method} ${nth}`);
    handler(request, response, nth);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const fetcher = createFetcher({ userAgent: 'LegibleBot/1' });
  const ask = async (method: 'GET' | 'POST') => {
    // undici frees a connection a moment after the body has ended.
    await delay(20);
    const result = await fetcher.fetch(
      { url: `http://127.0.0.1:${port}/`, method, ...(method === 'POST' ? { body: '{}' } : {}) },
      { permit: { host: '127.0.0.1', port } },
    );
    return result.ok ? String(result.answer.status) : result.failure.code;
  };
  try {
    await test(ask, asked);
  } finally {
    await fetcher.close();
    server.closeAllConnections();
    server.close();
  }
}

/** Answers the first request of each connection and ends it at the second. */
const ENDINGS: Record<string, Handler> = {
  closes: (request, response, nth) => (nth > 1 ? request.socket.destroy() : response.end('text')),
  resets: (request, response, nth) => (nth > 1 ? request.socket.resetAndDestroy() : response.end('text')),
};

describe('a kept connection', () => {
  for (const [name, ending] of Object.entries(ENDINGS)) {
    it(`that the server ${name} is opened again and the GET repeated once`, async () => {
      await withServer(ending, async (ask, asked) => {
        assert.deepEqual([await ask('GET'), await ask('GET'), await ask('GET')], ['200', '200', '200']);
        assert.deepEqual(asked.slice(0, 3), ['GET 1', 'GET 2', 'GET 1']);
      });
    });
  }

  it('never repeats a request that may change something', async () => {
    await withServer(ENDINGS.closes ?? assert.fail(), async (ask, asked) => {
      assert.deepEqual([await ask('GET'), await ask('POST')], ['200', 'reset']);
      assert.deepEqual(asked, ['GET 1', 'POST 2']);
    });
  });

  it('is repeated no further where the new connection is cut too', async () => {
    let answered = 0;
    await withServer(
      (request, response) => {
        answered += 1;
        if (answered === 1) response.end('text');
        else request.socket.destroy();
      },
      async (ask, asked) => {
        assert.deepEqual([await ask('GET'), await ask('GET')], ['200', 'reset']);
        assert.deepEqual(asked, ['GET 1', 'GET 2', 'GET 1']);
      },
    );
  });

  it('is no reason to repeat what a new connection already lost', async () => {
    await withServer(
      (request) => request.socket.destroy(),
      async (ask, asked) => {
        assert.equal(await ask('GET'), 'reset');
        assert.equal(asked.length, 1);
      },
    );
  });
});
