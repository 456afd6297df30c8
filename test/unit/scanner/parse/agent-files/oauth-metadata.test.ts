import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  metadataUrlsOf,
  readResourceMetadata,
  readServerMetadata,
  resourceMetadataUrlOf,
} from '../../../../../src/scanner/parse/agent-files/oauth-metadata.ts';

const ISSUER = 'https://login.site.example';
const SERVER = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  code_challenge_methods_supported: ['S256'],
  registration_endpoint: `${ISSUER}/register`,
};
const GOOD: ReturnType<typeof readServerMetadata> = {
  issuerMatches: true,
  missing: [],
  offersS256: true,
  offersRegistration: true,
};

describe('protected resource metadata', () => {
  it('names a resource and its servers', () => {
    const read = readResourceMetadata({
      resource: 'https://site.example/mcp',
      authorization_servers: [ISSUER, 3, 'x y'],
    });
    assert.equal(read?.resource.href, 'https://site.example/mcp');
    assert.deepEqual(read?.servers, [ISSUER]);
    assert.deepEqual(readResourceMetadata({ resource: 'https://site.example/' })?.servers, []);
  });
  it('is none without a resource', () => {
    for (const resource of [undefined, 'mcp', 'urn:x', 7]) assert.equal(readResourceMetadata({ resource }), undefined);
  });
  it('comes before the path of the resource', () => {
    const at = (url: string) => resourceMetadataUrlOf(new URL(url));
    assert.equal(at('https://site.example/mcp/'), 'https://site.example/.well-known/oauth-protected-resource/mcp');
    assert.equal(at('https://site.example/'), 'https://site.example/.well-known/oauth-protected-resource');
  });
});

describe('authorization server metadata', () => {
  const rows: {
    when: string;
    given: Record<string, unknown>;
    expect: Partial<typeof GOOD>;
  }[] = [
    { when: 'complete', given: SERVER, expect: {} },
    { when: 'a slash more', given: { ...SERVER, issuer: `${ISSUER}/` }, expect: {} },
    { when: 'another issuer', given: { ...SERVER, issuer: 'https://other.example' }, expect: { issuerMatches: false } },
    { when: 'no issuer', given: { ...SERVER, issuer: undefined }, expect: { issuerMatches: false } },
    {
      when: 'no endpoints',
      given: { ...SERVER, authorization_endpoint: '/authorize', token_endpoint: undefined },
      expect: { missing: ['authorization_endpoint', 'token_endpoint'] },
    },
    {
      when: 'grants that need no authorization endpoint',
      given: { ...SERVER, authorization_endpoint: undefined, grant_types_supported: ['client_credentials'] },
      expect: {},
    },
    {
      when: 'plain challenges',
      given: { ...SERVER, code_challenge_methods_supported: ['plain'] },
      expect: { offersS256: false },
    },
    {
      when: 'no registration',
      given: { ...SERVER, registration_endpoint: undefined },
      expect: { offersRegistration: false },
    },
    {
      when: 'client ID metadata documents',
      given: { ...SERVER, registration_endpoint: undefined, client_id_metadata_document_supported: true },
      expect: {},
    },
    { when: 'an agent_auth block', given: { ...SERVER, registration_endpoint: undefined, agent_auth: {} }, expect: {} },
  ];
  for (const { when, given, expect } of rows)
    it(when, () => assert.deepEqual(readServerMetadata(given, ISSUER), { ...GOOD, ...expect }));

  it('is at the URLs of RFC 8414 and of OpenID Connect', () => {
    assert.deepEqual(metadataUrlsOf(`${ISSUER}/tenant/`), [
      `${ISSUER}/.well-known/oauth-authorization-server/tenant`,
      `${ISSUER}/tenant/.well-known/openid-configuration`,
    ]);
    assert.deepEqual(metadataUrlsOf('no address'), []);
  });
});
