import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { authDiscovery } from '../../../../src/scanner/gather/auth-discovery.ts';
import type { ApiDescription, McpDiscoveryArtifact, McpRemote } from '../../../../src/scanner/model/site.ts';
import { digest, ORIGIN, site } from '../../../support/artifacts.ts';
import { type FakeAnswer, fakeClientOf, gatherContext } from '../../../support/fake-client.ts';

const LOGIN = 'https://login.idp.example';
const PLACE = '/.well-known/oauth-protected-resource';
const AS_PLACE = `${LOGIN}/.well-known/oauth-authorization-server`;
const json = (value: unknown): FakeAnswer => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});
const SERVER = json({
  issuer: LOGIN,
  authorization_endpoint: `${LOGIN}/a`,
  token_endpoint: `${LOGIN}/t`,
  code_challenge_methods_supported: ['S256'],
});
const resource = (value: object = {}) => json({ resource: `${ORIGIN}/mcp`, authorization_servers: [LOGIN], ...value });
const READ: ApiDescription = {
  via: 'guessed',
  url: `${ORIGIN}/openapi.json`,
  state: 'read',
  document: undefined,
  status: 200,
  contentType: '',
  snippet: '',
};
const mcp = (remote: Partial<McpRemote> = {}): McpDiscoveryArtifact => ({
  card: { foundIn: 'ai-catalog', url: ORIGIN, status: 200, state: 'read', card: undefined, snippet: '' },
  remote: { url: `${ORIGIN}/mcp`, state: 'answers', status: 401, resourceMetadata: undefined, ...remote },
});

async function gather(
  answers: Readonly<Record<string, FakeAnswer>>,
  {
    descriptions = [],
    mcpDiscovery = { card: undefined, remote: undefined },
    bearer = false,
  }: {
    descriptions?: ApiDescription[];
    mcpDiscovery?: McpDiscoveryArtifact;
    bearer?: boolean;
  },
) {
  const { client, sent } = fakeClientOf(
    Object.fromEntries(Object.entries(answers).map(([path, answer]) => [new URL(path, ORIGIN).href, answer])),
  );
  const pages = [digest('/', { hints: bearer ? ['bearer-challenge'] : [] })];
  const artifact = await authDiscovery.gather(gatherContext(client), {
    target: site().target,
    crawl: { pages, pagesDiscovered: 1 },
    apiDescription: { catalog: 'absent', descriptions },
    mcpDiscovery,
  });
  return { ...artifact, sent: sent.map(({ url }) => url.replace(ORIGIN, '')) };
}

describe('authDiscovery', () => {
  it('asks nothing where there is nothing to be allowed to do', async () => {
    const { resource: found, sent } = await gather(
      { [PLACE]: resource() },
      { descriptions: [{ ...READ, state: 'absent' }] },
    );
    assert.deepEqual([found, sent], [undefined, []]);
  });

  it('asks once where there is no metadata', async () => {
    for (const intent of [{ descriptions: [READ] }, { bearer: true }])
      assert.deepEqual((await gather({}, intent)).sent, [PLACE]);
  });

  it('follows the resource to its authorization server', async () => {
    const {
      resource: found,
      server,
      hasAuthMd,
      sent,
    } = await gather({ [PLACE]: resource(), [AS_PLACE]: SERVER }, { descriptions: [READ] });
    assert.deepEqual(found?.fields, { matchesSite: true, servers: [LOGIN] });
    assert.deepEqual(server?.fields, { issuerMatches: true, missing: [], offersS256: true, offersRegistration: false });
    assert.equal(hasAuthMd, false);
    assert.deepEqual(sent.sort(), [PLACE, '/auth.md', AS_PLACE].sort());
  });

  it('goes where the 401 of the endpoint points, on the site itself', async () => {
    const pointed = await gather(
      { '/meta.json': resource(), [AS_PLACE]: SERVER },
      { mcpDiscovery: mcp({ resourceMetadata: '/meta.json' }) },
    );
    assert.equal(pointed.resource?.url, `${ORIGIN}/meta.json`);
    const gone = await gather({}, { mcpDiscovery: mcp({ resourceMetadata: `${ORIGIN}/meta.json` }) });
    assert.deepEqual([gone.resource?.state, gone.server], ['broken', undefined]);
    const elsewhere = await gather({}, { mcpDiscovery: mcp({ resourceMetadata: 'https://evil.example/meta.json' }) });
    assert.deepEqual(elsewhere.sent, [`${PLACE}/mcp`, PLACE]);
  });

  it('does not take another site’s metadata for the site’s', async () => {
    const { resource: found } = await gather(
      { [PLACE]: resource({ resource: 'https://other.example/' }) },
      { bearer: true },
    );
    assert.equal(found?.fields?.matchesSite, false);
  });

  it('asks OpenID Connect when RFC 8414 has nothing', async () => {
    const { server } = await gather(
      { [PLACE]: resource(), [`${LOGIN}/.well-known/openid-configuration`]: SERVER },
      { bearer: true },
    );
    assert.equal(server?.state, 'read');
  });

  const failures: { when: string; answers: Record<string, FakeAnswer>; expect: string }[] = [
    { when: 'nothing at either place', answers: {}, expect: 'broken' },
    { when: 'a time-out at the first', answers: { [AS_PLACE]: 'timeout' }, expect: 'unknown' },
    {
      when: 'a time-out at the second',
      answers: { [`${LOGIN}/.well-known/openid-configuration`]: 'timeout' },
      expect: 'unknown',
    },
    { when: 'a private address', answers: { [AS_PLACE]: 'blocked_address' }, expect: 'unknown' },
  ];
  for (const { when, answers, expect } of failures) {
    it(`${expect}: an authorization server with ${when}`, async () => {
      const { server } = await gather({ [PLACE]: resource(), ...answers }, { bearer: true });
      assert.deepEqual([server?.state, server?.fields], [expect, undefined]);
    });
  }

  it('names the faults of the metadata', async () => {
    const broken = await gather({ [PLACE]: json({ authorization_servers: [LOGIN] }) }, { bearer: true });
    assert.deepEqual([broken.resource?.state, broken.resource?.problem], ['broken', 'it names no resource']);
    const cut = await gather(
      { [PLACE]: { headers: { 'content-type': 'application/json' }, body: '{' } },
      { bearer: true },
    );
    assert.deepEqual([cut.resource?.state, cut.resource?.problem], ['broken', 'it is not valid JSON']);
  });
});
