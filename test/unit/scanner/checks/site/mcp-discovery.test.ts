import check from '../../../../../src/scanner/checks/site/mcp-discovery.ts';
import type { McpDiscoveryArtifact, McpRemote } from '../../../../../src/scanner/model/site.ts';
import type { ServerCard } from '../../../../../src/scanner/parse/agent-files/agent-cards.ts';
import { ORIGIN, site } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

type Found = NonNullable<McpDiscoveryArtifact['card']>;

const ENDPOINT = `${ORIGIN}/mcp`;
const CARD: ServerCard = { shape: 'sep-2127', missing: [], warnings: [], remoteUrl: ENDPOINT, isTemplate: false };
const REMOTE: McpRemote = { url: ENDPOINT, state: 'answers', status: 405, resourceMetadata: undefined };

function given(
  card: Partial<ServerCard> = {},
  found: Partial<Found> = {},
  remote: Partial<McpRemote> | undefined = {},
) {
  const mcpDiscovery: McpDiscoveryArtifact = {
    card: {
      foundIn: 'ai-catalog',
      url: `${ENDPOINT}/server-card`,
      status: 200,
      state: 'read',
      card: { ...CARD, ...card },
      snippet: '{',
      ...found,
    },
    remote: remote === undefined ? undefined : { ...REMOTE, ...remote },
  };
  return { target: site().target, mcpDiscovery };
}

checkTable(check, [
  { when: 'catalog, card and endpoint', given: given(), expect: 'pass' },
  { when: 'an endpoint that asks for a token', given: given({}, {}, { status: 401 }), expect: 'pass' },
  {
    when: 'an endpoint that robots.txt closes to us',
    given: given({}, {}, { state: 'forbidden-to-us', status: undefined }),
    expect: 'pass',
  },
  {
    when: 'an address to fill in',
    given: given({ remoteUrl: undefined, isTemplate: true }, {}, undefined),
    expect: 'pass',
  },
  {
    when: 'nothing',
    given: { target: site().target, mcpDiscovery: { card: undefined, remote: undefined } },
    expect: 'na',
  },
  { when: 'a card we did not get', given: given({}, { state: 'unknown', card: undefined }), expect: 'error' },
  {
    when: 'a card that is no JSON',
    given: given({}, { state: 'broken', card: undefined }),
    expect: 'fail',
    says: /JSON/,
  },
  { when: 'missing fields', given: given({ missing: ['version'] }), expect: 'fail', says: /version/ },
  {
    when: 'an endpoint that is gone',
    given: given({}, {}, { state: 'dead', status: 404 }),
    expect: 'fail',
    says: /404/,
  },
  {
    when: 'an endpoint that nothing answers',
    given: given({}, {}, { state: 'dead', status: undefined }),
    expect: 'fail',
    says: /nothing answers/,
  },
  {
    when: 'plain http',
    given: given({}, {}, { state: 'not-https', status: undefined }),
    expect: 'fail',
    says: /https/,
  },
  {
    when: 'an endpoint we did not reach',
    given: given({}, {}, { state: 'unknown', status: undefined }),
    expect: 'error',
  },
  { when: 'an old place', given: given({}, { foundIn: 'legacy-place' }), expect: 'warn', says: /AI catalog/ },
  {
    when: 'an old shape',
    given: given({ shape: 'legacy' }, { foundIn: 'legacy-place' }),
    expect: 'warn',
    says: /older shape/,
  },
  {
    when: 'an old shape whose endpoint does not answer',
    given: given({ shape: 'legacy' }, { foundIn: 'legacy-place' }, { state: 'dead' }),
    expect: 'warn',
    says: /does not answer/,
  },
  {
    when: 'an old shape without endpoint',
    given: given(
      { shape: 'legacy', remoteUrl: undefined, missing: ['the address of the endpoint'] },
      { foundIn: 'legacy-place' },
      undefined,
    ),
    expect: 'warn',
  },
  {
    when: 'small faults',
    given: given({ warnings: ['remotes lists no endpoint'] }),
    expect: 'warn',
    says: /no endpoint/,
  },
]);
