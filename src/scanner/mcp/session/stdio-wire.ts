import type { McpExchange } from '../../model/mcp.ts';
import { isBatch, keepStray, parseMessages, pickMessage, type Spoken } from './message.ts';
import type { McpLimits, Wire } from './wire.ts';

/** A server that runs as a process of this machine: a line is a message (specification, transport stdio). */
export interface StdioPeer {
  /** What the report calls the server. */
  readonly name: string;
  write(line: string): void;
  /** Called with each line that the server writes, and with undefined once it has ended. */
  onLine(listener: (line: string | undefined) => void): void;
}

/** A package runner installs the server first. */
const START_MS = 90_000;
/** More requests of a server get no answer: it may not read them. */
const MAX_ANSWERED = 100;
const METHOD_NOT_FOUND = -32_601;
const GONE = { code: 'reset', message: 'the process ended' } as const;
const LATE = { code: 'timeout', message: 'the process did not answer in time' } as const;

/** The requests of one session over the streams of a process. Operations that exist only over HTTP find nothing. */
export function createStdioWire(
  peer: StdioPeer,
  limits: McpLimits,
  now: () => number,
  startMs: number = START_MS,
): Wire {
  const waiting = new Map<number, (line: string | undefined) => void>();
  let isGone = false;
  let answeredCount = 0;
  const startedAt = now();
  let endsAt: number | undefined;
  /** Since the last answer. */
  let strays: string[] = [];
  peer.onLine((line) => {
    if (line === undefined) {
      isGone = true;
      for (const settle of waiting.values()) settle(undefined);
      return;
    }
    const messages = parseMessages(line);
    if (messages.length === 0) keepStray(strays, line);
    for (const { id, method } of messages) {
      if (typeof method !== 'string') {
        if (typeof id === 'number') waiting.get(id)?.(line);
      } else if (id !== undefined && answeredCount < MAX_ANSWERED) {
        answeredCount += 1;
        peer.write(JSON.stringify(answerTo(id, method)));
      }
    }
  });

  async function post({ body, sentId }: Spoken): Promise<McpExchange> {
    if (isGone) return { answered: false, reason: 'unreachable', failure: GONE };
    const sentAt = now();
    peer.write(body);
    if (sentId === undefined) return answered('', undefined, 0, []);
    const line = await lineFor(sentId);
    if (line === 'late') return { answered: false, reason: 'timeout', failure: LATE };
    if (line === undefined) return { answered: false, reason: 'unreachable', failure: GONE };
    endsAt ??= now() + limits.sessionMs;
    const exchange = answered(line, sentId, now() - sentAt, strays);
    strays = [];
    return exchange;
  }

  const lineFor = (id: number): Promise<string | undefined | 'late'> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => settle('late'), patienceMs());
      function settle(line: string | undefined): void {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(line);
      }
      waiting.set(id, settle);
    });

  /** The start is waited for once, because some servers never answer a method that they do not know. */
  const patienceMs = (): number =>
    endsAt === undefined
      ? Math.max(Math.min(limits.requestMs, startMs), startedAt + startMs - now())
      : Math.max(0, Math.min(limits.requestMs, endsAt - now()));

  const endpoint = `stdio:${encodeURIComponent(peer.name)}`;
  const nothing: McpExchange = { answered: false, reason: 'unreachable', failure: GONE };
  return {
    endpoint,
    url: endpoint,
    hops: [],
    refusedRedirect: undefined,
    limitsHit: new Set(),
    open: post,
    post,
    get: async () => nothing,
    remove: async () => undefined,
    document: async (address) => ({ answered: false, url: address, hops: [], failure: GONE }),
  };
}

function answered(line: string, sentId: number | undefined, ms: number, strays: readonly string[]): McpExchange {
  return {
    answered: true,
    status: sentId === undefined ? 202 : 200,
    headers: {},
    contentType: sentId === undefined ? '' : 'application/json',
    message: pickMessage(parseMessages(line), sentId),
    ...(isBatch(line) ? { isBatch: true } : {}),
    ...(strays.length === 0 ? {} : { strays }),
    sentId,
    text: line.slice(0, MAX_TEXT),
    events: [],
    bodyBytes: Buffer.byteLength(line),
    firstByteMs: ms,
    totalMs: ms,
  };
}

const MAX_TEXT = 4_096;

/** A server may ask whether its client lives; this one offers nothing else. */
const answerTo = (id: unknown, method: string) =>
  method === 'ping'
    ? { jsonrpc: '2.0', id, result: {} }
    : { jsonrpc: '2.0', id, error: { code: METHOD_NOT_FOUND, message: 'Not offered.' } };
