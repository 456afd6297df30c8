/** `npm run load [-- seconds]`: mixed traffic at a bounded rate, a fifth of the time alone, then beside two large scans. */
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { serveDocs } from './docs-server.ts';
import { describeMachine } from './machine.ts';
import { writeResults } from './results.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

const DOCS = '/usr/share/doc/python3/html';
const DEFAULT_SECONDS = 600;
const IDLE_SHARE = 0.2;
const LARGE_SCAN_PAGES = 2000;
const LATENCY_MS = 20;
const COPIES = 8;
/** Requests a second of each kind; each is sent at its time, whether or not the last was answered. */
const RATES = { ask: 10, mcp: 5, get_scan: 5, start: 0.5 } as const;
type Kind = keyof typeof RATES;
const SAMPLE_MS = 5000;
/** Memory may grow until then. */
const WARM_MS = 120_000;
const TARGET_RATIO = 5;

interface Phase {
  readonly times: Record<Kind, number[]>;
  readonly statuses: Map<number, number>;
}

const seconds = Number(process.argv[2] ?? DEFAULT_SECONDS);
if (!Number.isFinite(seconds) || seconds < 20) {
  console.error('npm run load -- SECONDS: expected at least 20');
  process.exit(64);
}
if (!existsSync(DOCS)) throw new Error(`${DOCS} is missing: apt-get install python3-doc`);
const figures = await measure(seconds * 1000);
writeResults('load', describeMachine(), figures);
console.log(figures);

async function measure(durationMs: number): Promise<string> {
  const docs = await serveDocs(DOCS, { copies: COPIES, latencyMs: LATENCY_MS });
  const service = await startServiceProcess({ ALLOWED_PRIVATE_HOSTS: new URL(docs.origin).host, TRUSTED_PROXIES: '1' });
  try {
    const small = await startScan(service, `${docs.origin}/`, 2);
    await delay(SAMPLE_MS);
    const idle = await drive(service, docs.origin, small, durationMs * IDLE_SHARE);
    const large = () => startScan(service, `${docs.origin}/`, LARGE_SCAN_PAGES);
    await Promise.all([large(), large()]);
    const memory: { atMs: number; mb: number }[] = [];
    const startedMs = performance.now();
    const sampler = setInterval(() => {
      memory.push({ atMs: performance.now() - startedMs, mb: service.residentMb() });
    }, SAMPLE_MS);
    const loaded = await drive(service, docs.origin, small, durationMs * (1 - IDLE_SHARE));
    clearInterval(sampler);
    return report(durationMs, idle, loaded, memory, await lagOf(service));
  } finally {
    await service.stop();
    await docs.close();
  }
}

async function startScan({ url, key }: ServiceProcess, target: string, pageLimit: number): Promise<string> {
  const response = await fetch(`${url}/api/v1/scans`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: target, pageLimit }),
  });
  return String(Object(await response.json()).pollUrl);
}

async function drive(service: ServiceProcess, site: string, poll: string, durationMs: number): Promise<Phase> {
  const phase: Phase = { times: { ask: [], mcp: [], get_scan: [], start: [] }, statuses: new Map() };
  const startedMs = performance.now();
  const lines = (Object.keys(RATES) as Kind[]).map(async (kind) => {
    const under: Promise<void>[] = [];
    for (let sent = 0; ; sent += 1) {
      const dueMs = startedMs + (sent * 1000) / RATES[kind];
      if (dueMs > startedMs + durationMs) break;
      await delay(Math.max(0, dueMs - performance.now()));
      under.push(once(service, kind, sent, site, poll, phase, dueMs));
    }
    await Promise.all(under);
  });
  await Promise.all(lines);
  return phase;
}

async function once(
  { url, key }: ServiceProcess,
  kind: Kind,
  number: number,
  site: string,
  poll: string,
  { times, statuses }: Phase,
  dueMs: number,
): Promise<void> {
  const authorization = { authorization: `Bearer ${key}` };
  const post = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-forwarded-for': `10.${(number >> 8) & 255}.${number & 255}.1`,
    },
  };
  const call = {
    jsonrpc: '2.0',
    id: number,
    method: 'tools/call',
    params: { name: 'ask', arguments: { query: { text: 'robots.txt' } } },
  };
  const request = {
    ask: () => fetch(`${url}/api/v1/ask`, { ...post, body: '{"query":{"text":"How is a scan scored?"}}' }),
    mcp: () => fetch(`${url}/mcp`, { ...post, body: JSON.stringify(call) }),
    get_scan: () => fetch(url + poll, { headers: authorization }),
    start: () =>
      fetch(`${url}/api/v1/scans`, {
        ...post,
        headers: { ...post.headers, ...authorization },
        body: JSON.stringify({ url: `${site}/`, pageLimit: 1 }),
      }),
  }[kind];
  const status = await request().then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
  // From when it was due, so that a service that stands still is not spared the requests behind.
  times[kind].push(performance.now() - dueMs);
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}

async function lagOf({ url }: ServiceProcess): Promise<string> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const [, lag] = /^\S*eventloop_lag_p99_seconds\S* ([\d.e-]+)$/m.exec(text) ?? [];
  return lag === undefined ? 'not told by /metrics' : `p99 ${(Number(lag) * 1000).toFixed(0)} ms`;
}

function at(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;
}

function report(
  durationMs: number,
  idle: Phase,
  loaded: Phase,
  memory: readonly { atMs: number; mb: number }[],
  lag: string,
): string {
  const rows = (Object.keys(RATES) as Kind[]).map((kind) => {
    const [before, beside] = [idle.times[kind], loaded.times[kind]];
    const cells = [at(before, 0.5), at(before, 0.99), at(beside, 0.5), at(beside, 0.99)].map(
      (ms) => `${ms.toFixed(0)} ms`,
    );
    return `| ${kind} | ${RATES[kind]} | ${cells.join(' | ')} | ${(at(beside, 0.99) / at(before, 0.99)).toFixed(1)} |`;
  });
  const counted = new Map(idle.statuses);
  for (const [status, count] of loaded.statuses) counted.set(status, (counted.get(status) ?? 0) + count);
  const warm = memory.filter(({ atMs }) => atMs > Math.min(WARM_MS, durationMs / 2));
  const slope =
    warm.length < 2
      ? undefined
      : ((warm.at(-1)?.mb ?? 0) - (warm[0]?.mb ?? 0)) / (((warm.at(-1)?.atMs ?? 0) - (warm[0]?.atMs ?? 0)) / 60_000);
  const bad = [...counted]
    .filter(([status]) => status === 0 || status >= 500)
    .reduce((sum, [, count]) => sum + count, 0);
  return `
${(durationMs / 1000).toFixed(0)} s of mixed traffic: ${IDLE_SHARE * 100} % of it alone, then beside two scans of ${LARGE_SCAN_PAGES} pages. Times count from when a request was due.

| | a second | p50 alone | p99 alone | p50 beside scans | p99 beside scans | ratio of p99 |
|---|---|---|---|---|---|---|
${rows.join('\n')}

- Answers: ${[...counted]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${count} of ${status}`)
    .join(', ')}. Failed (5xx or none): ${bad}. Target: none.
- Target of the ratio, ask and get_scan: at most ${TARGET_RATIO}.
- Event loop lag: ${lag}.
- Memory: ${memory.at(-1)?.mb.toFixed(0)} MB at the end${slope === undefined ? '' : `, ${slope.toFixed(1)} MB a minute once warm`}. Target: flat after two minutes.
`;
}
