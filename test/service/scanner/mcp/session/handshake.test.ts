import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { HandshakeOutcome } from '../../../../../src/scanner/model/mcp.ts';
import * as flooding from '../../../../fixtures/mcp-servers/flooding.ts';
import * as refusing from '../../../../fixtures/mcp-servers/refusing.ts';
import { legacy, modern } from '../../../../fixtures/mcp-servers/speaking.ts';
import { type Connected, createMcpScanner, withServer } from '../../../../support/mcp-scan.ts';
import { type McpHandler, sendJson } from '../../../../support/mcp-server.ts';

const scanner = createMcpScanner();
after(() => scanner.close());

/** Slow rows wait less than a scan does. */
const SHORT = { requestMs: 300, shortMs: 300 };

async function sessionOf(handler: McpHandler, limits = {}): Promise<Connected['artifacts']> {
  const session = await withServer(handler, ({ url }) => scanner.session(url, { limits }));
  assert.ok(session.reached, session.reached ? '' : session.message);
  return session.artifacts;
}

interface Row {
  readonly name: string;
  readonly server: McpHandler;
  readonly outcome: HandshakeOutcome;
  readonly era?: 'modern' | 'legacy';
}
const ROWS: readonly Row[] = [
  { name: 'a modern server', server: modern(), outcome: 'connected', era: 'modern' },
  { name: 'a legacy server', server: legacy(), outcome: 'connected', era: 'legacy' },
  { name: 'a legacy server with events', server: legacy({}, { events: true }), outcome: 'connected', era: 'legacy' },
  { name: '401 with a challenge', server: refusing.asksForAuthorization, outcome: 'authorization' },
  { name: '401 without one', server: refusing.asksWithoutChallenge, outcome: 'authorization' },
  { name: '403', server: refusing.forbids, outcome: 'forbidden' },
  { name: 'HTTP+SSE', server: refusing.offersOnlySse, outcome: 'legacy-sse' },
  { name: 'HTML', server: refusing.servesHtml, outcome: 'not-mcp' },
  { name: '404', server: refusing.isNotThere, outcome: 'not-mcp' },
  { name: 'a JSON API', server: refusing.servesJsonApi, outcome: 'not-mcp' },
  { name: 'another JSON-RPC', server: refusing.speaksOtherRpc, outcome: 'not-mcp' },
  { name: 'another origin', server: refusing.redirectsTo('https://elsewhere.example/mcp'), outcome: 'redirect' },
  { name: 'a private address', server: refusing.redirectsTo('http://169.254.169.254/latest'), outcome: 'redirect' },
  { name: 'a redirect that drops the body', server: refusing.redirectsTo('/elsewhere', 302), outcome: 'redirect' },
  { name: 'no URL', server: refusing.redirectsTo('http://['), outcome: 'redirect' },
  { name: 'a circle', server: refusing.redirectsInCircles, outcome: 'redirect' },
  { name: 'three redirects', server: refusing.redirectsWithin(3), outcome: 'connected', era: 'modern' },
  { name: 'four redirects', server: refusing.redirectsWithin(4), outcome: 'redirect' },
  { name: 'an endless stream', server: flooding.neverEndsItsStream, outcome: 'oversize' },
  { name: '400 MB', server: flooding.sends400Megabytes, outcome: 'oversize' },
  { name: 'a gzip bomb', server: flooding.sendsGzipBomb, outcome: 'oversize' },
];

const byMethod =
  (discover: number, initialize: number): McpHandler =>
  ({ message }, response) =>
    response.writeHead(message?.method === 'server/discover' ? discover : initialize).end();

describe('the handshake with', () => {
  for (const { name, server, outcome, era } of ROWS) {
    it(`${name}: ${outcome}`, async () => {
      const { handshake } = await sessionOf(server);
      assert.equal(handshake.outcome, outcome);
      assert.equal(handshake.era, era);
    });
  }

  const UNREACHABLE: readonly (readonly [string, McpHandler, RegExp])[] = [
    ['a server that never answers', flooding.neverAnswers, /^no answer within 0\.3 s$/],
    ['a stream of comments', flooding.dripsComments, /^no answer within 0\.3 s$/],
    ['503 to everything', refusing.breaks, /^the server answers with status 503: try again later$/],
    ['429 to everything', (_, response) => response.writeHead(429).end(), /status 429: try again later$/],
    ['500 to server/discover, 400 to initialize', byMethod(500, 400), /status 500/],
    ['400 to server/discover, 500 to initialize', byMethod(400, 500), /status 500/],
    ['a connection that is dropped', (_, response) => response.destroy(), /^the connection was cut/],
  ];
  for (const [name, server, message] of UNREACHABLE) {
    it(`${name}: not reached`, async () => {
      const session = await withServer(server, ({ url }) => scanner.session(url, { limits: SHORT }));
      assert.ok(!session.reached);
      assert.match(session.message, message);
    });
  }

  it('no server: not reached', async () => {
    const url = await withServer(modern(), async (server) => server.url);
    const session = await scanner.session(url);
    assert.deepEqual(session, { reached: false, message: 'the server refuses connections on this port' });
  });
});

