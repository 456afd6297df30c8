import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mcpDiscovery } from '../../../../src/scanner/gather/mcp-discovery.ts';
import type { PageHint } from '../../../../src/scanner/model/page.ts';
import type { WellKnownArtifact } from '../../../../src/scanner/model/site.ts';
import { answered, digest, ORIGIN, site, unanswered, wellKnown } from '../../../support/artifacts.ts';
import { type FakeAnswer, fakeClientOf, gatherContext } from '../../../support/fake-client.ts';

const ENDPOINT = `${ORIGIN}/mcp`;
const CARD = {
  name: 'example.site/x',
  version: '1',
  description: 'd',
  remotes: [{ type: 'streamable-http', url: ENDPOINT }],
};
const probe = (path: string, value: unknown) =>
  answered(path, { text: JSON.stringify(value), contentType: 'application/json' });
const json = (value: unknown, status = 200, headers: Record<string, string> = {}): FakeAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});
const catalogOf = (entry: object) =>
  probe('/.well-known/ai-catalog.json', {
    specVersion: '1.0',
    entries: [{ type: 'application/mcp-server-card+json', identifier: 'x', ...entry }],
  });

async function gather(
  answers: Readonly<Record<string, FakeAnswer>>,
  files: Partial<WellKnownArtifact['files']> = {},
  { hints = [], isPrivateHost = false }: { hints?: PageHint[]; isPrivateHost?: boolean } = {},
) {
  const { client, sent } = fakeClientOf(
    Object.fromEntries(Object.entries(answers).map(([path, answer]) => [new URL(path, ORIGIN).href, answer])),
  );
  const artifact = await mcpDiscovery.gather(gatherContext(client), {
    target: { ...site().target, isPrivateHost },
    crawl: { pages: [digest('/', { hints })], pagesDiscovered: 1 },
    wellKnown: wellKnown(files),
  });
  return { ...artifact, sent };
}

