import { randomUUID } from 'node:crypto';
import { pipeline } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Caller } from '../auth/caller.ts';
import type { Log } from '../log.ts';
import { factory2026 } from './era-2026.ts';
import { filterLines } from './stdio-lines.ts';
import type { Surface } from './surface.ts';

const MAX_MESSAGE_BYTES = 1024 * 1024;

export interface McpStdio {
  /** Resolves when the client has left, or sent a line that is too long to go on from. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/**
 * MCP over this process's stdin and stdout, in whichever era the client opens. Everything is called as one caller.
 * @param log told what the client sent that is no message: hosts show it, and nobody else can
 */
export function serveMcpStdio(surface: Surface, caller: Caller, log: Log): McpStdio {
  const lines = filterLines(MAX_MESSAGE_BYTES, (requests) => {
    for (const { id, code, message } of requests) {
      // A client that has left cannot be told.
      transport.send({ jsonrpc: '2.0', id, error: { code, message } }).catch(() => {});
    }
  });
  const transport = new StdioServerTransport(lines, process.stdout, { maxBufferSize: MAX_MESSAGE_BYTES });
  // However stdin ends, so do the lines, and with them the transport.
  pipeline(process.stdin, lines, () => {});
  const handle = serveStdio(
    factory2026(surface, () => ({ caller, requestId: randomUUID() })),
    { transport, onerror: ({ message }) => log.error({ problem: message }, 'MCP over stdio') },
  );
  // The transport closes itself for every reason there is, and nothing can be heard of stdin after that.
  const { onclose } = transport;
  const ended = new Promise<void>((resolve) => {
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
  return { ended, close: () => handle.close() };
}
