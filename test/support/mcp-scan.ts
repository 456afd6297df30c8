/** Sessions and scans of fixture servers, over the real fetcher. */

import { VERSION } from '../../src/basics/version.ts';
import { createRunMcpScan, type RunMcpScanParts } from '../../src/scanner/mcp/grade/run-mcp-scan.ts';
import { gradeSession } from '../../src/scanner/mcp/grade/score.ts';
import { readLists } from '../../src/scanner/mcp/read.ts';
import { gatherSession, type McpSession, type McpTranscript } from '../../src/scanner/mcp/session/gather.ts';
import { MCP_LIMITS, type McpLimits } from '../../src/scanner/mcp/session/wire.ts';
import type { McpArtifacts } from '../../src/scanner/model/mcp.ts';
import type { McpScanOutcome, McpScanRequest } from '../../src/scanner/model/scan.ts';
import type { Fetcher } from '../../src/scanner/net/fetch-types.ts';
import { createFetcher } from '../../src/scanner/net/fetcher.ts';
import { createHostThrottle, type HostThrottle } from '../../src/scanner/net/host-throttle.ts';
import { createMcpPool } from '../../src/scanner/workers/mcp-pool.ts';
import { type McpHandler, type McpServer, serveMcp } from './mcp-server.ts';
import { threadEntries } from './program.ts';

export interface Connected {
  readonly reached: true;
  readonly artifacts: McpTranscript & Partial<McpArtifacts>;
  readonly limitsHit: readonly string[];
}

export interface AskOptions {
  readonly limits?: Partial<McpLimits>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly onStage?: NonNullable<McpScanRequest['onStage']>;
}

export interface McpScanner {
  /** A session, and the contents of its lists. */
  session(url: string, options?: AskOptions): Promise<Connected | Extract<McpSession, { reached: false }>>;
  scan(url: string, options?: AskOptions): Promise<McpScanOutcome>;
  close(): Promise<void>;
}

const CLIENT = { name: 'legible', version: VERSION };

export interface McpScannerOptions {
  /** The recorded duration of every response, so that a grade does not depend on the machine. */
  readonly timesMs?: number;
  /** Grades in this many threads, as the service does; without threads in this one. */
  readonly threads?: number;
  /** May be shared with other scans; by default a separate one. */
  readonly throttle?: HostThrottle;
}

/** Longer than a pool gives a session: a grade must not depend on the load of the machine. */
const PATIENT_MS = 60_000;

/** A check that throws fails the scan. */
export function createMcpScanner({
  timesMs,
  threads,
  throttle = createHostThrottle({ concurrency: 8 }),
}: McpScannerOptions = {}): McpScanner {
  const real = createFetcher({ userAgent: `LegibleBot/${VERSION}` });
  const fetcher = timesMs === undefined ? real : withTimes(real, timesMs);
  const pool =
    threads === undefined
      ? undefined
      : createMcpPool({ threads, timeoutMs: PATIENT_MS, onBug: fail, ...threadEntries() });
  const now = () => performance.now();
  const requestFor = (url: string, { headers = {}, signal, onStage }: AskOptions): McpScanRequest => ({
    endpoint: url,
    permit: { host: new URL(url).hostname, port: Number(new URL(url).port) },
    headers,
    signal: signal ?? new AbortController().signal,
    ...(onStage === undefined ? {} : { onStage }),
  });
  return {
    async session(url, options = {}) {
      const limits = { ...MCP_LIMITS, ...options.limits };
      const session = await gatherSession({ fetcher, clientInfo: CLIENT, limits, now }, requestFor(url, options));
      if (!session.reached) return session;
      const { transcript, limitsHit } = session;
      const { handshake, listings } = transcript;
      const read = listings === undefined ? {} : readLists(handshake, listings);
      return { reached: true, artifacts: { ...transcript, ...read }, limitsHit };
    },
    scan(url, options = {}) {
      const limits = { ...MCP_LIMITS, ...options.limits };
      const grade: RunMcpScanParts['grade'] = async (transcript, signal, leftMs) =>
        pool === undefined ? gradeSession(transcript, fail) : pool.grade(transcript, signal, leftMs);
      return createRunMcpScan({ fetcher, throttle, clientInfo: CLIENT, limits, grade })(requestFor(url, options));
    },
    async close() {
      await Promise.all([fetcher.close(), pool?.close()]);
    },
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
