import type { FetchFailure } from '../../model/http.ts';
import type { McpExchange, McpProbes } from '../../model/mcp.ts';
import type { OnCheckBug } from '../../model/result.ts';
import type { McpScanOutcome, McpScanRequest, RunMcpScan } from '../../model/scan.ts';
import type { Fetcher } from '../../net/fetch-types.ts';
import { type HostThrottle, penaltyOf } from '../../net/host-throttle.ts';
import { gatherCalls } from '../session/call-tools.ts';
import { gatherLists, gatherSession, type McpSession, type McpTranscript } from '../session/gather.ts';
import { openSession } from '../session/handshake.ts';
import { type ClientInfo, initializedNotification } from '../session/message.ts';
import { createStdioWire, type StdioPeer } from '../session/stdio-wire.ts';
import { MCP_LIMITS, type McpLimits, SCAN_MS } from '../session/wire.ts';
import { gradeSession, type McpGrade } from './score.ts';

export interface RunMcpScanParts {
  readonly fetcher: Fetcher;
  /** The request permits of all scans at each host. */
  readonly throttle: HostThrottle;
  /** Name and version that the client sends to servers. */
  readonly clientInfo: ClientInfo;
  /** Grades a session within `leftMs` milliseconds. */
  grade(transcript: McpTranscript, signal: AbortSignal, leftMs: number): Promise<GradeOutcome>;
  readonly limits?: McpLimits;
  /** Milliseconds of a clock that only goes forward. */
  now?(): number;
}

/** `too-much`: more time or memory than one server may have. `overload`: others had the threads until the time was over. */
export type GradeOutcome = McpGrade | 'too-much' | 'overload';

/** Waiting for less than this is no reason that a session ran out of time. */
const LONG_WAIT_MS = 1_000;
/** By which timers may be early. */
const TIMERS_MS = 5;
const OVERLOAD = { reached: false, isOverload: true } as const;

/** The whole of one MCP scan: the session, the checks, the score. */
export function createRunMcpScan(parts: RunMcpScanParts): RunMcpScan {
  const { limits = MCP_LIMITS, now = () => performance.now() } = parts;
  return async (request) => {
    const endsAt = now() + SCAN_MS;
    const session = await gatherInTurn({ ...parts, limits, now }, request);
    if (!session.reached) return session;
    request.onStage?.('grade');
    const grade = await parts.grade(session.transcript, request.signal, endsAt - now());
    if (grade === 'too-much') return { reached: false, message: 'what the server lists is too much to be graded' };
    if (grade === 'overload') return { ...OVERLOAD, message: 'there was no time left to grade' };
    const { handshake, listings } = session.transcript;
    const seen = listings === undefined ? undefined : { handshake, listings, calls: session.calls };
    return { ...grade, limitsHit: session.limitsHit, seen };
  };
}

/** The session, unless other scans of the same host kept it waiting for so long that it could not be had whole. */
async function gatherInTurn(
  parts: Pick<RunMcpScanParts, 'fetcher' | 'throttle' | 'clientInfo'> & { limits: McpLimits; now(): number },
  request: McpScanRequest,
): Promise<McpSession | Extract<McpScanOutcome, { reached: false }>> {
  const keptWaiting = { ...OVERLOAD, message: 'other scans of this host had all of its permits' };
  const endsAt = parts.now() + parts.limits.sessionMs;
  const fetcher = createPoliteFetcher({ ...parts, endsAt });
  try {
    const session = await gatherSession({ ...parts, fetcher }, request);
    const isOutOfTime = parts.now() >= endsAt - TIMERS_MS;
    return isOutOfTime && fetcher.waitedMs >= LONG_WAIT_MS ? keptWaiting : session;
  } catch (error) {
    if (error instanceof NoPermitError) return keptWaiting;
    throw error;
  }
}

export interface StdioScanParts {
  readonly clientInfo: ClientInfo;
  readonly onBug: OnCheckBug;
  readonly limits?: McpLimits;
  /** How long a server may take to start, in milliseconds. */
  readonly startMs?: number | undefined;
  /** As in McpScanRequest. */
  readonly tries?: boolean | undefined;
  now?(): number;
  /** Takes out of what the server answered what must not be shown. */
  redact?<T>(answered: T): T;
}

