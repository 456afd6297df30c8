/** `legible scan` against servers that fail in the middle. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import { inWhole, someOf } from '../../support/exhaustive.ts';
import { legibleUnder, spawnLegible } from '../../support/service-process.ts';
import { eventually } from '../../support/store-wait.ts';

const RUNNING = {
  id: 'scn_1',
  rootUrl: 'https://a.example/',
  status: 'running',
  createdAt: '2026-01-01T00:00:00.000Z',
  completedAt: null,
  pagesDiscovered: 3,
  pagesScanned: 1,
  siteScore: 0,
  siteRating: 'needs_improvement',
  llmstxtScore: 0,
  percentile: null,
  corpusTotal: null,
  siteChecks: [],
  llmstxtChecks: [],
  pageResults: [],
  shareToken: 'x',
};

const STARTED: { readonly status: number; readonly body: unknown } = {
  status: 202,
  body: { id: 'scn_1', status: 'running', url: 'https://a.example/', pollUrl: '/x' },
};

/** A server whose scans go on for ever, or whose polls answer something else; it has WebSockets only where they are given. */
async function serve(
  poll: { readonly status: number; readonly body: unknown; readonly tells?: WebSocketServer },
  start = STARTED,
) {
  const starts: unknown[] = [];
  const polledAt: number[] = [];
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.method === 'POST') {
      starts.push(request.headers['idempotency-key']);
      response.writeHead(start.status).end(JSON.stringify(start.body));
    } else {
      polledAt.push(Date.now());
      response.writeHead(poll.status).end(JSON.stringify(poll.body));
    }
  });
  server.on('upgrade', (request, socket, head) => {
    if (poll.tells === undefined) socket.destroy();
    else
      poll.tells.handleUpgrade(request, socket, head, (accepted) => poll.tells?.emit('connection', accepted, request));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    starts,
    polledAt,
    settings: { LEGIBLE_URL: `http://127.0.0.1:${port}`, LEGIBLE_API_KEY: 'svc_live_x_y' },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

describe('a scan by a server', { concurrency: 2 }, () => {
  inWhole(() =>
    it('says how to read the result later when the server is gone for longer than the retries', async () => {
      const server = await serve({ status: 503, body: {} });
      const { code, stderr } = await legibleUnder(server.settings, 'scan', 'https://a.example/');
      server.close();
      assert.equal(code, 2);
      assert.equal(server.polledAt.length, 5);
      const [key] = server.starts;
      assert.ok(stderr.includes(`the same command with --idempotency-key ${key}\n`), stderr);
    }),
  );

  it('explains how to read the result of a start that is still in flight, because only this run knows its key', async () => {
    const server = await serve(STARTED, { status: 409, body: { error: { code: 'x', message: 'In flight.' } } });
    const { code, stderr } = await legibleUnder(server.settings, 'scan', 'https://a.example/');
    server.close();
    assert.equal(code, 2);
    assert.ok(stderr.includes(`--idempotency-key ${server.starts[0]}\n`), stderr);
  });

  it('needs a key, and says where it belongs, before it asks', async () => {
    const server = await serve(STARTED);
    const { code, stderr } = await legibleUnder(
      { ...server.settings, LEGIBLE_API_KEY: '' },
      'scan',
      'https://a.example/',
    );
    server.close();
    assert.equal(code, 64);
    assert.match(stderr, /^legible: LEGIBLE_API_KEY: expected a key of http.*\n$/);
    assert.equal(server.starts.length, 0);
  });

  for (const body of [{}, null, { ...RUNNING, status: 'queued' }]) {
    it(`says in one line that it is no Legible server which answers ${JSON.stringify(body)?.slice(0, 30)}`, async () => {
      const server = await serve(
        { status: 200, body },
        body !== null && 'id' in body ? STARTED : { status: 202, body },
      );
      const { code, stderr } = await legibleUnder(server.settings, 'scan', 'https://a.example/');
      server.close();
      assert.equal(code, 2);
      assert.match(stderr, /^legible: http:\/\/127\.0\.0\.1:\d+ does not answer as a Legible server does; .*\n$/);
    });
  }

  it('prints no control sequence of an error', async () => {
    const server = await serve({ status: 403, body: { error: { code: 'x', message: 'Not \u001b[31myou\u0007.' } } });
    const { stderr } = await legibleUnder(server.settings, 'scan', 'https://a.example/');
    server.close();
    assert.equal(stderr, 'legible: Not [31myou.\n');
  });

  it('says nothing of that when the server refuses', async () => {
    const server = await serve({ status: 403, body: { error: { code: 'x', message: 'Not you.' } } });
    const { code, stderr } = await legibleUnder(server.settings, 'scan', 'https://a.example/');
    server.close();
    assert.deepEqual([code, stderr], [2, 'legible: Not you.\n']);
  });

  for (const options of someOf([[], ['--watch']])) {
    it(`starts under a key and polls at most 120 times a minute: scan ${options.join()}`, async () => {
      const server = await serve({ status: 200, body: RUNNING });
      const running = spawnLegible(server.settings, 'scan', 'https://a.example/', ...options);
      try {
        await eventually('four polls', () => server.polledAt.length >= 4, 30_000);
      } finally {
        running.child.kill('SIGINT');
      }
      const { code, stderr } = await running.ended;
      server.close();
      assert.equal(code, 130);
      assert.match(String(server.starts[0]), /^[\w-]{36}$/);
      assert.match(stderr, /--idempotency-key/);
      const [first = 0] = server.polledAt;
      // Timers may be a little early.
      assert.ok((server.polledAt[3] ?? 0) - first >= 3 * 490);
    });
  }

  it('follows a scan over a WebSocket while one is open, and polls after that', async () => {
    const tells = new WebSocketServer({ noServer: true });
    const server = await serve({ status: 200, body: RUNNING, tells });
    const running = spawnLegible(server.settings, 'scan', 'https://a.example/', '--watch');
    try {
      const [socket, { url, headers }] = await once(tells, 'connection');
      assert.equal(url, '/api/v1/scans/scn_1/progress');
      assert.equal(headers.authorization, 'Bearer svc_live_x_y');
      socket.send(JSON.stringify({ status: 'running', pagesDiscovered: 9, pagesScanned: 4 }));
      // Twice as long as a poll waits.
      await delay(2000);
      assert.deepEqual(server.polledAt, []);
      socket.close(1001);
      await eventually('a poll', () => server.polledAt.length > 0, 30_000);
    } finally {
      running.child.kill('SIGINT');
      await running.ended;
      server.close();
    }
  });
});
