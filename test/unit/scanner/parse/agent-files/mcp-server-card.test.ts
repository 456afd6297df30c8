import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readServerCard, type ServerCard } from '../../../../../src/scanner/parse/agent-files/agent-cards.ts';

const BASE = 'https://site.example/.well-known/mcp.json';
const ENDPOINT = 'https://site.example/mcp';
const CARD = {
  $schema: 'https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json',
  name: 'example.site/backups',
  version: '1.0.0',
  description: 'Looks after backups',
  remotes: [{ type: 'streamable-http', url: ENDPOINT }],
};
const today = (overrides: Partial<ServerCard> = {}): ServerCard => ({
  shape: 'sep-2127',
  missing: [],
  warnings: [],
  remoteUrl: ENDPOINT,
  isTemplate: false,
  ...overrides,
});
const legacy = (remoteUrl: string | undefined): ServerCard => ({
  shape: 'legacy',
  missing: remoteUrl === undefined ? ['the address of the endpoint'] : [],
  warnings: [],
  remoteUrl,
  isTemplate: false,
});

describe('readServerCard', () => {
  const rows: { when: string; given: Record<string, unknown>; expect: ServerCard }[] = [
    { when: 'a card of today', given: CARD, expect: today() },
    {
      when: 'missing fields',
      given: { ...CARD, name: undefined, version: '', description: 7 },
      expect: today({ missing: ['name', 'version', 'description'] }),
    },
    {
      when: 'no schema and a short name',
      given: { ...CARD, $schema: 'https://other.example/schema', name: 'backups' },
      expect: today({
        warnings: ['$schema does not name the server card schema', 'name is not reverse DNS, a slash and a name'],
      }),
    },
    {
      when: 'no endpoint',
      given: { ...CARD, remotes: [] },
      expect: today({ remoteUrl: undefined, warnings: ['remotes lists no endpoint'] }),
    },
    {
      when: 'no endpoint that clients of today speak',
      given: { ...CARD, remotes: [{ type: 'sse', url: ENDPOINT }] },
      expect: today({ remoteUrl: undefined, missing: ['remotes[] of type streamable-http'] }),
    },
    {
      when: 'an address that is none',
      given: { ...CARD, remotes: [{ type: 'streamable-http', url: 'ftp://x' }] },
      expect: today({ remoteUrl: undefined, missing: ['remotes[] of type streamable-http'] }),
    },
    {
      when: 'an address to fill in',
      given: { ...CARD, remotes: [{ type: 'streamable-http', url: 'https://{tenant}.site.example/mcp' }] },
      expect: today({ remoteUrl: undefined, isTemplate: true }),
    },
    {
      when: 'the card of SEP-1649',
      given: { serverInfo: { name: 'x' }, transport: { type: 'streamable-http', endpoint: '/mcp' } },
      expect: legacy(ENDPOINT),
    },
    { when: 'an old list of servers', given: { servers: [{ name: 'x', url: ENDPOINT }] }, expect: legacy(ENDPOINT) },
    { when: 'an endpoint alone', given: { mcp_endpoint: ENDPOINT }, expect: legacy(ENDPOINT) },
    { when: 'an old card without one', given: { serverInfo: {}, tools: [] }, expect: legacy(undefined) },
  ];
  for (const { when, given, expect } of rows)
    it(`reads ${when}`, () => assert.deepEqual(readServerCard(given, BASE), expect));
});
