import { Agent, request } from 'node:http';
import { type ServerScript, startServerScript } from './server-script.ts';
import { median } from './statistics.ts';

const ROUNDS = 3;
const REQUESTS = 1000;
/** A server runs for weeks: what its first requests cost, before they are compiled, says little of the others. */
const WARM_UP_REQUESTS = 8000;
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

/** Our MCP transport, both SDKs as documented, and a bare h3 handler: CPU time in the serving process a request. */
export async function benchMcp(): Promise<string> {
  const rows: string[] = [];
  const verdicts: string[] = [];
  const names = ['bare', 'ours', 'sdk-2025', 'sdk-2026'];
  const variants = new Map(
    await Promise.all(
      names.map(async (name) => [name, await startServerScript('bench/mcp-variants.ts', [name])] as const),
    ),
  );
  try {
    for (const era of [2025, 2026] as const) {
      for (const method of METHODS) {
        const costs = await costsOf(
          ['bare', 'ours', `sdk-${era}`].flatMap((name) => originOf(variants.get(name))),
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
    for (const { stop } of variants.values()) await stop();
  }
  return `
Each variant in a process of its own, median of ${ROUNDS} rounds of ${REQUESTS} requests over ${CONNECTIONS} connections after
${WARM_UP_REQUESTS} that are not counted, the rounds of the variants taking turns. The tools, admission and limits are
stand-ins that answer at once, so that the protocol is what is measured; the list of the bare handler holds names and descriptions only.

| what | variant | CPU a request | × bare | requests per second | × bare |
|---|---|---|---|---|---|
${rows.join('\n')}

${verdicts.join('\n')}
`;
}

const originOf = (server: ServerScript | undefined): string[] =>
  server === undefined ? [] : [new URL(server.url).origin];

async function costsOf(origins: readonly string[], era: Era, method: Method): Promise<Cost[]> {
  const rounds = origins.map((): Cost[] => []);
  for (const origin of origins) await costOf(origin, era, method, WARM_UP_REQUESTS);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, origin] of origins.entries()) rounds[at]?.push(await costOf(origin, era, method, REQUESTS));
  }
  return rounds.map((costs) => ({
    cpuMs: median(costs.map(({ cpuMs }) => cpuMs)),
    perSecond: median(costs.map(({ perSecond }) => perSecond)),
  }));
}

async function costOf(origin: string, era: Era, method: Method, requests: number): Promise<Cost> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const cpu = async () => Number(await (await fetch(`${origin}/cpu`)).text());
  const before = await cpu();
  const startedMs = performance.now();
  let left = requests;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (left > 0) {
        left -= 1;
        await post(agent, origin, era, method);
      }
    }),
  );
  const wallMs = performance.now() - startedMs;
  const cpuMs = ((await cpu()) - before) / requests;
  agent.destroy();
  return { cpuMs, perSecond: (1000 * requests) / wallMs };
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
