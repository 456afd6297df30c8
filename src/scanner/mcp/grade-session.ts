import { MCP_CHECKS } from '../catalogue.ts';
import { quote } from '../clean-evidence.ts';
import { type CheckOf, type CheckRecord, type OnCheckBug, runChecks } from '../run-checks.ts';
import type { HandshakeOutcome, McpArtifacts } from './artifacts.ts';
import type { McpTranscript } from './gather-session.ts';
import { readLists } from './read-lists.ts';
import type { McpScanOutcome } from './scan-types.ts';
import { SEEN_FROM_OUTSIDE, scoreMcp } from './score.ts';

type Seen = McpTranscript & Partial<McpArtifacts>;
export type McpGrade = Omit<Extract<McpScanOutcome, { reached: true }>, 'limitsHit'>;

const BYTES_PER_TOKEN = 4;

/** Reads and judges one session: every check, and the score. */
export function gradeSession(transcript: McpTranscript, onBug: OnCheckBug): McpGrade {
  const { handshake, listings } = transcript;
  const artifacts: Seen = { ...transcript, ...(listings === undefined ? {} : readLists(handshake, listings)) };
  const { tools, resources, prompts } = artifacts;
  const { outcome, era, protocolVersion, serverInfo } = handshake;
  const records = MCP_CHECKS.map((check) => evaluate(check, artifacts, onBug));
  const bytes = (tools ?? []).reduce((sum, { contextBytes }) => sum + contextBytes, 0);
  const grade = scoreMcp(records, {
    toolCount: tools?.length,
    contextTokens: Math.ceil(bytes / BYTES_PER_TOKEN),
    authorizationOnly: isBehindAuthorization(artifacts),
  });
  const isGraded = outcome === 'connected' || outcome === 'authorization';
  return {
    reached: true,
    status: isGraded ? 'completed' : 'failed',
    ...grade,
    score: isGraded ? grade.score : 0,
    era,
    protocolVersion,
    serverName: quoted(serverInfo?.name),
    serverVersion: quoted(serverInfo?.version),
    toolCount: tools?.length ?? null,
    resourceCount: resources?.resources.length ?? null,
    promptCount: prompts?.length ?? null,
    records,
  };
}

/** One check, or why it cannot be answered. */
function evaluate(check: CheckOf<'mcp'>, artifacts: Seen, onBug: OnCheckBug): CheckRecord {
  const { outcome } = artifacts.handshake;
  const unseen = (message: string): CheckRecord => ({ id: check.id, status: 'error', message });
  if (check.id !== 'M1' && NOT_GRADED[outcome] !== undefined) return unseen(NOT_GRADED[outcome]);
  if (outcome === 'authorization' && !SEEN_FROM_OUTSIDE.includes(check.id)) return unseen(BEHIND_AUTHORIZATION);
  if (check.needs.some((need) => artifacts[need] === undefined)) {
    return unseen(isBehindAuthorization(artifacts) ? BEHIND_AUTHORIZATION : NOT_LISTED);
  }
  const [record = unseen(NOT_LISTED)] = runChecks([check], artifacts, onBug);
  return record;
}

/** The server asks for authorization for the session, or for its tools. */
const isBehindAuthorization = ({ handshake, authorization, tools }: Seen): boolean =>
  handshake.outcome === 'authorization' || (authorization.challenged && tools === undefined);

const BEHIND_AUTHORIZATION = 'Could not be seen: it stands behind authorization.';
const NOT_LISTED = 'Could not be seen: the server did not list it.';
const NO_SESSION = 'Could not be seen: no MCP session could be opened.';
const NOT_GRADED: Partial<Record<HandshakeOutcome, string>> = {
  forbidden: NO_SESSION,
  'legacy-sse': NO_SESSION,
  redirect: NO_SESSION,
  oversize: NO_SESSION,
  'not-mcp': NO_SESSION,
};

const quoted = (value: unknown): string | null => (typeof value === 'string' ? quote(value) : null);
