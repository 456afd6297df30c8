/** `npm run bench [-- part…]`: runs the named parts (all without names) and writes their figures to bench/RESULTS.md. */
import { benchApi } from './api.ts';
import { benchAsk } from './ask.ts';
import { benchBotAuth } from './bot-auth.ts';
import { describeMachine } from './machine.ts';
import { benchMcp } from './mcp.ts';
import { benchMcpScan } from './mcp-scan.ts';
import { writeResults } from './results.ts';
import { benchScale } from './scale.ts';
import { benchScan } from './scan.ts';

const PARTS: Record<string, () => Promise<string>> = {
  api: benchApi,
  ask: benchAsk,
  'bot-auth': benchBotAuth,
  mcp: benchMcp,
  'mcp-scan': benchMcpScan,
  scale: benchScale,
  scan: benchScan,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}`);
  process.exit(64);
}
for (const [name, measure] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.error(`bench: ${name}`);
  const figures = await measure();
  writeResults(name, describeMachine(), figures);
  console.log(figures);
}
