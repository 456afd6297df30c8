import { parseUrl } from '../../../basics/parse-url.ts';
import { asList, isObject } from '../json/json.ts';

const MAX_SERVERS = 10;

type Fields = Readonly<Record<string, unknown>>;

/**
 * What protected resource metadata says (RFC 9728 section 2).
 * @returns undefined without `resource`, which is required
 */
export function readResourceMetadata(
  root: Fields,
): { readonly resource: URL; readonly servers: readonly string[] } | undefined {
  const resource = typeof root.resource === 'string' ? httpUrl(root.resource) : undefined;
  if (resource === undefined) return undefined;
  const servers = asList(root.authorization_servers)
    .slice(0, MAX_SERVERS)
    .filter((server): server is string => typeof server === 'string' && httpUrl(server) !== undefined);
  return { resource, servers };
}

/** What authorization server metadata says (RFC 8414 section 2), of a server declared as `issuer`. */
export function readServerMetadata(root: Fields, issuer: string) {
  const missing = ['authorization_endpoint', 'token_endpoint'].filter(
    (name) => typeof root[name] !== 'string' || httpUrl(root[name]) === undefined,
  );
  return {
    // Simple comparison (section 3.3), but for the slash that many add or leave out.
    issuerMatches: typeof root.issuer === 'string' && withoutSlash(root.issuer) === withoutSlash(issuer),
    missing: needsAuthorizationEndpoint(root) ? missing : missing.filter((name) => name === 'token_endpoint'),
    offersS256: asList(root.code_challenge_methods_supported).includes('S256'),
    offersRegistration:
      (typeof root.registration_endpoint === 'string' && httpUrl(root.registration_endpoint) !== undefined) ||
      root.client_id_metadata_document_supported === true ||
      isObject(root.agent_auth),
  };
}

/** Required unless no grant type uses it (RFC 8414 section 2). */
function needsAuthorizationEndpoint({ grant_types_supported: grants }: Fields): boolean {
  return !Array.isArray(grants) || grants.includes('authorization_code') || grants.includes('implicit');
}

/** The metadata URLs of an issuer: RFC 8414 section 3, then OpenID Connect Discovery section 4. */
export function metadataUrlsOf(issuer: string): string[] {
  const url = parseUrl(issuer);
  if (url === undefined) return [];
  const path = withoutSlash(url.pathname);
  return [
    `${url.origin}/.well-known/oauth-authorization-server${path}`,
    `${url.origin}${path}/.well-known/openid-configuration`,
  ];
}

/** The metadata URL of a resource: its path follows the well-known one (RFC 9728 section 3). */
export const resourceMetadataUrlOf = ({ origin, pathname }: URL): string =>
  `${origin}/.well-known/oauth-protected-resource${withoutSlash(pathname)}`;

function httpUrl(text: string): URL | undefined {
  const url = parseUrl(text);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : undefined;
}

const withoutSlash = (text: string): string => (text.endsWith('/') ? text.slice(0, -1) : text);
