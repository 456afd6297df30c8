import type { HandshakeOutcome, McpExchange, McpHandshake } from '../../model/mcp.ts';
import { isObject } from '../../parse/json/json.ts';
import {
  type ClientInfo,
  type Dialect,
  initializeRequest,
  LEGACY_REVISIONS,
  legacyDialect,
  type Message,
  MODERN_REVISION,
  modernDialect,
  resultIn,
  SERVER_INFO_KEY,
  type Spoken,
} from './message.ts';
import type { Wire } from './wire.ts';

const UNSUPPORTED_VERSION = -32_022;

type Answered = Extract<McpExchange, { answered: true }>;

export type Opening =
  /** Nothing answered that could be graded. `message` is ours. */
  | { readonly reached: false; readonly message: string }
  | {
      readonly reached: true;
      readonly handshake: McpHandshake;
      /** How to go on; undefined unless connected. */
      readonly dialect: Dialect | undefined;
      /** Says the message again that decided the outcome. */
      readonly again: (id: number) => Spoken;
    };

/**
 * Opens a session: `server/discover` first, then `initialize`. That order is safe: servers of the legacy era refuse the
 * unknown method and go on. A refusal of the first says nothing about the second: gateways ask
 * for authorization, and servers break, by method.
 */
export async function openSession(wire: Wire, clientInfo: ClientInfo, nextId: () => number): Promise<Opening> {
  const modern = modernDialect(clientInfo);
  const sayDiscover = (id: number) => modern.request(id, 'server/discover');
  let revision: string = LEGACY_REVISIONS[0];
  const sayInitialize = (id: number) => initializeRequest(id, clientInfo, revision);

  const first = await wire.open(sayDiscover(nextId()));
  // A client chooses again from what a refusal offers (specification, protocol version negotiation).
  const discover = offersModern(first) ? await wire.open(sayDiscover(nextId())) : first;
  const ended = (outcome: HandshakeOutcome, decisive: McpExchange, initialize?: McpExchange): Opening => ({
    reached: true,
    handshake: handshakeOf(wire, { outcome, decisive, discover, initialize }),
    dialect: undefined,
    again: decisive === discover ? sayDiscover : sayInitialize,
  });

  if (!discover.answered && isOutOfReach(discover)) return { reached: false, message: discover.failure.message };
  if (isOversize(discover)) return ended('oversize', discover);
  if (wire.refusedRedirect !== undefined) return ended('redirect', discover);
  const discovered = resultIn(discover);
  if (discovered !== undefined && versionsIn(discovered).includes(MODERN_REVISION)) {
    const seen = { outcome: 'connected', decisive: discover, discover, initialize: undefined } as const;
    const handshake = { ...handshakeOf(wire, seen), ...modernFacts(discovered) };
    return { reached: true, handshake, dialect: modern, again: sayDiscover };
  }

  const newest = await wire.open(sayInitialize(nextId()));
  const offered = offeredInstead(newest);
  revision = offered ?? revision;
  const initialize = offered === undefined ? newest : await wire.open(sayInitialize(nextId()));
  if (isOversize(initialize)) return ended('oversize', initialize, initialize);
  if (wire.refusedRedirect !== undefined) return ended('redirect', initialize, initialize);
  const initialized = resultIn(initialize);
  if (initialize.answered && typeof initialized?.protocolVersion === 'string') {
    const seen = { outcome: 'connected', decisive: initialize, discover, initialize } as const;
    return {
      reached: true,
      handshake: {
        ...handshakeOf(wire, seen),
        ...legacyFacts(initialized, initialized.protocolVersion),
        ...(offered === undefined ? {} : { refusedRevision: LEGACY_REVISIONS[0] }),
      },
      dialect: legacyDialect(initialized.protocolVersion, initialize.headers['mcp-session-id']),
      again: sayInitialize,
    };
  }
  const refusal = await refusalOf(wire, discover, initialize);
  return 'message' in refusal
    ? { reached: false, message: refusal.message }
    : ended(refusal.outcome, refusal.decisive, initialize);
}

