import { parseUrl } from '../../../basics/parse-url.ts';
import { declaredJson, isPresent, type Probe } from '../../model/http.ts';
import type { McpAuthorization, McpExchange } from '../../model/mcp.ts';
import {
  metadataUrlsOf,
  readResourceMetadata,
  readServerMetadata,
  resourceMetadataUrlOf,
} from '../../parse/agent-files/oauth-metadata.ts';
import { resourceMetadataIn } from '../../parse/http-headers/www-authenticate.ts';
import type { Wire } from './wire.ts';

/** Clients use the first; more than two are more than one needs to know. */
const MAX_SERVERS = 2;
const OPEN: McpAuthorization = { challenged: false, challenge: undefined, metadata: [], servers: [] };

/**
 * The authorization data of a server that answered 401: the challenge, and the metadata of the resource (RFC 9728), at
 * the URL in the challenge or else at the well-known paths.
 * @param refusal the 401; undefined when there was none
 */
export async function gatherAuthorization(wire: Wire, refusal: McpExchange | undefined): Promise<McpAuthorization> {
  if (!refusal?.answered) return OPEN;
  const challenge = refusal.headers['www-authenticate'];
  const named = resourceMetadataIn(challenge);
  if (named !== undefined) {
    const probe = await wire.document(named);
    const servers = await serversOf(wire, [probe]);
    return { challenged: true, challenge, metadata: [{ from: 'challenge', probe }], servers };
  }
  const { origin, href } = new URL(wire.url);
  const places = new Set([resourceMetadataUrlOf(new URL(href)), resourceMetadataUrlOf(new URL(origin))]);
  const probes: Probe[] = [];
  for (const place of places) {
    const probe = await wire.document(place);
    probes.push(probe);
    if (isPresent(probe)) break;
  }
  const servers = await serversOf(wire, probes);
  return { challenged: true, challenge, metadata: probes.map((probe) => ({ from: 'well-known', probe })), servers };
}

/** The metadata of the authorization servers that documents of the resource name. */
async function serversOf(wire: Wire, documents: readonly Probe[]): Promise<McpAuthorization['servers']> {
  const issuers = documents.flatMap((probe) => {
    const file = declaredJson(probe);
    return file.state === 'read' ? (readResourceMetadata(file.value)?.servers ?? []) : [];
  });
  const servers: { issuer: string; probes: Probe[] }[] = [];
  for (const issuer of [...new Set(issuers)].filter(isTrusted).slice(0, MAX_SERVERS)) {
    const probes: Probe[] = [];
    for (const place of metadataUrlsOf(issuer)) {
      const probe = await wire.document(place);
      probes.push(probe);
      if (declaredJson(probe).state === 'read') break;
    }
    servers.push({ issuer, probes });
  }
  return servers;
}

/**
 * The operations that the authorization servers make impossible for a client, in trusted text; empty without a known
 * fault.
 */
export function serverFaults({ servers }: McpAuthorization): string[] {
  return servers.flatMap(({ issuer, probes }) => {
    const files = probes.map(declaredJson);
    const read = files.find((file) => file.state === 'read');
    if (read?.state !== 'read') {
      const isKnown = files.length > 0 && files.every(({ state }) => state !== 'unknown');
      return isKnown ? ['the authorization server publishes no metadata'] : [];
    }
    const { missing, offersS256, issuerMatches } = readServerMetadata(read.value, issuer);
    return [
      ...missing.map((name) => `the metadata of the authorization server lacks ${name}`),
      !issuerMatches && 'the metadata of the authorization server is of another issuer',
      !offersS256 && 'the authorization server does not offer PKCE (S256)',
    ].filter((fault) => fault !== false);
  });
}

interface ResourceMetadata {
  readonly from: 'challenge' | 'well-known';
  /** Where it was asked for. */
  readonly url: string;
  /** `unknown`: we failed to get it. */
  readonly state: 'read' | 'broken' | 'unknown';
  /** The missing parts, in trusted text; empty when it is complete. Only set for metadata that was read. */
  readonly lacks: readonly string[];
  /** Why it is broken, in trusted text. */
  readonly problem: string;
}

/** The protected resource metadata (RFC 9728) that a client would use: the first that can be read, else the first. */
export function usedMetadata({ metadata }: McpAuthorization, endpoint: string): ResourceMetadata | undefined {
  const documents = metadata.map((entry) => read(entry, endpoint));
  return (
    documents.find(({ state }) => state === 'read') ??
    documents.find(({ state }) => state === 'unknown') ??
    documents[0]
  );
}

function read({ from, probe }: McpAuthorization['metadata'][number], endpoint: string): ResourceMetadata {
  const about = { from, url: probe.url };
  const file = declaredJson(probe);
  if (file.state !== 'read') {
    const state = file.state === 'unknown' ? 'unknown' : 'broken';
    return { ...about, state, lacks: [], problem: file.state === 'broken' ? file.problem : '' };
  }
  const fields = readResourceMetadata(file.value);
  const lacks = [
    fields === undefined && 'a resource',
    fields !== undefined && !covers(fields.resource, endpoint) && 'a resource that is this endpoint',
    !(fields?.servers ?? []).some(isTrusted) && 'an authorization server with an https address',
  ].filter((lack) => lack !== false);
  return { ...about, state: 'read', lacks, problem: '' };
}

/** The resource is the endpoint, or what it lies under: clients ask for tokens of either. */
function covers(resource: URL, endpoint: string): boolean {
  const url = parseUrl(endpoint);
  if (url === undefined || url.origin !== resource.origin) return false;
  const folder = resource.pathname.endsWith('/') ? resource.pathname : `${resource.pathname}/`;
  return `${url.pathname}/`.startsWith(folder);
}

function isTrusted(server: string): boolean {
  const url = parseUrl(server);
  return url?.protocol === 'https:' || isLoopback(url?.hostname ?? '');
}

/** Whether a host (as `URL.hostname` writes it) is this machine: nothing said to it leaves the machine. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
