import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { McpArtifacts, McpListing } from '../../../../../src/scanner/model/mcp.ts';
import * as listing from '../../../../fixtures/mcp-servers/listing.ts';
import * as refusing from '../../../../fixtures/mcp-servers/refusing.ts';
import { legacy, modern, type ServerFacts, TOOL_ITEMS } from '../../../../fixtures/mcp-servers/speaking.ts';
import { type AskOptions, createMcpScanner, withServer } from '../../../../support/mcp-scan.ts';
import { type McpHandler, type McpRequest, sendJson } from '../../../../support/mcp-server.ts';

const scanner = createMcpScanner();
after(() => scanner.close());

interface Run {
  readonly artifacts: Partial<McpArtifacts> & Pick<McpArtifacts, 'handshake' | 'authorization'>;
  readonly limitsHit: readonly string[];
  readonly requests: readonly McpRequest[];
}

const run = (handler: McpHandler, options?: AskOptions): Promise<Run> =>
  withServer(handler, async ({ url, requests }) => {
    const session = await scanner.session(url, options);
    assert.ok(session.reached, session.reached ? '' : session.message);
    return { ...session, requests };
  });

const said = ({ method, message }: McpRequest): string =>
  method === 'POST' ? String(message === undefined ? 'malformed' : message.method) : method;

describe('a session', () => {
  it('with a modern server says this, in this order', async () => {
    const { requests, artifacts } = await run(modern());
    assert.deepEqual(requests.map(said), [
      'server/discover',
      'tools/list',
      'resources/list',
      'resources/templates/list',
      'prompts/list',
      'tools/list',
      'x-legible/unknown',
      'malformed',
      'GET',
      'server/discover',
      'server/discover',
    ]);
    assert.equal(requests.filter(({ headers }) => headers.origin === 'https://foreign-origin.invalid').length, 1);
    assert.equal(artifacts.probes?.notification, undefined);
  });

  it('with a modern server carries version and method in every POST, twice', async () => {
    const { requests } = await run(modern());
    for (const { method, headers, message } of requests) {
      assert.equal(headers['mcp-session-id'], undefined);
      if (method !== 'POST' || message === undefined) continue;
      assert.equal(headers['mcp-protocol-version'], '2026-07-28');
      assert.equal(headers['mcp-method'], message.method);
      assert.equal(headers.accept, 'application/json, text/event-stream');
      assert.equal(headers['content-type'], 'application/json');
      const { _meta } = message.params as { _meta: Record<string, unknown> };
      assert.equal(_meta['io.modelcontextprotocol/protocolVersion'], '2026-07-28');
      assert.deepEqual(_meta['io.modelcontextprotocol/clientCapabilities'], {});
    }
  });

  it('with a legacy server opens, uses and ends its sessions', async () => {
    const { requests, artifacts } = await run(legacy({}, { events: true }));
    const words = requests.map(said);
    assert.deepEqual(words.slice(0, 4), ['server/discover', 'initialize', 'notifications/initialized', 'tools/list']);
    // The handshake with another site's Origin was refused, so two sessions were opened.
    assert.deepEqual(words.slice(-4), ['initialize', 'initialize', 'DELETE', 'DELETE']);
    const initialize = requests[1]?.message?.params as { protocolVersion: string };
    assert.equal(initialize.protocolVersion, '2025-11-25');
    assert.equal(requests[1]?.headers['mcp-protocol-version'], undefined);
    for (const { headers } of requests.slice(2, -4)) {
      assert.equal(headers['mcp-session-id'], 'session-1');
      assert.equal(headers['mcp-protocol-version'], '2025-11-25');
    }
    assert.deepEqual(
      requests
        .slice(-2)
        .map(({ headers }) => headers['mcp-session-id'])
        .sort(),
      ['session-1', 'session-2'],
    );
    const { notification } = artifacts.probes ?? {};
    assert.ok(notification?.answered && notification.status === 202);
  });

  it('yields what the server lists', async () => {
    for (const speak of [modern(), legacy(), legacy({}, { events: true })]) {
      const { artifacts, limitsHit } = await run(speak);
      assert.deepEqual(
        artifacts.tools?.map(({ name }) => name),
        ['search_docs', 'get_page'],
      );
      assert.equal(artifacts.resources?.resources.length, 1);
      assert.equal(artifacts.resources?.templates.length, 1);
      assert.equal(artifacts.prompts?.length, 1);
      assert.deepEqual(artifacts.listings?.toolsAgain?.items, artifacts.listings?.tools.items);
      assert.deepEqual(limitsHit, []);
      const { probes, authorization } = artifacts;
      assert.ok(probes?.malformed.answered && probes.malformed.status === 400);
      assert.ok(probes.get.answered && probes.get.status === 405);
      assert.ok(probes.foreignOrigin.answered && probes.foreignOrigin.status === 403);
      assert.deepEqual(authorization, { challenged: false, challenge: undefined, metadata: [], servers: [] });
    }
  });

  it('asks for nothing that is not declared', async () => {
    const { requests, artifacts } = await run(modern(listing.noTools));
    assert.ok(!requests.some((request) => /^(tools|prompts)/.test(said(request))));
    assert.deepEqual([artifacts.tools, artifacts.prompts], [[], []]);
    assert.equal(artifacts.listings?.toolsAgain, undefined);
  });

  it('does not wait for the end of a stream that a GET opens', async () => {
    const speak = legacy();
    const streaming: McpHandler = (request, response) =>
      request.method === 'GET'
        ? response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
        : speak(request, response);
    const { get } = (await run(streaming)).artifacts.probes ?? {};
    assert.ok(get?.answered && get.totalMs < 2000);
    assert.deepEqual([get.status, get.contentType], [200, 'text/event-stream']);
  });

  it('tries a dropped connection once more', async () => {
    const speak = modern();
    let dropped = false;
    const flaky: McpHandler = (request, response) => {
      if (request.message?.method !== 'prompts/list' || dropped) return speak(request, response);
      dropped = true;
      return response.destroy();
    };
    assert.equal((await run(flaky)).artifacts.prompts?.length, 1);
  });

  it('tells its stages, and ends when its signal aborts', async () => {
    const stages: string[] = [];
    await run(modern(), { onStage: (stage) => stages.push(stage) });
    assert.deepEqual(stages, ['connect', 'list']);
    const controller = new AbortController();
    const onStage = (stage: string) => stage === 'list' && controller.abort(new Error('enough'));
    await assert.rejects(run(modern(), { signal: controller.signal, onStage }), /^Error: enough$/);
  });
});

