import type { Fetcher } from '../net/fetch-types.ts';
import type { ClientInfo } from './dialect.ts';
import { gatherSession, type McpTranscript } from './gather-session.ts';
import type { McpGrade } from './grade-session.ts';
import { MCP_LIMITS, type McpLimits } from './limits.ts';
import type { RunMcpScan } from './scan-types.ts';

export interface RunMcpScanParts {
  readonly fetcher: Fetcher;
  /** What servers are told of us. */
  readonly clientInfo: ClientInfo;
  /** Judges a session; undefined when that took more time or memory than one server may have. */
  grade(transcript: McpTranscript, signal: AbortSignal): Promise<McpGrade | undefined>;
  readonly limits?: McpLimits;
  /** Milliseconds of a clock that only goes forward. */
  now?(): number;
}

/** The whole of one MCP scan: the session, the checks, the score. */
export function createRunMcpScan(parts: RunMcpScanParts): RunMcpScan {
  const { limits = MCP_LIMITS, now = () => performance.now() } = parts;
  return async (request) => {
    const session = await gatherSession({ ...parts, limits, now }, request);
    if (!session.reached) return session;
    request.onStage?.('grade');
    const grade = await parts.grade(session.transcript, request.signal);
    if (grade === undefined) return { reached: false, message: 'what the server lists is too much to be graded' };
    return { ...grade, limitsHit: session.limitsHit };
  };
}
