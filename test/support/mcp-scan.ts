/** Sessions and scans of fixture servers, over the real fetcher. */

import type { McpSession } from '../../src/scanner/mcp/gather-session.ts';
import { gatherSession } from '../../src/scanner/mcp/gather-session.ts';
import { MCP_LIMITS, type McpLimits } from '../../src/scanner/mcp/limits.ts';
import { createRunMcpScan } from '../../src/scanner/mcp/run-mcp-scan.ts';
import type { McpScanOutcome, McpScanRequest } from '../../src/scanner/mcp/scan-types.ts';
import type { Fetcher } from '../../src/scanner/net/fetch-types.ts';
import { createFetcher } from '../../src/scanner/net/fetcher.ts';
import { VERSION } from '../../src/version.ts';
import { type McpHandler, type McpServer, serveMcp } from './mcp-server.ts';

export type Connected = Extract<McpSession, { reached: true }>;

export interface AskOptions {
  readonly limits?: Partial<McpLimits>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly onStage?: NonNullable<McpScanRequest['onStage']>;
  /** Told what a check threw; by default that fails the scan. */
  readonly onBug?: (checkId: string, thrown: unknown) => void;
}

export interface McpScanner {
  session(url: string, options?: AskOptions): Promise<McpSession>;
  scan(url: string, options?: AskOptions): Promise<McpScanOutcome>;
  close(): Promise<void>;
}

const CLIENT = { name: 'legible', version: VERSION };

/** @param timesMs what every answer is said to have taken, where a grade must not depend on the machine */
export function createMcpScanner({ timesMs }: { timesMs?: number } = {}): McpScanner {
  const real = createFetcher({ userAgent: `LegibleBot/${VERSION}` });
  const fetcher = timesMs === undefined ? real : withTimes(real, timesMs);
  const now = () => performance.now();
  const requestFor = (url: string, { headers = {}, signal, onStage }: AskOptions): McpScanRequest => ({
    endpoint: url,
    permit: { host: new URL(url).hostname, port: Number(new URL(url).port) },
    headers,
    signal: signal ?? new AbortController().signal,
    ...(onStage === undefined ? {} : { onStage }),
  });
  return {
    session(url, options = {}) {
      const limits = { ...MCP_LIMITS, ...options.limits };
      return gatherSession({ fetcher, clientInfo: CLIENT, limits, now }, requestFor(url, options));
    },
    scan(url, options = {}) {
      const limits = { ...MCP_LIMITS, ...options.limits };
      const onBug = options.onBug ?? fail;
      return createRunMcpScan({ fetcher, clientInfo: CLIENT, limits, onBug })(requestFor(url, options));
    },
    close: () => fetcher.close(),
  };
}

const withTimes = (fetcher: Fetcher, timesMs: number): Fetcher => ({
  async fetch(request, options) {
    const result = await fetcher.fetch(request, options);
    return result.ok ? { ...result, firstByteMs: timesMs, totalMs: timesMs } : result;
  },
  close: () => fetcher.close(),
});

/** Serves a fixture while something is done with it. */
export async function withServer<T>(handler: McpHandler, use: (server: McpServer) => Promise<T>): Promise<T> {
  const server = await serveMcp(handler);
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

function fail(checkId: string, thrown: unknown): never {
  throw new Error(`${checkId} threw`, { cause: thrown });
}