describe('a list', () => {
  const listOf = async (facts: ServerFacts, options?: AskOptions): Promise<McpListing> => {
    const { listings } = (await run(modern(facts), options)).artifacts;
    assert.ok(listings);
    return listings.tools;
  };
  const inPages = (count: number, pages: number): ServerFacts => ({
    lists: {
      tools: ({ cursor = '0' }) => ({
        tools: Array.from({ length: count }, (_, index) => ({ name: `t${cursor}_${index}` })),
        ...(Number(cursor) + 1 < pages ? { nextCursor: String(Number(cursor) + 1) } : {}),
      }),
    },
  });

  const ROWS: readonly (readonly [string, ServerFacts, McpListing['trouble'], number, number])[] = [
    ['on one page', {}, undefined, 2, 1],
    ['on 20 pages', inPages(50, 20), undefined, 1000, 20],
    ['on 21 pages', inPages(1, 21), 'limit', 20, 20],
    ['of 1,001 items', inPages(1001, 1), 'limit', 1000, 1],
    ['that runs in a circle', listing.cursorLoop, 'cursor-loop', 2, 2],
    ['that ignores its cursor', listing.sameAgain, 'cursor-loop', 2, 2],
    ['without its array', { lists: { tools: () => ({ tools: {} }) } }, 'malformed', 0, 1],
    ['with a cursor that is no text', { lists: { tools: () => ({ tools: [], nextCursor: 5 }) } }, 'malformed', 0, 1],
    ['with an empty cursor', { lists: { tools: () => ({ tools: TOOL_ITEMS, nextCursor: '' }) } }, undefined, 2, 1],
    ['that does not exist', { lists: { tools: () => undefined } }, 'error', 0, 1],
    ['with junk', listing.junkEntries, undefined, 8, 1],
  ];
  for (const [name, facts, trouble, items, pages] of ROWS) {
    it(`${name}: ${trouble ?? 'whole'}`, async () => {
      const found = await listOf(facts);
      assert.deepEqual([found.trouble, found.items.length, found.pages.length], [trouble, items, pages]);
      for (const page of found.pages) {
        const result = page.answered ? page.message?.result : undefined;
        assert.ok(typeof result !== 'object' || !Object.hasOwn(result ?? {}, 'tools'), 'items are kept once');
      }
    });
  }

  it('that cannot be read leaves its artifact out, but not for junk among the tools', async () => {
    const missing = (await run(modern({ lists: { tools: () => undefined } }))).artifacts;
    assert.equal(missing.tools, undefined);
    const junk = (await run(modern(listing.junkEntries))).artifacts;
    assert.equal(junk.tools?.length, 2);
    const lies = (await run(modern(listing.liesAboutCapabilities))).artifacts;
    assert.deepEqual([lies.resources, lies.prompts], [undefined, undefined]);
  });

  it('that never answers does not keep the session from its end', async () => {
    const speak = modern();
    const hanging: McpHandler = (request, response) =>
      request.message?.method === 'tools/list' ? undefined : speak(request, response);
    const { artifacts, limitsHit } = await run(hanging, { limits: { requestMs: 200 } });
    assert.equal(artifacts.listings?.tools.trouble, 'unanswered');
    assert.equal(artifacts.prompts?.length, 1);
    assert.deepEqual(limitsHit, ['timeout']);
  });
});