describe('mcpDiscovery', () => {
  it('asks a plain site nothing', async () => {
    const { card, remote, sent } = await gather({});
    assert.deepEqual([card, remote, sent.length], [undefined, undefined, 0]);
  });

  it('follows the catalog to the card and the card to the endpoint', async () => {
    const { card, remote, sent } = await gather(
      { '/mcp/server-card': json(CARD), '/mcp': { status: 405 } },
      { aiCatalog: catalogOf({ url: '/mcp/server-card' }) },
    );
    assert.equal(card?.foundIn, 'ai-catalog');
    assert.equal(card?.card?.shape, 'sep-2127');
    assert.deepEqual(remote, { url: ENDPOINT, state: 'answers', status: 405, resourceMetadata: undefined });
    assert.deepEqual(
      sent.map(({ url, method, headers }) => [url, method, headers?.accept]),
      [
        [`${ENDPOINT}/server-card`, undefined, 'application/mcp-server-card+json'],
        [ENDPOINT, undefined, 'application/json'],
      ],
    );
  });

  it('takes a card inside the catalog', async () => {
    const { card } = await gather({}, { aiCatalog: catalogOf({ data: CARD }) });
    assert.deepEqual([card?.foundIn, card?.state, card?.card?.missing], ['ai-catalog', 'read', []]);
    assert.equal((await gather({}, { aiCatalog: catalogOf({ data: 'text' }) })).card?.state, 'broken');
  });

  const followed: { when: string; answer: FakeAnswer; expect: string }[] = [
    { when: 'a card that is not there', answer: { status: 404 }, expect: 'broken' },
    { when: 'HTML', answer: { body: '<!doctype html>' }, expect: 'broken' },
    { when: 'a time-out', answer: 'timeout', expect: 'unknown' },
  ];
  for (const { when, answer, expect } of followed) {
    it(`calls ${when} ${expect}`, async () => {
      const { card, remote } = await gather({ '/card': answer }, { aiCatalog: catalogOf({ url: '/card' }) });
      assert.deepEqual([card?.state, remote], [expect, undefined]);
    });
  }

  it('takes an old card where it used to be', async () => {
    const legacy = { serverInfo: { name: 'x' }, transport: { endpoint: '/mcp' } };
    const { card, remote } = await gather(
      { '/mcp': { status: 400 } },
      { mcpServerCard: probe('/.well-known/mcp/server-card.json', legacy) },
    );
    assert.deepEqual([card?.foundIn, card?.card?.shape, remote?.state], ['legacy-place', 'legacy', 'answers']);
    assert.equal(
      (await gather({}, { mcpServerCard: unanswered('/.well-known/mcp/server-card.json') })).card?.state,
      'unknown',
    );
  });

  it('looks into older places one by one where MCP is meant', async () => {
    const { sent } = await gather({}, {}, { hints: ['mcp-link'] });
    assert.deepEqual(
      sent.map(({ url }) => url.slice(ORIGIN.length)),
      ['/mcp/server-card', '/.well-known/mcp/catalog.json', '/.well-known/mcp.json', '/.well-known/mcp'],
    );
    const found = await gather(
      { '/.well-known/mcp.json': json({ mcp_endpoint: ENDPOINT }) },
      {},
      { hints: ['mcp-link'] },
    );
    assert.equal(found.card?.url, `${ORIGIN}/.well-known/mcp.json`);
    const entries = [{ identifier: 'x', type: 'application/mcp-server-card+json', url: '/card' }];
    const listed = await gather(
      { '/.well-known/mcp/catalog.json': json({ specVersion: 'draft', entries }), '/card': json(CARD), '/mcp': {} },
      { aiCatalog: probe('/.well-known/ai-catalog.json', { entries: [] }) },
    );
    assert.deepEqual(
      [listed.card?.foundIn, listed.card?.url, listed.remote?.state],
      ['legacy-place', `${ORIGIN}/card`, 'answers'],
    );
  });

  const rpc = (status: number) => json({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'x' } }, status);
  const remotes: { when: string; answer: FakeAnswer; expect: string }[] = [
    { when: 'a page for people', answer: { body: '<!doctype html>' }, expect: 'answers' },
    { when: '401', answer: { status: 401 }, expect: 'answers' },
    { when: '406', answer: rpc(406), expect: 'answers' },
    { when: '404', answer: { status: 404 }, expect: 'dead' },
    { when: '404 with JSON-RPC', answer: rpc(404), expect: 'answers' },
    { when: '503', answer: { status: 503 }, expect: 'dead' },
    { when: '500 with JSON-RPC', answer: rpc(500), expect: 'answers' },
    { when: 'no server', answer: 'connect', expect: 'dead' },
    { when: 'a stream without end', answer: 'too_large', expect: 'answers' },
    { when: 'a time-out', answer: 'timeout', expect: 'unknown' },
    { when: 'a name that does not resolve', answer: 'dns', expect: 'unknown' },
    { when: 'robots.txt', answer: 'robots', expect: 'forbidden-to-us' },
  ];
  for (const { when, answer, expect } of remotes) {
    it(`${expect}: an endpoint with ${when}`, async () => {
      const { remote } = await gather({ '/mcp': answer }, { aiCatalog: catalogOf({ data: CARD }) });
      assert.equal(remote?.state, expect);
    });
  }

  it('does not ask an endpoint without https, but on private hosts', async () => {
    const plain = { ...CARD, remotes: [{ type: 'streamable-http', url: 'http://site.example/mcp' }] };
    const files = { aiCatalog: catalogOf({ data: plain }) };
    const publicly = await gather({}, files);
    assert.deepEqual([publicly.remote?.state, publicly.sent.length], ['not-https', 0]);
    const privately = await gather({ 'http://site.example/mcp': { status: 405 } }, files, { isPrivateHost: true });
    assert.equal(privately.remote?.state, 'answers');
  });

  it('keeps where a 401 says that the metadata is', async () => {
    const at = `${ORIGIN}/.well-known/oauth-protected-resource/mcp`;
    const answer = { status: 401, headers: { 'www-authenticate': `Bearer resource_metadata="${at}"` } };
    const { remote } = await gather({ '/mcp': answer }, { aiCatalog: catalogOf({ data: CARD }) });
    assert.equal(remote?.resourceMetadata, at);
  });
});
