import { isDeepStrictEqual } from 'node:util';
import type {
  ListKind,
  McpArtifacts,
  McpCall,
  McpExchange,
  McpHandshake,
  McpListing,
  McpListings,
  McpProbes,
} from '../../model/mcp.ts';
import type { McpScanRequest } from '../../model/scan.ts';
import type { Fetcher } from '../../net/fetch-types.ts';
import { isObject } from '../../parse/json/json.ts';
import { gatherAuthorization } from './authorization.ts';
import { gatherCalls } from './call-tools.ts';
import { openSession } from './handshake.ts';
import {
  type ClientInfo,
  type Dialect,
  initializedNotification,
  legacyDialect,
  resultIn,
  type Spoken,
} from './message.ts';
import { createWire, type McpLimits, type Wire } from './wire.ts';

interface GatherParts {
  readonly fetcher: Pick<Fetcher, 'fetch'>;
  readonly clientInfo: ClientInfo;
  readonly limits: McpLimits;
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
}

/** The requests and responses of a session: plain data, which other modules read and judge. */
export type McpTranscript = Pick<McpArtifacts, 'handshake' | 'authorization'> &
  Partial<Pick<McpArtifacts, 'probes' | 'listings'>>;

export type McpSession =
  /** Nothing answered that could be graded. `message` is ours. */
  | { readonly reached: false; readonly message: string }
  | {
      readonly reached: true;
      /** Probes and listings only of a connected session. */
      readonly transcript: McpTranscript;
      /** Empty unless the server was tried. */
      readonly calls: readonly McpCall[];
      /** Names of the limits that answers or the session went over, sorted. */
      readonly limitsHit: readonly string[];
    };

/**
 * One session with a remote MCP server: handshake, lists, the tools once more, then
 * what no client would send. It calls no tool, gets no prompt and reads no resource unless `tries` asks for it.
 * @throws the signal's reason when it aborts, and as the fetcher does
 */
export async function gatherSession(parts: GatherParts, request: McpScanRequest): Promise<McpSession> {
  const { clientInfo, limits } = parts;
  const { endpoint, permit, headers = {}, signal, onStage } = request;
  const wire = createWire({ ...parts, endpoint, permit, headers, signal });
  let lastId = 0;
  const nextId = () => {
    lastId += 1;
    return lastId;
  };

  onStage?.('connect');
  const opening = await openSession(wire, clientInfo, nextId);
  if (!opening.reached) return opening;
  const { handshake, dialect } = opening;
  if (dialect === undefined) {
    const isRefused = handshake.outcome === 'authorization';
    const repetition = isRefused ? await wire.post(opening.again(nextId())) : undefined;
    const authorization = await gatherAuthorization(wire, isRefused ? handshake.decisive : undefined);
    return {
      reached: true,
      transcript: { handshake: timedAgain(handshake, repetition), authorization },
      calls: [],
      limitsHit: [...wire.limitsHit].sort(),
    };
  }

  const notification = dialect.era === 'legacy' ? await wire.post(initializedNotification(dialect)) : undefined;
  onStage?.('list');
  const listings = await gatherLists({ wire, dialect, limits, nextId }, handshake);
  const probes = await gatherProbes(wire, dialect, { nextId, handshake: opening.again });
  const repetition = await wire.post(opening.again(nextId()));
  // Last, so that a slow tool takes no time from the grade.
  const calls = request.tries === true ? await gatherCalls({ wire, dialect, nextId }, listings) : [];
  if (dialect.era === 'legacy') {
    await leave(wire, handshake.protocolVersion ?? '', [handshake.decisive, probes.foreignOrigin, repetition]);
  }
  const authorization = await gatherAuthorization(wire, refusalIn(listings));
  const isCutShort = Object.values(listings).some((listing) => listing?.trouble === 'limit');
  return {
    reached: true,
    transcript: {
      handshake: timedAgain(handshake, repetition),
      authorization,
      probes: { ...probes, notification },
      listings,
    },
    calls,
    limitsHit: [...wire.limitsHit, ...(isCutShort ? ['list'] : [])].sort(),
  };
}

/** With the time of a second greeting: the first one also pays for the connection. */
const timedAgain = (handshake: McpHandshake, repetition: McpExchange | undefined): McpHandshake =>
  repetition?.answered ? { ...handshake, firstByteMs: [...handshake.firstByteMs, repetition.firstByteMs] } : handshake;

