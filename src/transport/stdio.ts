import { randomUUID } from 'node:crypto';
import { pipeline, Transform } from 'node:stream';
import { parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Caller } from '../auth/caller.ts';
import type { Log } from '../log.ts';
import { cancelledIdOf, createCancellations } from './cancellations.ts';
import { RPC } from './features/call.ts';
import type { Surface } from './features/surface.ts';
import { idOf, initializeIssue, metaIssue } from './messages.ts';
import { factory2026 } from './protocol-2026.ts';

const MAX_MESSAGE_BYTES = 1024 * 1024;

/** A connection has one client. */
const CLIENT = 'stdio';

interface McpStdio {
  /** Resolves when the client has left, or sent an overlong line. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/**
 * MCP over this process's stdin and stdout, in the protocol era that the client opens. All calls run as one caller.
 * @param log gets invalid input, because hosts show a server's log to the user
 */
export function serveMcpStdio(surface: Surface, caller: Caller, log: Log): McpStdio {
  const cancellations = createCancellations();
  const lines = filterLines(
    MAX_MESSAGE_BYTES,
    (requests) => {
      for (const { id, code, message } of requests) {
        // The client has disconnected.
        transport.send({ jsonrpc: '2.0', id, error: { code, message } }).catch(() => {});
      }
    },
    (id) => void cancellations.cancel(CLIENT, id),
  );
  const transport = new StdioServerTransport(lines, process.stdout, { maxBufferSize: MAX_MESSAGE_BYTES });
  // When stdin ends, for any reason, the lines and the transport end too.
  pipeline(process.stdin, lines, () => {});
  const handle = serveStdio(
    factory2026(
      surface,
      () => ({ caller, requestId: randomUUID() }),
      (_, id) => cancellations.enter(CLIENT, id),
    ),
    { transport, onerror: ({ message }) => log.error({ problem: message }, 'MCP over stdio') },
  );
  // The transport closes itself on every error, and reads nothing more from stdin.
  const { onclose } = transport;
  const ended = new Promise<void>((resolve) => {
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
  return { ended, close: () => handle.close() };
}

export interface RefusedRequest {
  readonly id: string | number;
  readonly code: number;
  readonly message: string;
}

/**
 * The requests of a line that the SDK would drop, or answer with a schema dump: the client would wait for ever. None
 * for a line that the SDK reads, and for one without an id.
 */
export function refusedRequests(line: string): readonly RefusedRequest[] {
  const body = parsed(line);
  if (Array.isArray(body)) {
    const message = 'Batches are not read over stdio: send each message on a line of its own.';
    return body.flatMap((each) => refused(each, RPC.invalidRequest, message));
  }
  const issue = initializeIssue(body);
  if (issue !== undefined) return refused(body, RPC.invalidParams, issue);
  const ofMeta = metaIssue(body);
  if (ofMeta !== undefined) return refused(body, RPC.invalidRequest, ofMeta);
  if (isMessage(body)) return [];
  return refused(
    body,
    RPC.invalidRequest,
    'The line is no JSON-RPC 2.0 request: expected jsonrpc "2.0" and params that are one object.',
  );
}

/**
 * Passes on the lines that the SDK can answer, unchanged.
 * @param maxLineBytes a longer line is not buffered: its beginning is passed on, so that the SDK closes the connection
 * @param refuse notified of the requests of all other lines
 * @param onCancelled notified of the id in a `notifications/cancelled`, before the SDK reads it
 */
export function filterLines(
  maxLineBytes: number,
  refuse: (requests: readonly RefusedRequest[]) => void,
  onCancelled: (id: string | number) => void = () => {},
): Transform {
  let begun: Buffer[] = [];
  let begunBytes = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      let from = 0;
      for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', from)) {
        const line = Buffer.concat([...begun, chunk.subarray(from, end + 1)]);
        const requests = line.length > maxLineBytes ? [] : refusedRequests(line.toString());
        const cancelled = line.includes('notifications/cancelled') && cancelledIdOf(parsed(line.toString()));
        if (cancelled !== false && cancelled !== undefined) onCancelled(cancelled);
        if (requests.length > 0) refuse(requests);
        else this.push(line);
        [begun, begunBytes, from] = [[], 0, end + 1];
      }
      begun.push(chunk.subarray(from));
      begunBytes += chunk.length - from;
      if (begunBytes > maxLineBytes) {
        this.push(Buffer.concat(begun));
        [begun, begunBytes] = [[], 0];
      }
      done();
    },
  });
}

const refused = (request: unknown, code: number, message: string): RefusedRequest[] => {
  const id = idOf(request);
  return id === undefined ? [] : [{ id, code, message }];
};

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isMessage(value: unknown): boolean {
  try {
    parseJSONRPCMessage(value);
    return true;
  } catch {
    return false;
  }
}
