/** `npm run bench [-- part…]`: runs the named parts (all without names) and writes their figures to bench/RESULTS.md. */
import { benchApi } from './api.ts';
import { benchAsk } from './ask.ts';
import { benchBotAuth } from './bot-auth.ts';
import { benchCensus } from './census.ts';
import { benchGateway } from './gateway.ts';
import { benchLoad } from './load.ts';
import { benchLogs } from './logs.ts';
import { describeMachine } from './machine.ts';
import { benchMcp } from './mcp.ts';
import { benchMcpScan } from './mcp-scan.ts';
import { benchPeers } from './peers.ts';
import { benchPlaces } from './places.ts';
import { benchQueue } from './queue.ts';
import { writeResults } from './results.ts';
import { benchScale } from './scale.ts';
import { benchScan } from './scan.ts';
import { benchSpeed } from './speed.ts';

/** Too short to judge memory by: `npm run load` takes ten minutes, and has a section of its own. */
const BRIEF_LOAD_SECONDS = 120;

const PARTS: Record<string, () => Promise<string>> = {
  api: benchApi,
  ask: benchAsk,
  'bot-auth': benchBotAuth,
  census: benchCensus,
  gateway: benchGateway,
  'load-brief': () => benchLoad(BRIEF_LOAD_SECONDS),
  logs: benchLogs,
  mcp: benchMcp,
  'mcp-scan': benchMcpScan,
  peers: benchPeers,
  places: benchPlaces,
  queue: benchQueue,
  scale: benchScale,
  scan: benchScan,
  speed: benchSpeed,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}`);
  process.exit(64);
}
for (const [name, measure] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.error(`bench: ${name}`);
  try {
    const figures = await measure();
    writeResults(name, describeMachine(), figures);
    console.log(figures);
  } catch (error) {
    // What one part lacks, a browser or a site to scan, says nothing of the others.
    console.error(`bench: ${name} failed`, error);
    process.exitCode = 1;
  }
}
