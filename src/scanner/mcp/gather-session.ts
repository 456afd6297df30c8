import type { Fetcher } from '../net/fetch-types.ts';
import type { McpArtifacts, McpExchange, McpHandshake } from './artifacts.ts';
import { gatherAuthorization } from './authorization.ts';
import { type ClientInfo, initializedNotification } from './dialect.ts';
import { gatherLists, refusalIn } from './gather-lists.ts';
import { gatherProbes, leave } from './gather-probes.ts';
import { openSession } from './handshake.ts';
import type { McpLimits } from './limits.ts';
import type { McpScanRequest } from './scan-types.ts';
import { createWire } from './wire.ts';

export interface GatherParts {
  readonly fetcher: Pick<Fetcher, 'fetch'>;
  readonly clientInfo: ClientInfo;
  readonly limits: McpLimits;
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
}

/** What was asked and answered: plain data, to be read and judged elsewhere. */
export type McpTranscript = Pick<McpArtifacts, 'handshake' | 'authorization'> &
  Partial<Pick<McpArtifacts, 'probes' | 'listings'>>;

export type McpSession =
  /** Nothing answered that could be graded. `message` is ours. */
  | { readonly reached: false; readonly message: string }
  | {
      readonly reached: true;
      /** Probes and listings only of a connected session. */
      readonly transcript: McpTranscript;
      /** Names of the limits that answers or the session went over, sorted. */
      readonly limitsHit: readonly string[];
    };

/**
 * One session with a remote MCP server: handshake, lists, the tools once more, then
 * what no client would send. It never calls a tool, gets a prompt or reads a resource.
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
      limitsHit: [...wire.limitsHit].sort(),
    };
  }

  const notification = dialect.era === 'legacy' ? await wire.post(initializedNotification(dialect)) : undefined;
  onStage?.('list');
  const listings = await gatherLists({ wire, dialect, limits, nextId }, handshake);
  const probes = await gatherProbes(wire, dialect, { nextId, handshake: opening.again });
  const repetition = await wire.post(opening.again(nextId()));
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
    limitsHit: [...wire.limitsHit, ...(isCutShort ? ['list'] : [])].sort(),
  };
}

/** With the time of a second greeting: the first one also pays for the connection. */
const timedAgain = (handshake: McpHandshake, repetition: McpExchange | undefined): McpHandshake =>
  repetition?.answered ? { ...handshake, firstByteMs: [...handshake.firstByteMs, repetition.firstByteMs] } : handshake;
