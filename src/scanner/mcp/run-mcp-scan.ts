import type { Fetcher } from '../net/fetch-types.ts';
import type { ClientInfo } from './dialect.ts';
import { gatherSession, type McpTranscript } from './gather-session.ts';
import type { McpGrade } from './grade-session.ts';
import { MCP_LIMITS, type McpLimits, SCAN_MS } from './limits.ts';
import type { RunMcpScan } from './scan-types.ts';

export interface RunMcpScanParts {
  readonly fetcher: Fetcher;
  /** What servers are told of us. */
  readonly clientInfo: ClientInfo;
  /** Judges a session within so many milliseconds. */
  grade(transcript: McpTranscript, signal: AbortSignal, leftMs: number): Promise<GradeOutcome>;
  readonly limits?: McpLimits;
  /** Milliseconds of a clock that only goes forward. */
  now?(): number;
}

/** `too-much`: more time or memory than one server may have. `overload`: others had the threads until the time was over. */
export type GradeOutcome = McpGrade | 'too-much' | 'overload';

/** The whole of one MCP scan: the session, the checks, the score. */
export function createRunMcpScan(parts: RunMcpScanParts): RunMcpScan {
  const { limits = MCP_LIMITS, now = () => performance.now() } = parts;
  return async (request) => {
    const endsAt = now() + SCAN_MS;
    const session = await gatherSession({ ...parts, limits, now }, request);
    if (!session.reached) return session;
    request.onStage?.('grade');
    const grade = await parts.grade(session.transcript, request.signal, endsAt - now());
    if (grade === 'too-much') return { reached: false, message: 'what the server lists is too much to be graded' };
    if (grade === 'overload') return { reached: false, message: 'there was no time left to grade', isOverload: true };
    return { ...grade, limitsHit: session.limitsHit };
  };
}
