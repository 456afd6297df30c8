import { gradeSession, type McpGrade } from '../mcp/grade/score.ts';
import type { McpTranscript } from '../mcp/session/gather.ts';
import { type JobClock, noteBegin } from './threads.ts';

export interface McpJob {
  readonly transcript: McpTranscript;
  readonly clock: JobClock;
}

export interface McpVerdict {
  readonly grade: McpGrade;
  /** Ids of checks that threw, with what they threw, for our log. */
  readonly bugs: readonly { readonly checkId: string; readonly thrown: string }[];
}

/** Judges one session with an MCP server. */
export default function gradeTranscript({ transcript, clock }: McpJob): McpVerdict {
  noteBegin(clock);
  const bugs: { checkId: string; thrown: string }[] = [];
  const grade = gradeSession(transcript, (checkId, thrown) => bugs.push({ checkId, thrown: String(thrown) }));
  return { grade, bugs };
}
