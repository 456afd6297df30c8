import { parseUrl } from '../../basics/parse-url.ts';
import { declaredJson, isPresent, type JsonFile, MAX_MANIFEST_BYTES, optionalJson, type Probe } from '../model/http.ts';
import type { AuthDiscoveryArtifact, AuthDocument, McpDiscoveryArtifact, Target } from '../model/site.ts';
import { intentOf } from '../model/site-kind.ts';
import type { SiteClient } from '../net/site-client.ts';
import {
  metadataUrlsOf,
  readResourceMetadata,
  readServerMetadata,
  resourceMetadataUrlOf,
} from '../parse/agent-files/oauth-metadata.ts';
import { registrableDomain } from '../parse/url/registrable-domain.ts';
import { defineGatherer, type GatherContext } from './define.ts';

const NOTHING: AuthDiscoveryArtifact = { resource: undefined, server: undefined, hasAuthMd: undefined };
const RESOURCE_KEYS = ['resource', 'authorization_servers'];

/**
 * From a resource to its authorization server: RFC 9728, then RFC 8414. Fetched only where the site has a protected
 * resource: an API, an MCP server, a Bearer challenge. Apart from the site's own hosts, only the authorization server
 * that the metadata declares is asked.
 */
export const authDiscovery = defineGatherer({
  artifact: 'authDiscovery',
  needs: ['target', 'crawl', 'apiDescription', 'mcpDiscovery'],
  async gather({ client, links }, { target, crawl, apiDescription, mcpDiscovery }): Promise<AuthDiscoveryArtifact> {
    const hasApi = apiDescription.descriptions.some(({ state }) => state === 'read');
    if (!hasApi && mcpDiscovery.card === undefined && !intentOf(crawl).auth) return NOTHING;
    const found = await findResource({ client, links }, target, mcpDiscovery);
    if (found === undefined) return NOTHING;

    const { probe, file } = found;
    const fields = file.state === 'read' ? readResourceMetadata(file.value) : undefined;
    const problem = file.state === 'read' ? 'it names no resource' : problemOf(file);
    const resource: NonNullable<AuthDiscoveryArtifact['resource']> = {
      ...documentOf(probe, file.state === 'read' && fields === undefined ? 'broken' : stateOf(file), problem),
      fields: fields && { matchesSite: isOfSite(fields.resource, probe, mcpDiscovery), servers: fields.servers },
    };
    const issuer = fields?.servers[0];
    if (issuer === undefined) return { ...NOTHING, resource };
    const [server, authMd] = await Promise.all([
      readServer(links, issuer),
      client.file(`${target.origin}/auth.md`, { maxBytes: MAX_MANIFEST_BYTES }),
    ]);
    return { resource, server, hasAuthMd: isPresent(authMd) };
  },
});

/** What the 401 of the MCP endpoint points at; else the places where the metadata of it and of the site would stand. */
async function findResource(
  { client, links }: Pick<GatherContext, 'client' | 'links'>,
  { origin }: Target,
  { remote }: McpDiscoveryArtifact,
): Promise<{ probe: Probe; file: JsonFile } | undefined> {
  const remoteUrl = parseUrl(remote?.url ?? '');
  const pointed = parseUrl(remote?.resourceMetadata ?? '', remoteUrl);
  if (remote?.resourceMetadata !== undefined && pointed !== undefined && isSameSite(pointed, remoteUrl)) {
    const probe = await links.file(pointed.href, { maxBytes: MAX_MANIFEST_BYTES });
    return { probe, file: declaredJson(probe) };
  }
  const ofSite = `${origin}/.well-known/oauth-protected-resource`;
  const isOurs = remoteUrl !== undefined && isSameSite(remoteUrl, parseUrl(origin));
  for (const place of new Set([...(isOurs ? [resourceMetadataUrlOf(remoteUrl)] : []), ofSite])) {
    const probe = await (place === ofSite ? client : links).file(place, { maxBytes: MAX_MANIFEST_BYTES });
    const file = optionalJson(probe, RESOURCE_KEYS);
    if (file.state !== 'absent') return { probe, file };
  }
  return undefined;
}

async function readServer(links: SiteClient, issuer: string): Promise<AuthDiscoveryArtifact['server']> {
  let last: { probe: Probe; file: JsonFile } | undefined;
  for (const url of metadataUrlsOf(issuer)) {
    const probe = await links.file(url, { maxBytes: MAX_MANIFEST_BYTES });
    const file = declaredJson(probe);
    if (file.state === 'read')
      return { ...documentOf(probe, 'read', ''), fields: readServerMetadata(file.value, issuer) };
    // The first place is the one that RFC 8414 names; as long as one is not known, nothing is proven to be missing.
    if (last === undefined || file.state === 'unknown') last = { probe, file };
  }
  if (last === undefined) return undefined;
  return { ...documentOf(last.probe, stateOf(last.file), problemOf(last.file)), fields: undefined };
}

const documentOf = (probe: Probe, state: AuthDocument['state'], problem: string): AuthDocument => ({
  url: probe.answered ? probe.finalUrl : probe.url,
  state,
  status: probe.answered ? probe.status : undefined,
  problem,
});

const stateOf = ({ state }: JsonFile): AuthDocument['state'] => (state === 'absent' ? 'broken' : state);

const problemOf = (file: JsonFile): string => (file.state === 'broken' ? file.problem : '');

/** Metadata that names another site's resource does not count for this one (RFC 9728 section 3.3). */
function isOfSite(resource: URL, probe: Probe, { remote }: McpDiscoveryArtifact): boolean {
  return isSameSite(resource, parseUrl(probe.url)) || isSameSite(resource, parseUrl(remote?.url ?? ''));
}

const isSameSite = (a: URL, b: URL | undefined): boolean =>
  b !== undefined && registrableDomain(a.hostname) === registrableDomain(b.hostname);
