import { randomUUID } from 'node:crypto';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Caller } from '../auth/caller.ts';
import { factory2026 } from './era-2026.ts';
import type { Surface } from './surface.ts';

const MAX_MESSAGE_BYTES = 1024 * 1024;

export interface McpStdio {
  /** Resolves when the client has left. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** MCP over this process's stdin and stdout, in whichever era the client opens. Everything is called as one caller. */
export function serveMcpStdio(surface: Surface, caller: Caller): McpStdio {
  const { stdin, stdout } = process;
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) stdin.once(event, resolve);
    // A client that died is told nothing any more.
    stdout.once('error', () => resolve());
  });
  const handle = serveStdio(
    factory2026(surface, () => ({ caller, requestId: randomUUID() })),
    { transport: new StdioServerTransport(stdin, stdout, { maxBufferSize: MAX_MESSAGE_BYTES }) },
  );
  return { ended, close: () => handle.close() };
}