/** Grades a server that speaks over the streams of a process, as a hosted one; checks of HTTP do not apply. */
export async function scanStdio(peer: StdioPeer, parts: StdioScanParts): Promise<McpScanOutcome> {
  const {
    clientInfo,
    onBug,
    limits = MCP_LIMITS,
    startMs,
    tries = false,
    now = () => performance.now(),
    redact = (value) => value,
  } = parts;
  const wire = createStdioWire(peer, limits, now, startMs);
  let lastId = 0;
  const nextId = () => {
    lastId += 1;
    return lastId;
  };
  const opening = await openSession(wire, clientInfo, nextId);
  if (!opening.reached) return opening;
  const { handshake, dialect, again } = opening;
  const authorization = { challenged: false, challenge: undefined, metadata: [], servers: [] };
  if (dialect === undefined) {
    return { ...gradeSession(redact({ handshake, authorization }), onBug, 'stdio'), limitsHit: [] };
  }
  if (dialect.era === 'legacy') await wire.post(initializedNotification(dialect));
  const listings = await gatherLists({ wire, dialect, limits, nextId }, handshake);
  // The first greeting also pays for the start of the process; a second initialize would end the session of some.
  const repetition = dialect.era === 'legacy' ? listings.tools.pages[0] : await wire.post(again(nextId()));
  // Last, so that a slow tool takes no time from the grade.
  const calls = tries ? await gatherCalls({ wire, dialect, nextId }, listings) : [];
  const firstByteMs = repetition?.answered ? [repetition.firstByteMs] : handshake.firstByteMs;
  const transcript = redact({ handshake: { ...handshake, firstByteMs }, authorization, listings, probes: NO_PROBES });
  const grade = gradeSession(transcript, onBug, 'stdio');
  const isCutShort = Object.values(listings).some((listing) => listing?.trouble === 'limit');
  return {
    ...grade,
    limitsHit: isCutShort ? ['list'] : [],
    seen: { handshake: transcript.handshake, listings: transcript.listings, calls: redact(calls) },
  };
}

const NOT_SENT: McpExchange = {
  answered: false,
  reason: 'unreachable',
  failure: { code: 'protocol', message: 'not sent to a process' },
};
/** What no client would send is sent over HTTP alone. */
const NO_PROBES: McpProbes = {
  unknownMethod: NOT_SENT,
  malformed: NOT_SENT,
  get: NOT_SENT,
  foreignOrigin: NOT_SENT,
  notification: undefined,
};

/** Other scans held all permits of a host until the time was over: this proves no fault of its server. */
class NoPermitError extends Error {}

/** One session's requests; each acquires a permit, which all scans of its host share. */
export interface PoliteFetcher {
  /**
   * As `Fetcher.fetch`, whose `timeoutMs` here bounds the wait before it, too; both end with the session.
   * @throws NoPermitError; the signal's reason when it aborts during the wait
   */
  readonly fetch: Fetcher['fetch'];
  /** Spent so far on waiting for permits that others had, in milliseconds. */
  readonly waitedMs: number;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const ASKED_TO_WAIT: FetchFailure = {
  code: 'timeout',
  message: 'the server answers that it has too much to do: try again later',
};

export interface PoliteFetcherParts {
  readonly fetcher: Pick<Fetcher, 'fetch'>;
  readonly throttle: HostThrottle;
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
  /** When the session is over, by that clock. */
  readonly endsAt: number;
}

function createPoliteFetcher({ fetcher, throttle, now, endsAt }: PoliteFetcherParts): PoliteFetcher {
  let waitedMs = 0;
  let wasAskedToWait = false;
  return {
    get waitedMs() {
      return waitedMs;
    },
    async fetch(request, options = {}) {
      const { host } = new URL(request.url);
      const patience = new AbortController();
      const { timeoutMs = DEFAULT_TIMEOUT_MS } = request;
      const askedAt = now();
      const timer = setTimeout(() => patience.abort(), Math.min(timeoutMs, endsAt - askedAt));
      let isSent = false;
      const waited = (): void => {
        clearTimeout(timer);
        // A wait that the server itself asked for is its own time.
        if (!wasAskedToWait) waitedMs += now() - askedAt;
      };
      const send = async () => {
        isSent = true;
        waited();
        const leftMs = Math.max(1, Math.floor(endsAt - now()));
        const result = await fetcher.fetch({ ...request, timeoutMs: Math.min(timeoutMs, leftMs) }, options);
        const penalty = penaltyOf(result);
        if (penalty !== undefined) {
          wasAskedToWait = true;
          throttle.penalise(host, penalty);
        }
        return result;
      };
      const signal = AbortSignal.any([patience.signal, ...(options.signal === undefined ? [] : [options.signal])]);
      try {
        return await throttle.run(host, send, signal);
      } catch (error) {
        if (isSent) throw error;
        waited();
        options.signal?.throwIfAborted();
        if (wasAskedToWait) return { ok: false, url: request.url, hops: [], failure: ASKED_TO_WAIT };
        throw new NoPermitError('Others had all the permits at this host.', { cause: error });
      }
    },
  };
}