describe('the budget of a session', () => {
  it('is 16 requests besides pages', async () => {
    const { requests } = await run(refusing.redirectsWithin(3));
    const pages = requests.filter((request) => said(request).endsWith('/list')).length;
    assert.ok(requests.length - pages <= 16);
    const { artifacts, limitsHit } = await run(modern(), { limits: { requests: 3 } });
    assert.deepEqual(limitsHit, ['budget']);
    assert.ok(artifacts.probes?.get.answered === false && artifacts.probes.get.reason === 'budget');
  });

  it('is a time for all requests together', async () => {
    const speak = modern();
    const slow: McpHandler = (request, response) => setTimeout(() => speak(request, response), 60);
    const startedAt = performance.now();
    const { artifacts } = await run(slow, { limits: { sessionMs: 250 } });
    assert.ok(performance.now() - startedAt < 1500);
    assert.ok(artifacts.probes?.foreignOrigin.answered === false);
    assert.equal(artifacts.probes.foreignOrigin.reason, 'budget');
  });

  it('is a size for all answers together', async () => {
    const { artifacts, limitsHit } = await run(modern(listing.longDescription), {
      limits: { sessionBytes: 3_000_000 },
    });
    assert.equal(artifacts.listings?.tools.trouble, undefined);
    assert.equal(artifacts.listings?.toolsAgain?.trouble, 'unanswered');
    assert.deepEqual(limitsHit, ['budget']);
  });
});

describe('what parsing costs', () => {
  const many = (count: number): ServerFacts => ({
    lists: { tools: [{ name: 'x', inputSchema: { enum: Array.from({ length: count }, () => ({})) } }] },
  });

  it('is bounded for one answer', async () => {
    const { artifacts, limitsHit } = await run(modern(many(300_000)));
    const [page] = artifacts.listings?.tools.pages ?? [];
    assert.ok(page?.answered === false && page.reason === 'too_large');
    assert.ok(limitsHit.includes('too_large'));
  });

  it('is bounded for all answers together', async () => {
    const { artifacts } = await run(modern(many(60_000)));
    assert.equal(artifacts.listings?.tools.trouble, undefined);
    assert.equal(artifacts.listings?.toolsAgain?.trouble, 'unanswered');
  });
});