describe('a handshake', () => {
  it("reports a modern server's own description", async () => {
    const { handshake } = await sessionOf(modern());
    assert.equal(handshake.protocolVersion, '2026-07-28');
    assert.deepEqual(handshake.supportedVersions, ['2026-07-28']);
    assert.equal(handshake.serverInfo?.name, 'docs-search');
    assert.deepEqual(Object.keys(handshake.capabilities), ['tools', 'resources', 'prompts']);
    assert.match(String(handshake.instructions), /^Call search_docs/);
    assert.equal(handshake.initialize, undefined);
    assert.equal(handshake.decisive, handshake.discover);
    assert.equal(handshake.firstByteMs.length, 2);
  });

  it('tells the same of a legacy one', async () => {
    const { handshake } = await sessionOf(legacy());
    assert.equal(handshake.protocolVersion, '2025-11-25');
    assert.deepEqual(handshake.supportedVersions, []);
    assert.equal(handshake.serverInfo?.version, '1.4.2');
    assert.equal(handshake.decisive, handshake.initialize);
    assert.ok(handshake.discover.answered && handshake.discover.status === 400);
  });

  it('goes on where a server never answers a method it does not know', async () => {
    const speak = legacy();
    const silent: McpHandler = (request, response) =>
      request.message?.method === 'server/discover' ? undefined : speak(request, response);
    const { handshake } = await sessionOf(silent, SHORT);
    assert.equal(handshake.outcome, 'connected');
    assert.deepEqual([handshake.discover.answered, handshake.era], [false, 'legacy']);
  });

  it('chooses again from the versions that a refusal offers, once', async () => {
    const speak = modern();
    let refusals = 1;
    const choosy: McpHandler = (request, response) => {
      if (request.message?.method !== 'server/discover' || refusals === 0) return speak(request, response);
      refusals -= 1;
      const error = { code: -32_022, message: 'Unsupported', data: { supported: ['2026-07-28'] } };
      return sendJson(response, 400, { jsonrpc: '2.0', id: request.message.id, error });
    };
    assert.equal((await sessionOf(choosy)).handshake.era, 'modern');
    refusals = Number.POSITIVE_INFINITY;
    const { requests, handshake } = await withServer(choosy, async ({ url, requests: seen }) => {
      const session = await scanner.session(url);
      assert.ok(session.reached);
      return { requests: seen, handshake: session.artifacts.handshake };
    });
    assert.equal(handshake.outcome, 'not-mcp');
    assert.deepEqual(
      requests.map(({ method, message }) => message?.method ?? method),
      ['server/discover', 'server/discover', 'initialize', 'GET'],
    );
  });

  it('goes on where a gateway wants authorization for a method it does not know', async () => {
    const speak = legacy();
    const gateway: McpHandler = (request, response) =>
      request.message?.method === 'server/discover' ? response.writeHead(401).end() : speak(request, response);
    assert.equal((await sessionOf(gateway)).handshake.outcome, 'connected');
  });

  it('notes the redirects it followed, and the one it did not', async () => {
    const moved = await sessionOf(refusing.redirectsWithin(2));
    assert.deepEqual(
      moved.handshake.hops.map(({ url, status }) => [new URL(url).pathname, status]),
      [
        ['/mcp', 308],
        ['/mcp/1', 308],
      ],
    );
    assert.equal(new URL(moved.handshake.finalUrl).pathname, '/mcp/2');
    const away = await sessionOf(refusing.redirectsTo('//evil.example/mcp'));
    assert.equal(away.handshake.refusedRedirect, '//evil.example/mcp');
    assert.equal(away.handshake.hops.length, 1);
  });
});
