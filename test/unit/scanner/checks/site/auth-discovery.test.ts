import check from '../../../../../src/scanner/checks/site/auth-discovery.ts';
import type { AuthDiscoveryArtifact, AuthDocument } from '../../../../../src/scanner/model/site.ts';
import { ORIGIN, site } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

type Resource = NonNullable<AuthDiscoveryArtifact['resource']>;
type Server = NonNullable<AuthDiscoveryArtifact['server']>;

const document = (path: string): AuthDocument => ({ url: ORIGIN + path, state: 'read', status: 200, problem: '' });
const RESOURCE: Resource = {
  ...document('/.well-known/oauth-protected-resource'),
  fields: { matchesSite: true, servers: ['https://login.site.example'] },
};
const FIELDS: NonNullable<Server['fields']> = {
  issuerMatches: true,
  missing: [],
  offersS256: true,
  offersRegistration: true,
};
const server = (fields: Partial<typeof FIELDS> = {}): Server => ({
  ...document('/.well-known/oauth-authorization-server'),
  fields: { ...FIELDS, ...fields },
});
const given = (authDiscovery: Partial<AuthDiscoveryArtifact> = {}) => ({
  target: site().target,
  authDiscovery: { resource: RESOURCE, server: server(), hasAuthMd: false, ...authDiscovery },
});
const lost = { state: 'unknown', status: undefined, fields: undefined } as const;
const bad = { state: 'broken', problem: 'it is not valid JSON', fields: undefined } as const;

checkTable(check, [
  { when: 'the whole chain', given: given(), expect: 'pass' },
  { when: 'no metadata', given: given({ resource: undefined, server: undefined, hasAuthMd: undefined }), expect: 'na' },
  {
    when: 'metadata we did not get',
    given: given({ resource: { ...RESOURCE, ...lost }, server: undefined }),
    expect: 'error',
  },
  {
    when: 'broken metadata',
    given: given({ resource: { ...RESOURCE, ...bad }, server: undefined }),
    expect: 'fail',
    says: /not valid JSON/,
  },
  {
    when: 'no authorization server',
    given: given({ resource: { ...RESOURCE, fields: { matchesSite: true, servers: [] } }, server: undefined }),
    expect: 'warn',
    says: /names no/,
  },
  { when: 'a server we did not reach', given: given({ server: { ...server(), ...lost } }), expect: 'error' },
  { when: 'a server without metadata', given: given({ server: { ...server(), ...bad } }), expect: 'fail' },
  {
    when: 'no token endpoint',
    given: given({ server: server({ missing: ['token_endpoint'] }) }),
    expect: 'fail',
    says: /token_endpoint/,
  },
  {
    when: 'another issuer',
    given: given({ server: server({ issuerMatches: false }) }),
    expect: 'warn',
    says: /issuer/,
  },
  { when: 'no S256', given: given({ server: server({ offersS256: false }) }), expect: 'warn', says: /S256/ },
  {
    when: 'no way to register',
    given: given({ server: server({ offersRegistration: false }) }),
    expect: 'warn',
    says: /register/,
  },
  {
    when: 'an auth.md instead',
    given: given({ server: server({ offersRegistration: false }), hasAuthMd: true }),
    expect: 'pass',
  },
  {
    when: 'a resource of another site',
    given: given({ resource: { ...RESOURCE, fields: { matchesSite: false, servers: ['https://x.example'] } } }),
    expect: 'warn',
    says: /another site/,
  },
]);