/** The outcome of two refusals, in trusted text when there is nothing to grade. */
async function refusalOf(
  wire: Wire,
  discover: McpExchange,
  initialize: McpExchange,
): Promise<{ readonly message: string } | { readonly outcome: HandshakeOutcome; readonly decisive: McpExchange }> {
  const challenge = [initialize, discover].find((exchange) => statusOf(exchange) === 401);
  if (challenge !== undefined) return { outcome: 'authorization', decisive: challenge };
  if (!initialize.answered) return initialize.failure;
  const { status } = initialize;
  const trouble = [status, statusOf(discover)].find((code) => code !== undefined && isPassing(code));
  if (trouble !== undefined) return { message: `the server answers with status ${trouble}: try again later` };
  if (status === 403 && statusOf(discover) === 403) return { outcome: 'forbidden', decisive: initialize };
  const stream = status >= 400 ? await wire.get({}, 'event') : undefined;
  return stream?.answered && stream.events[0] === 'endpoint'
    ? { outcome: 'legacy-sse', decisive: stream }
    : { outcome: 'not-mcp', decisive: initialize };
}

function handshakeOf(
  wire: Wire,
  seen: Pick<McpHandshake, 'outcome' | 'decisive' | 'discover' | 'initialize'>,
): McpHandshake {
  return {
    ...seen,
    endpoint: wire.endpoint,
    finalUrl: wire.url,
    hops: wire.hops,
    refusedRedirect: wire.refusedRedirect,
    era: undefined,
    protocolVersion: undefined,
    supportedVersions: [],
    serverInfo: undefined,
    capabilities: {},
    instructions: undefined,
    firstByteMs: seen.decisive.answered ? [seen.decisive.firstByteMs] : [],
  };
}

function modernFacts(result: Message) {
  const meta = isObject(result._meta) ? result._meta : {};
  return {
    ...factsIn(result, meta[SERVER_INFO_KEY] ?? result.serverInfo),
    era: 'modern',
    protocolVersion: MODERN_REVISION,
    supportedVersions: versionsIn(result),
  } as const;
}

const legacyFacts = (result: Message, protocolVersion: string) =>
  ({ ...factsIn(result, result.serverInfo), era: 'legacy', protocolVersion }) as const;

const factsIn = ({ capabilities, instructions }: Message, serverInfo: unknown) => ({
  serverInfo: isObject(serverInfo) ? serverInfo : undefined,
  capabilities: isObject(capabilities) ? capabilities : {},
  instructions,
});

const versionsIn = ({ supportedVersions }: Message): string[] =>
  Array.isArray(supportedVersions) ? supportedVersions.filter((version) => typeof version === 'string') : [];

/** Whether a server refuses the revision that was asked for and offers that very revision. */
function offersModern(exchange: McpExchange): boolean {
  const error = exchange.answered ? exchange.message?.error : undefined;
  if (!isObject(error) || error.code !== UNSUPPORTED_VERSION || !isObject(error.data)) return false;
  return Array.isArray(error.data.supported) && error.data.supported.includes(MODERN_REVISION);
}

/**
 * The newest older revision that a refusal of `initialize` names, in its error or in words. A server must answer with a
 * revision of its own instead (specification, version negotiation), so most clients end there.
 */
function offeredInstead(exchange: McpExchange): string | undefined {
  if (!exchange.answered || resultIn(exchange) !== undefined) return undefined;
  const { status, message, text } = exchange;
  const isRefusal = status === 400 || isObject(message?.error);
  // Only where it speaks of versions: a date may be anything else.
  if (!isRefusal || !/version/i.test(text)) return undefined;
  return LEGACY_REVISIONS.slice(1).find((older) => text.includes(older));
}

/** A state of the server, or of its load, that says nothing of what it is. */
const isPassing = (status: number): boolean => status === 429 || status >= 500;

const statusOf = (exchange: McpExchange): number | undefined => (exchange.answered ? exchange.status : undefined);

/** A time-out is not among them: some servers never answer a method they do not know. */
const isOutOfReach = ({ reason, failure }: Exclude<McpExchange, Answered>): boolean =>
  reason === 'unreachable' && failure.code !== 'reset';

const isOversize = (exchange: McpExchange): boolean =>
  !exchange.answered && (exchange.reason === 'too_large' || exchange.reason === 'events');
