import type { OnCheckBug } from '../../model/result.ts';
import type { McpScanOutcome } from '../../model/scan.ts';
import { type ClientInfo, initializedNotification } from '../session/dialect.ts';
import { gatherLists } from '../session/gather.ts';
import { openSession } from '../session/handshake.ts';
import { MCP_LIMITS, type McpLimits } from '../session/limits.ts';
import { createStdioWire, type StdioPeer } from '../session/stdio-wire.ts';
import { gradeSession } from './grade-session.ts';

export interface StdioScanParts {
  readonly clientInfo: ClientInfo;
  readonly onBug: OnCheckBug;
  readonly limits?: McpLimits;
  now?(): number;
}

/** Grades a server that speaks over the streams of a process, as a hosted one; checks of HTTP do not apply. */
export async function scanStdio(peer: StdioPeer, parts: StdioScanParts): Promise<McpScanOutcome> {
  const { clientInfo, onBug, limits = MCP_LIMITS, now = () => performance.now() } = parts;
  const wire = createStdioWire(peer, limits, now);
  let lastId = 0;
  const nextId = () => {
    lastId += 1;
    return lastId;
  };
  const opening = await openSession(wire, clientInfo, nextId);
  if (!opening.reached) return opening;
  const { handshake, dialect, again } = opening;
  const authorization = { challenged: false, challenge: undefined, metadata: [], servers: [] };
  if (dialect === undefined) {
    return { ...gradeSession({ handshake, authorization }, onBug, 'stdio'), limitsHit: [] };
  }
  if (dialect.era === 'legacy') await wire.post(initializedNotification(dialect));
  const listings = await gatherLists({ wire, dialect, limits, nextId }, handshake);
  // The first greeting also pays for the start of the process; a second initialize would end the session of some.
  const repetition = dialect.era === 'legacy' ? listings.tools.pages[0] : await wire.post(again(nextId()));
  const firstByteMs = repetition?.answered ? [repetition.firstByteMs] : handshake.firstByteMs;
  const grade = gradeSession({ handshake: { ...handshake, firstByteMs }, authorization, listings }, onBug, 'stdio');
  const isCutShort = Object.values(listings).some((listing) => listing?.trouble === 'limit');
  return { ...grade, limitsHit: isCutShort ? ['list'] : [] };
}
