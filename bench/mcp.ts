import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';

const ROUNDS = 3;
const REQUESTS = 150;
const CONNECTIONS = 8;
const TARGETS = { 'tools/call': 1.5, 'tools/list': 2.5 } as const;
type Method = keyof typeof TARGETS;
const METHODS = Object.keys(TARGETS) as Method[];
const VERSIONS = { 2025: '2025-11-25', 2026: '2026-07-28' } as const;
type Era = keyof typeof VERSIONS;

interface Cost {
  readonly cpuMs: number;
  readonly perSecond: number;
}

/** Our MCP transport beside both SDKs as documented and a bare h3 handler: CPU time in the serving process a request. */
export async function benchMcp(): Promise<string> {
  const rows: string[] = [];
  const verdicts: string[] = [];
  const names = ['bare', 'ours', 'sdk-2025', 'sdk-2026'];
  const variants = new Map(await Promise.all(names.map(async (name) => [name, await start(name)] as const)));
  try {
    for (const era of [2025, 2026] as const) {
      for (const method of METHODS) {
        const costs = await costsOf(
          ['bare', 'ours', `sdk-${era}`].flatMap((name) => variants.get(name)?.origin ?? []),
          era,
          method,
        );
        const [bare, ours, sdk] = costs;
        if (bare === undefined || ours === undefined || sdk === undefined)
          throw new Error('a variant was not measured');
        for (const [name, { cpuMs, perSecond }] of [
          ['bare h3', bare],
          ['ours', ours],
          ['SDK as documented', sdk],
        ] as const) {
          rows.push(
            `| ${era} ${method} | ${name} | ${(cpuMs * 1000).toFixed(0)} µs | ${(cpuMs / bare.cpuMs).toFixed(1)} | ${perSecond.toFixed(0)} | ${(perSecond / bare.perSecond).toFixed(2)} |`,
          );
        }
        verdicts.push(
          `- ${era} ${method}: ${(sdk.cpuMs / ours.cpuMs).toFixed(2)} times less CPU than the SDK as documented, ${(ours.perSecond / sdk.perSecond).toFixed(2)} times its requests per second. Target: ${TARGETS[method]}.`,
        );
      }
    }
  } finally {
    for (const { stop } of variants.values()) stop();
  }
  return `
Each variant in a process of its own, median of ${ROUNDS} rounds of ${REQUESTS} requests over ${CONNECTIONS} connections, the rounds of the
variants taking turns. The tools, admission and limits are
stand-ins that answer at once, so that the protocol is what is measured; the list of the bare handler holds names and descriptions only.

| what | variant | CPU a request | × bare | requests per second | × bare |
|---|---|---|---|---|---|
${rows.join('\n')}

${verdicts.join('\n')}
`;
}

async function costsOf(origins: readonly string[], era: Era, method: Method): Promise<Cost[]> {
  const rounds = origins.map((): Cost[] => []);
  // The first round of each warms it up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [at, origin] of origins.entries()) {
      const cost = await costOf(origin, era, method);
      if (round > 0) rounds[at]?.push(cost);
    }
  }
  return rounds.map((costs) => ({
    cpuMs: median(costs.map(({ cpuMs }) => cpuMs)),
    perSecond: median(costs.map(({ perSecond }) => perSecond)),
  }));
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

async function start(name: string) {
  const script = new URL('./mcp-variants.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, ['--import', 'tsx', script, name], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [origin] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { origin: origin.replace(/\/$/, ''), stop: () => child.kill() };
}

async function costOf(origin: string, era: Era, method: Method): Promise<Cost> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const cpu = async () => Number(await (await fetch(`${origin}/cpu`)).text());
  const before = await cpu();
  const startedMs = performance.now();
  let left = REQUESTS;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (left > 0) {
        left -= 1;
        await post(agent, origin, era, method);
      }
    }),
  );
  const wallMs = performance.now() - startedMs;
  const cpuMs = ((await cpu()) - before) / REQUESTS;
  agent.destroy();
  return { cpuMs, perSecond: (1000 * REQUESTS) / wallMs };
}

/** @throws Error when the answer is no result */
function post(agent: Agent, origin: string, era: Era, method: Method): Promise<void> {
  const version = VERSIONS[era];
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const called = method === 'tools/call' ? { name: 'get_scan', arguments: { id: 'scn_x' } } : {};
  const params = { ...called, ...(era === 2026 ? { _meta } : {}) };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'content-length': Buffer.byteLength(body),
    'mcp-protocol-version': version,
    ...(era === 2026 ? { 'mcp-method': method, ...(method === 'tools/call' ? { 'mcp-name': 'get_scan' } : {}) } : {}),
  };
  return new Promise((resolve, reject) => {
    request(`${origin}/mcp`, { agent, method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('end', () => {
        if (response.statusCode === 200 && text.includes('"result"')) resolve();
        else reject(new Error(`${response.statusCode} ${text.slice(0, 300)}`));
      });
    })
      .once('error', reject)
      .end(body);
  });
}