describe('credentials', () => {
  const headers = { authorization: 'Bearer secret' };
  const sent = (requests: readonly McpRequest[]) => requests.map((request) => request.headers.authorization);

  it('go with every request to the endpoint', async () => {
    const { requests } = await run(modern(), { headers });
    assert.ok(sent(requests).every((value) => value === headers.authorization));
  });

  it('are gone with the first redirect', async () => {
    const { requests } = await run(refusing.redirectsWithin(1), { headers });
    assert.deepEqual(new Set(sent(requests).slice(1)), new Set([undefined]));
    assert.equal(requests[0]?.headers.authorization, headers.authorization);
  });

  it('are not kept where a server echoes them', async () => {
    const speak = legacy({}, { events: true });
    const echoing: McpHandler = (request, response) => {
      const { authorization = '' } = request.headers;
      response.setHeader('x-echo', authorization);
      return request.message?.method === 'initialize'
        ? speak(request, response)
        : sendJson(response, 400, { jsonrpc: '2.0', id: request.message?.id, error: { message: authorization } });
    };
    const { artifacts } = await run(echoing, { headers: { authorization: 'Bearer secret-token', 'x-no': 'a' } });
    const kept = JSON.stringify(artifacts);
    assert.ok(kept.includes('[redacted]') && !kept.includes('secret-token'));
  });

  it('do not go with what a challenge leads to', async () => {
    const { requests } = await run(refusing.asksForAuthorization, { headers });
    const metadata = requests.find(({ path }) => path.startsWith('/.well-known/'));
    assert.ok(metadata !== undefined && metadata.headers.authorization === undefined);
  });
});

describe('authorization', () => {
  it('follows the challenge and the document it links to', async () => {
    const { authorization, handshake, probes } = (await run(refusing.asksForAuthorization)).artifacts;
    assert.ok(authorization.challenged);
    assert.match(authorization.challenge ?? '', /^Bearer /);
    const [only] = authorization.metadata;
    assert.equal(only?.from, 'challenge');
    assert.ok(only.probe.answered && only.probe.text.includes('https://auth.example'));
    assert.equal(handshake.firstByteMs.length, 2);
    assert.equal(probes, undefined);
  });

  it('is looked for at the well-known places', async () => {
    const found = (await run(refusing.asksAtWellKnown)).artifacts.authorization;
    assert.deepEqual(
      found.metadata.map(({ from, probe }) => [from, new URL(probe.url).pathname]),
      [['well-known', '/.well-known/oauth-protected-resource/mcp']],
    );
    const nowhere = (await run(refusing.asksWithoutChallenge)).artifacts.authorization;
    assert.deepEqual(
      nowhere.metadata.map(({ probe }) => new URL(probe.url).pathname),
      ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource'],
    );
  });

  it('never leads to a private address', async () => {
    const server = refusing.challengesWithMetadataAt('http://169.254.169.254/latest/meta-data/');
    const [only] = (await run(server)).artifacts.authorization.metadata;
    assert.ok(only?.probe.answered === false && only.probe.failure.code === 'blocked_address');
  });

  for (const address of [
    'http://',
    'http://[',
    'http://a.test:99999/',
    'http://%00/',
    'file:///etc/passwd',
    'data:,{}',
  ]) {
    it(`does not go by "${address}"`, async () => {
      const [only] = (await run(refusing.challengesWithMetadataAt(address))).artifacts.authorization.metadata;
      assert.deepEqual(only?.probe.answered === false && [only.probe.url, only.probe.failure.code], [
        address,
        'protocol',
      ]);
    });
  }

  it('may be asked for the tools alone', async () => {
    const { authorization, handshake, tools } = (await run(refusing.guardsItsTools())).artifacts;
    assert.equal(handshake.outcome, 'connected');
    assert.ok(authorization.challenged);
    assert.equal(tools, undefined);
  });
});
