import { declaredJson } from '../json-file.ts';
import { parseUrl } from '../parse/normalise-url.ts';
import { readResourceMetadata } from '../parse/oauth-metadata.ts';
import type { McpAuthorization } from './artifacts.ts';
import { isLoopback } from './loopback.ts';

export interface ResourceMetadata {
  readonly from: 'challenge' | 'well-known';
  /** Where it was asked for. */
  readonly url: string;
  /** `unknown`: we failed to get it. */
  readonly state: 'read' | 'broken' | 'unknown';
  /** What it lacks, in our words; empty when it is whole. Only of one that was read. */
  readonly lacks: readonly string[];
  /** Why it is broken, in our words. */
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