/** Everything a connected server lists, of what it declares; the tools twice. */
export async function gatherLists(lister: Lister, { capabilities }: McpHandshake): Promise<McpListings> {
  // Specification: a capability that is there is an object, of its options.
  const declares = (name: string) => isObject(capabilities[name]);
  const tools = declares('tools') ? await listAll(lister, 'tools') : UNDECLARED;
  const resources = declares('resources') ? await listAll(lister, 'resources') : UNDECLARED;
  const resourceTemplates = declares('resources') ? await listAll(lister, 'resourceTemplates') : UNDECLARED;
  const prompts = declares('prompts') ? await listAll(lister, 'prompts') : UNDECLARED;
  const canCompare = tools.declared && tools.trouble === undefined;
  const toolsAgain = canCompare ? await listAll(lister, 'tools') : undefined;
  return { tools, toolsAgain, resources, resourceTemplates, prompts };
}

/** The 401 to a list, of a server that greets everybody and asks for authorization then. */
const refusalIn = ({ tools, resources, prompts }: McpListings): McpExchange | undefined =>
  [tools, resources, prompts].flatMap(({ pages }) => pages).find((page) => page.answered && page.status === 401);

const METHODS: Record<ListKind, string> = {
  tools: 'tools/list',
  resources: 'resources/list',
  resourceTemplates: 'resources/templates/list',
  prompts: 'prompts/list',
};

/** What one list of a session is asked over. */
interface Lister {
  readonly wire: Wire;
  readonly dialect: Dialect;
  readonly limits: McpLimits;
  nextId(): number;
}

const UNDECLARED: McpListing = { declared: false, items: [], pages: [], trouble: undefined };

/** Asks for every page of a list, within the limits. */
async function listAll({ wire, dialect, limits, nextId }: Lister, kind: ListKind): Promise<McpListing> {
  const items: unknown[] = [];
  const pages: McpExchange[] = [];
  const seen = new Set<string>();
  let last: readonly unknown[] = [];
  let params: Readonly<Record<string, unknown>> = {};
  const listing = (trouble?: McpListing['trouble']): McpListing => ({ declared: true, items, pages, trouble });

  for (;;) {
    const page = await wire.post(dialect.request(nextId(), METHODS[kind], params), 'page');
    pages.push(withoutItems(page, kind));
    if (!page.answered) return listing('unanswered');
    const result = resultIn(page);
    if (result === undefined && (page.status >= 400 || page.message?.error !== undefined)) return listing('error');
    const found = result?.[kind];
    if (!Array.isArray(found)) return listing('malformed');
    // The same page under another cursor is a loop, too: its tools must not count as tools of the same name.
    if (found.length > 0 && isDeepStrictEqual(found, last)) return listing('cursor-loop');
    last = found;
    const isTooLong = items.length + found.length > limits.items;
    items.push(...found.slice(0, limits.items - items.length));
    if (isTooLong) return listing('limit');
    // Clients take an empty cursor for the end.
    const cursor = result?.nextCursor ?? '';
    if (cursor === '') return listing();
    if (typeof cursor !== 'string') return listing('malformed');
    if (seen.has(cursor)) return listing('cursor-loop');
    if (pages.length >= limits.pages) return listing('limit');
    seen.add(cursor);
    params = { cursor };
  }
}

/** A page is kept for its form; its items are kept once, in the list. */
function withoutItems(page: McpExchange, kind: ListKind): McpExchange {
  const result = resultIn(page);
  if (!page.answered || result === undefined) return page;
  const { [kind]: _, ...rest } = result;
  return { ...page, message: { ...page.message, result: rest } };
}

/** No server can mean to allow an origin under a name that cannot exist (RFC 2606). */
const FOREIGN_ORIGIN = 'https://foreign-origin.invalid';
const UNKNOWN_METHOD = 'x-legible/unknown';
const CUT_OFF = '{"jsonrpc":"2.0","id":';

/** Sends what no client would send. @param handshake the request that opened the session */
async function gatherProbes(
  wire: Wire,
  dialect: Dialect,
  { nextId, handshake }: { nextId(): number; handshake(id: number): Spoken },
): Promise<Omit<McpProbes, 'notification'>> {
  const unknownMethod = await wire.post(dialect.request(nextId(), UNKNOWN_METHOD));
  const headers = dialect.headers('tools/list');
  const malformed = await wire.post({ headers, body: CUT_OFF, sentId: undefined });
  const get = await wire.get(headers, 'head');
  const greeting = handshake(nextId());
  const foreignOrigin = await wire.post({ ...greeting, headers: { ...greeting.headers, origin: FOREIGN_ORIGIN } });
  return { unknownMethod, malformed, get, foreignOrigin };
}

/** Ends every session that the exchanges opened. */
async function leave(wire: Wire, version: string, exchanges: readonly McpExchange[]): Promise<void> {
  const ids = exchanges.map((exchange) => (exchange.answered ? exchange.headers['mcp-session-id'] : undefined));
  for (const id of new Set(ids.filter((value) => value !== undefined))) {
    await wire.remove(legacyDialect(version, id).headers(''));
  }
}
