/**
 * The client that the official conformance scenarios drive: what a scan sends to a server, but for the probes, which
 * break the protocol on purpose.
 */

import { gatherLists } from '../../../src/scanner/mcp/session/gather.ts';
import { openSession } from '../../../src/scanner/mcp/session/handshake.ts';
import { initializedNotification } from '../../../src/scanner/mcp/session/message.ts';
import { createWire, MCP_LIMITS } from '../../../src/scanner/mcp/session/wire.ts';
import { createFetcher } from '../../../src/scanner/net/fetcher.ts';

const [given = ''] = process.argv.slice(2);
const { href: endpoint, hostname: host, port } = new URL(given);
const fetcher = createFetcher({ userAgent: 'LegibleBot/conformance' });
const wire = createWire({
  fetcher,
  endpoint,
  permit: { host, port: Number(port) },
  headers: {},
  signal: new AbortController().signal,
  limits: MCP_LIMITS,
  now: () => performance.now(),
});
let id = 0;
const nextId = () => ++id;
const opening = await openSession(wire, { name: 'legible', version: '0' }, nextId);
if (!opening.reached) throw new Error(opening.message);
const { handshake, dialect } = opening;
if (dialect === undefined) throw new Error(handshake.outcome);
if (dialect.era === 'legacy') await wire.post(initializedNotification(dialect));
await gatherLists({ wire, dialect, limits: MCP_LIMITS, nextId }, handshake);
await fetcher.close();
