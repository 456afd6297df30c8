import check from '../../../../../src/scanner/checks/mcp/authorization-discovery.ts';
import type { Probe } from '../../../../../src/scanner/model/http.ts';
import { answered, notFound, unanswered } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { ENDPOINT, endedHandshake, handshake, plainAnswer } from '../../../../support/mcp-artifacts.ts';

const PLACE = 'https://mcp.example/.well-known/oauth-protected-resource/mcp';
const BEARER = `Bearer resource_metadata="${PLACE}"`;
const WHOLE = { resource: ENDPOINT, authorization_servers: ['https://login.example'] };

const json = (value: unknown): Probe =>
  answered(PLACE, { contentType: 'application/json', text: JSON.stringify(value) });
const guarded = (challenge: string | undefined, ...probes: Probe[]) => ({
  handshake: endedHandshake('authorization', plainAnswer(401)),
  authorization: {
    challenged: true,
    challenge,
    metadata: probes.map((probe) => ({
      from: challenge?.includes('resource_metadata') ? ('challenge' as const) : ('well-known' as const),
      probe,
    })),
    servers: [],
  },
});
const open = { challenged: false, challenge: undefined, metadata: [], servers: [] };
const ISSUER = 'https://login.example';
const AT = `${ISSUER}/.well-known/oauth-authorization-server`;
const AS = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  code_challenge_methods_supported: ['S256'],
};
const signedInAt = (...probes: Probe[]) => {
  const { handshake, authorization } = guarded(BEARER, json(WHOLE));
  return { handshake, authorization: { ...authorization, servers: [{ issuer: ISSUER, probes }] } };
};
const metadata = (fields: object) =>
  signedInAt(answered(AT, { contentType: 'application/json', text: JSON.stringify({ ...AS, ...fields }) }));
const resource = (address: string) => guarded(BEARER, json({ ...WHOLE, resource: address }));
const servers = (...list: unknown[]) => guarded(BEARER, json({ ...WHOLE, authorization_servers: list }));

checkTable(check, [
  { when: 'the whole chain', given: guarded(BEARER, json(WHOLE)), expect: 'pass' },
  { when: 'the scheme in lower case', given: guarded(BEARER.toLowerCase(), json(WHOLE)), expect: 'pass' },
  { when: 'the origin as resource', given: resource('https://mcp.example'), expect: 'pass' },
  { when: 'the endpoint with a slash', given: resource(`${ENDPOINT}/`), expect: 'pass' },
  { when: 'another path', given: resource('https://mcp.example/other'), expect: 'warn', says: /this endpoint/ },
  { when: 'a path that only begins the same', given: resource('https://mcp.example/m'), expect: 'warn' },
  { when: 'another origin', given: resource('https://other.example/mcp'), expect: 'warn' },
  { when: 'no resource', given: resource(''), expect: 'warn', says: /lacks a resource/ },
  { when: 'no server', given: servers(), expect: 'warn', says: /an authorization server with an https/ },
  { when: 'a server over http', given: servers('http://login.example'), expect: 'warn' },
  { when: 'a server on loopback', given: servers('http://localhost:9000'), expect: 'pass' },
  { when: 'one good server among others', given: servers(3, 'http://a.example', 'https://b.example'), expect: 'pass' },
  {
    when: 'only the well-known place',
    given: guarded('Bearer', notFound(PLACE), json(WHOLE)),
    expect: 'warn',
    says: /does not say where/,
  },
  {
    when: 'nothing anywhere',
    given: guarded('Bearer', notFound(PLACE)),
    expect: 'fail',
    says: /no metadata of the resource: it answers 404/,
  },
  { when: 'an authorization server with PKCE', given: metadata({}), expect: 'pass' },
  {
    when: 'an authorization server without PKCE',
    given: metadata({ code_challenge_methods_supported: ['plain'] }),
    expect: 'warn',
    says: /PKCE \(S256\)/,
  },
  {
    when: 'metadata of another issuer',
    given: metadata({ issuer: 'https://other.example' }),
    expect: 'warn',
    says: /another issuer/,
  },
  {
    when: 'no token endpoint',
    given: metadata({ token_endpoint: undefined }),
    expect: 'warn',
    says: /lacks token_endpoint/,
  },
  {
    when: 'an authorization server without metadata',
    given: signedInAt(notFound(AT), notFound(AT)),
    expect: 'warn',
    says: /publishes no metadata/,
  },
  { when: 'an authorization server out of our reach', given: signedInAt(unanswered(AT)), expect: 'pass' },
  { when: 'nothing asked for', given: guarded('Bearer'), expect: 'fail' },
  { when: 'metadata that is a page', given: guarded(BEARER, notFound(PLACE)), expect: 'fail' },
  {
    when: 'metadata that is no JSON',
    given: guarded(BEARER, answered(PLACE, { text: 'soon' })),
    expect: 'fail',
    says: /not valid JSON/,
  },
  { when: 'no challenge', given: guarded(undefined, json(WHOLE)), expect: 'fail', says: /no challenge/ },
  { when: 'another scheme', given: guarded('Basic realm="x"', json(WHOLE)), expect: 'fail', says: /another scheme/ },
  { when: 'metadata that we failed to get', given: guarded(BEARER, unanswered(PLACE)), expect: 'error' },
  { when: 'a public server', given: { handshake: handshake(), authorization: open }, expect: 'na' },
  {
    when: 'no session',
    given: { handshake: endedHandshake('not-mcp', plainAnswer(404)), authorization: open },
    expect: 'error',
  },
]);
