import { availableParallelism } from 'node:os';
import { createMcpScanner, type McpScanner } from '../test/support/mcp-scan.ts';
import { installRealServers, REAL_SERVERS, startRealServer } from '../test/support/real-mcp-servers.ts';
import { startServerScript } from './server-script.ts';
import { median } from './statistics.ts';

const ROUNDS = 9;
const AT_ONCE = 20;
/** Scans of the crowd, so that starting and ending it weigh little. */
const CROWD = 100;
const TARGETS = { everythingMs: 300, manyToolsMs: 1000, shareOfCores: 0.8 };

interface Cost {
  readonly wallMs: number;
  /** User and system time of this process, all threads. Servers run in others. */
  readonly cpuMs: number;
}

/** Scans servers in processes of their own; our own time is the CPU time of this process. */
export async function benchMcpScan(): Promise<string> {
  const scanner = createMcpScanner({ threads: availableParallelism() });
  try {
    const everything = await withEverything((url) => medianCost(scanner, url));
    const manyTools = await withFixture('five-hundred', (url) => medianCost(scanner, url));
    const { lone, together } = await withFixture('modern', async (url) => ({
      lone: await medianCost(scanner, url),
      // The first crowd warms every thread.
      together: await crowd(scanner, url).then(() => costOf(() => crowd(scanner, url))),
    }));
    const cores = availableParallelism();
    const perSecond = (1000 * CROWD) / together.wallMs;
    const ideal = (1000 * cores) / lone.warm.cpuMs;
    const row = (name: string, { warm, cold }: { warm: Cost; cold: Cost }) =>
      `| ${name} | ${warm.cpuMs.toFixed(0)} ms | ${warm.wallMs.toFixed(0)} ms | ${cold.cpuMs.toFixed(0)} ms |`;
    return `
Each server in a process of its own on the same machine; own time is the CPU time of the scanning process, all threads,
over a whole scan (session, checks, score). Warm: median of ${ROUNDS} scans; first: the first scan of that server, and
the very first of a process also starts the grading threads.

| server | own time, warm | wall, warm | own time, first |
|---|---|---|---|
${row('@modelcontextprotocol/server-everything', everything)}
${row('500 tools', manyTools)}
${row('2 tools', lone)}

- server-everything: ${everything.warm.cpuMs.toFixed(0)} ms of our own time. Target: under ${TARGETS.everythingMs} ms.
- 500 tools: ${manyTools.warm.wallMs.toFixed(0)} ms in all. Target: under ${TARGETS.manyToolsMs} ms.
- ${AT_ONCE} scans at once (2 tools): ${perSecond.toFixed(1)} scans per second, ${(perSecond / ideal).toFixed(2)} of cores (${cores}) / lone CPU time. Target: ${TARGETS.shareOfCores}. Own time of one among them: ${(together.cpuMs / CROWD / lone.warm.cpuMs).toFixed(2)} of that of one alone; the server has its share of the same cores.
`;
  } finally {
    await scanner.close();
  }
}

async function medianCost(scanner: McpScanner, url: string): Promise<{ warm: Cost; cold: Cost }> {
  const cold = await costOf(() => scanned(scanner, url));
  const costs: Cost[] = [];
  for (let round = 0; round < ROUNDS; round += 1) costs.push(await costOf(() => scanned(scanner, url)));
  return {
    cold,
    warm: { wallMs: median(costs.map(({ wallMs }) => wallMs)), cpuMs: median(costs.map(({ cpuMs }) => cpuMs)) },
  };
}

async function scanned(scanner: McpScanner, url: string): Promise<void> {
  const outcome = await scanner.scan(url);
  if (!outcome.reached || outcome.status !== 'completed') throw new Error('the scan failed');
}

/** CROWD scans, AT_ONCE of them at any time. */
async function crowd(scanner: McpScanner, url: string): Promise<void> {
  let left = CROWD;
  const one = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await scanned(scanner, url);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const startedMs = performance.now();
  const cpuBefore = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(cpuBefore);
  return { wallMs: performance.now() - startedMs, cpuMs: (user + system) / 1000 };
}

async function withEverything<T>(use: (url: string) => Promise<T>): Promise<T> {
  const tools = await installRealServers();
  const everything = REAL_SERVERS.find(({ name }) => name === 'everything');
  if (tools.folder === undefined || everything === undefined) throw new Error(tools.problem);
  const server = await startRealServer(tools.folder, everything);
  try {
    return await use(server.url);
  } finally {
    await server.stop();
  }
}

async function withFixture<T>(name: string, use: (url: string) => Promise<T>): Promise<T> {
  const server = await startServerScript('bench/mcp-fixture-process.ts', [name]);
  try {
    return await use(server.url);
  } finally {
    await server.stop();
  }
}
