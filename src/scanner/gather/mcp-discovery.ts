import {
  declaredJson,
  type FetchFailure,
  type JsonFile,
  MAX_MANIFEST_BYTES,
  optionalJson,
  type Probe,
  startOf,
} from '../model/http.ts';
import type { McpDiscoveryArtifact, McpRemote, Target, WellKnownArtifact } from '../model/site.ts';
import { intentOf } from '../model/site-kind.ts';
import type { FetchResult } from '../net/fetch-types.ts';
import type { SiteClient } from '../net/site-client.ts';
import { readAiCatalog, readServerCard, SERVER_CARD_KEYS } from '../parse/agent-files/agent-cards.ts';
import { decodeBody } from '../parse/http-headers/charset.ts';
import { resourceMetadataIn } from '../parse/http-headers/www-authenticate.ts';
import { isObject, parseUntrustedJson } from '../parse/json/json.ts';
import { normaliseUrl } from '../parse/url/normalise-url.ts';
import { defineGatherer, type GatherContext } from './define.ts';

const CARD_TYPE = 'application/mcp-server-card+json';
/** Where cards were before an AI catalog led to them, asked for one after the other. */
const LEGACY_PLACES = [
  '/mcp/server-card',
  '/.well-known/mcp/catalog.json',
  '/.well-known/mcp.json',
  '/.well-known/mcp',
];

type FoundCard = NonNullable<McpDiscoveryArtifact['card']>;

/**
 * AI catalog, server card, endpoint (SEP-2127). Only the first server of a catalog is followed; the endpoint is asked
 * with one GET and never called.
 */
export const mcpDiscovery = defineGatherer({
  artifact: 'mcpDiscovery',
  needs: ['target', 'crawl', 'wellKnown'],
  async gather(clients, { target, crawl, wellKnown }): Promise<McpDiscoveryArtifact> {
    const card =
      (await fromAiCatalog(clients.links, wellKnown)) ??
      cardAt(wellKnown.files.mcpServerCard) ??
      (intentOf(crawl).mcp || hasCatalog(wellKnown) ? await fromLegacyPlaces(clients, target) : undefined);
    const remoteUrl = card?.card?.remoteUrl;
    return { card, remote: remoteUrl === undefined ? undefined : await askRemote(clients.links, target, remoteUrl) };
  },
});

const catalogOf = ({ files }: WellKnownArtifact) => optionalJson(files.aiCatalog, ['entries', 'specVersion']);

const hasCatalog = (wellKnown: WellKnownArtifact): boolean => catalogOf(wellKnown).state === 'read';

async function fromAiCatalog(links: SiteClient, wellKnown: WellKnownArtifact): Promise<FoundCard | undefined> {
  const probe = wellKnown.files.aiCatalog;
  const file = catalogOf(wellKnown);
  return file.state === 'read' && probe?.answered
    ? followEntry(links, file.value, probe.finalUrl, 'ai-catalog')
    : undefined;
}

/** The card that the first MCP entry of a catalog leads to, or holds; undefined when it has no such entry. */
async function followEntry(
  links: SiteClient,
  catalog: Readonly<Record<string, unknown>>,
  base: string,
  foundIn: FoundCard['foundIn'],
): Promise<FoundCard | undefined> {
  const entry = readAiCatalog(catalog).entries.find(({ type }) => type === CARD_TYPE);
  if (entry === undefined) return undefined;
  const nothing = { foundIn, url: base, status: 200, snippet: '' };
  if (entry.url === undefined) {
    return isObject(entry.data)
      ? { ...nothing, state: 'read', card: readServerCard(entry.data, base) }
      : { ...nothing, state: 'broken', card: undefined };
  }
  const url = normaliseUrl(entry.url, base);
  if (url === undefined) return { ...nothing, state: 'broken', card: undefined };
  const probe = await links.file(url, { maxBytes: MAX_MANIFEST_BYTES, accept: CARD_TYPE });
  return cardFrom(probe, declaredJson(probe), foundIn);
}

/** A card, or an attempt at one, at a path that the site has not declared. */
function cardAt(probe: Probe | undefined): FoundCard | undefined {
  return probe === undefined ? undefined : cardFrom(probe, optionalJson(probe, SERVER_CARD_KEYS), 'legacy-place');
}

async function fromLegacyPlaces({ client, links }: GatherContext, { origin }: Target): Promise<FoundCard | undefined> {
  for (const place of LEGACY_PLACES) {
    const probe = await client.file(origin + place, { maxBytes: MAX_MANIFEST_BYTES });
    const file = optionalJson(probe, SERVER_CARD_KEYS);
    if (file.state === 'read' && Array.isArray(file.value.entries)) {
      const card = await followEntry(links, file.value, origin + place, 'legacy-place');
      if (card !== undefined) return card;
    } else if (file.state === 'read' || file.state === 'broken') {
      return cardFrom(probe, file, 'legacy-place');
    }
  }
  return undefined;
}

function cardFrom(probe: Probe, file: JsonFile, foundIn: FoundCard['foundIn']): FoundCard | undefined {
  if (file.state === 'absent') return undefined;
  const url = probe.answered ? probe.finalUrl : probe.url;
  return {
    foundIn,
    url,
    status: probe.answered ? probe.status : undefined,
    state: file.state,
    card: file.state === 'read' ? readServerCard(file.value, url) : undefined,
    snippet: probe.answered ? startOf(probe.text) : '',
  };
}

const MAX_BYTES = 64 * 1024;
const TIMEOUT_MS = 8000;
/** Nothing that speaks HTTP is there: a proven state, unlike a time-out. */
const NOTHING_THERE: readonly FetchFailure['code'][] = [
  'connect',
  'reset',
  'protocol',
  'bad_redirect',
  'too_many_redirects',
];

/**
 * Asks an MCP endpoint for its answer to a GET. It accepts JSON only, so that a server does not open a stream that
 * never ends: 400, 401, 405, 406 and the like are what such servers say. 404, 410 and 5xx are no endpoint, unless the
 * body is JSON-RPC (an unknown session or method).
 */
async function askRemote(client: SiteClient, target: Target, url: string): Promise<McpRemote> {
  if (!url.startsWith('https:') && !target.isPrivateHost) {
    return { url, state: 'not-https', status: undefined, resourceMetadata: undefined };
  }
  const result = await client.probe({
    url,
    headers: { accept: 'application/json' },
    maxBytes: MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
  });
  if (!result.ok) return { url, state: stateOf(result.failure.code), status: undefined, resourceMetadata: undefined };
  const { status, headers } = result.answer;
  const isGone = status === 404 || status === 410 || status >= 500;
  return {
    url,
    state: isGone && !isJsonRpc(result) ? 'dead' : 'answers',
    status,
    resourceMetadata: status === 401 ? resourceMetadataIn(headers['www-authenticate']) : undefined,
  };
}

function stateOf(code: FetchFailure['code']): McpRemote['state'] {
  if (code === 'robots') return 'forbidden-to-us';
  // Over the size limit, or in an unknown coding: the server did answer.
  if (code === 'too_large' || code === 'encoding') return 'answers';
  return NOTHING_THERE.includes(code) ? 'dead' : 'unknown';
}

function isJsonRpc({ answer, body }: Extract<FetchResult, { ok: true }>): boolean {
  const { value } = parseUntrustedJson(decodeBody(body, answer.headers['content-type']).text, MAX_BYTES);
  return isObject(value) && value.jsonrpc === '2.0';
}
