import { MCP_CHECKS } from '../../checks/catalogue.ts';
import { quote } from '../../checks/evidence.ts';
import { hidesBehindLength, noSession } from '../../checks/mcp/evidence.ts';
import { type CheckOf, runChecks } from '../../checks/run.ts';
import type { HandshakeOutcome, McpArtifacts } from '../../model/mcp.ts';
import type { CheckRecord, OnCheckBug } from '../../model/result.ts';
import type { McpScanOutcome } from '../../model/scan.ts';
import { readLists } from '../read.ts';
import type { McpTranscript } from '../session/gather.ts';
import { searchesTools } from '../tool-text.ts';
import { SEEN_FROM_OUTSIDE, scoreMcp } from './score.ts';

type Seen = McpTranscript & Partial<McpArtifacts>;
export type McpGrade = Omit<Extract<McpScanOutcome, { reached: true }>, 'limitsHit'>;

const BYTES_PER_TOKEN = 4;
/** What they judge a process of this machine does not have. */
const OF_HTTP: readonly string[] = ['M3', 'M4', 'M5', 'M6'];
const notOfStdio = (id: string): CheckRecord => ({
  id,
  status: 'na',
  message: 'Does not apply to a server that runs as a process (stdio).',
});

/** Reads and judges one session: every check, and the score. */
export function gradeSession(
  transcript: McpTranscript,
  onBug: OnCheckBug,
  transport: 'http' | 'stdio' = 'http',
): McpGrade {
  const { handshake, listings } = transcript;
  const artifacts: Seen = { ...transcript, ...(listings === undefined ? {} : readLists(handshake, listings)) };
  const { tools, resources, prompts } = artifacts;
  const { outcome, era, protocolVersion, serverInfo } = handshake;
  const records = MCP_CHECKS.map((check) =>
    transport === 'stdio' && OF_HTTP.includes(check.id) ? notOfStdio(check.id) : evaluate(check, artifacts, onBug),
  );
  const bytes = (tools ?? []).reduce((sum, { contextBytes }) => sum + contextBytes, 0);
  const grade = scoreMcp(records, {
    toolCount: tools?.length,
    searchesTools: tools?.some(searchesTools) ?? false,
    contextTokens: Math.ceil(bytes / BYTES_PER_TOKEN),
    authorizationOnly: isBehindAuthorization(artifacts),
    isPartlyUnread: artifacts.advertised !== undefined && hidesBehindLength(artifacts.advertised),
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
  const { handshake } = artifacts;
  const { id, needs } = check;
  if (!answerable(handshake.outcome).includes(id)) return { id, ...noSession(handshake) };
  if (needs.every((need) => artifacts[need] !== undefined))
    return runChecks([check], artifacts, onBug)[0] ?? unlisted(id);
  return isBehindAuthorization(artifacts) ? { id, ...noSession({ outcome: 'authorization' }) } : unlisted(id);
}

/** Ids of the checks that have something to judge. */
function answerable(outcome: HandshakeOutcome): readonly string[] {
  if (outcome === 'connected') return MCP_CHECKS.map(({ id }) => id);
  return outcome === 'authorization' ? SEEN_FROM_OUTSIDE : ['M1'];
}

/** The server asks for authorization for the session, or for its tools. */
const isBehindAuthorization = ({ handshake, authorization, tools }: Seen): boolean =>
  handshake.outcome === 'authorization' || (authorization.challenged && tools === undefined);

const unlisted = (id: string): CheckRecord => ({
  id,
  status: 'error',
  message: 'Could not be measured: the server did not list it (M8 says why).',
});

const quoted = (value: unknown): string | null => (typeof value === 'string' ? quote(value) : null);
