import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { McpDiscoveryArtifact, McpRemote } from '../../../../../src/scanner/model/site.ts';
import { type ActingParts, act, inShort, type Reply, silence, status } from '../../../../support/acting.ts';
import { answered, ORIGIN, wellKnown } from '../../../../support/artifacts.ts';

const discovered = (
  remote: Partial<McpRemote>,
  state: 'read' | 'broken' | 'unknown' = 'read',
): McpDiscoveryArtifact => ({
  card: {
    foundIn: 'legacy-place',
    url: `${ORIGIN}/.well-known/mcp.json`,
    status: 200,
    state,
    card: undefined,
    snippet: '',
  },
  remote: { url: `${ORIGIN}/mcp`, state: 'answers', status: 405, resourceMetadata: undefined, ...remote },
});
const card = (url: string): ActingParts => ({
  wellKnown: wellKnown({
    agentCard: answered('/.well-known/agent-card.json', {
      contentType: 'application/json',
      text: JSON.stringify({ name: 'Desk', description: 'Answers', version: '1', url, skills: [], capabilities: {} }),
    }),
  }),
});
const TELLS = { pages: { '/': { hints: ['mcp-link' as const] } } };

const rows: readonly (readonly [when: string, parts: ActingParts, reply: Reply, ...expect: readonly string[]])[] = [
  ['an MCP server answers', { mcpDiscovery: discovered({}) }, () => status(404), 'works 100'],
  [
    'an MCP server is dead, and pages tell of it',
    { ...TELLS, mcpDiscovery: discovered({ state: 'dead', status: 404 }) },
    () => status(404),
    'blocked 0 dead-endpoint',
  ],
  [
    'an MCP server is dead, and only a card names it',
    { mcpDiscovery: discovered({ state: 'dead', status: 404 }) },
    () => status(404),
  ],
  [
    'an MCP server could not be asked',
    { mcpDiscovery: discovered({ state: 'unknown', status: undefined }) },
    () => status(404),
    'not measured ?',
  ],
  ['an agent answers', card(`${ORIGIN}/a2a`), () => status(405), 'works 100'],
  ['an agent is dead', card(`${ORIGIN}/a2a`), () => status(404)],
  ['an agent could not be asked', card(`${ORIGIN}/a2a`), () => silence(false), 'not measured ?'],
  ['an agent is on another host', card('https://agents.example/a2a'), () => status(500), 'works 100'],
];

describe('tools for agents', () => {
  for (const [when, parts, reply, ...expect] of rows)
    it(when, () => assert.deepEqual(inShort(act({ '/': '' }, { ...parts, reply }), 'tools'), expect));

  it('of a page in a browser are not measured', () => {
    const page = '<script>navigator.modelContext.registerTool({ name: "book", execute() {} })</script>';
    assert.deepEqual(inShort(act({ '/': page }), 'tools'), ['not measured ?']);
    const form = '<form toolname="book" tooldescription="Books a table"><input name="day"><button>Book</button></form>';
    assert.deepEqual(inShort(act({ '/': form }), 'tools'), ['not measured ?']);
  });

  it('are asked for by GET on hosts of the site alone', () => {
    const asked = (url: string) => act({ '/': '' }, card(url)).probes.map((probe) => `${probe.method} ${probe.url}`);
    assert.deepEqual(asked(`${ORIGIN}/a2a`), [`GET ${ORIGIN}/a2a`]);
    for (const url of [
      'https://agents.example/a2a',
      'http://127.0.0.1/a2a',
      'javascript:1',
      `https://a:b@site.example/a2a`,
      `${ORIGIN}/a2a?action=delete`,
    ])
      assert.deepEqual(asked(url), [], url);
  });
});
