import { setTimeout as delay } from 'node:timers/promises';
import { DOCS, requireDocs, serveDocs } from './docs-server.ts';
import { type Endpoint, startScan, untilScanned } from './scan-calls.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { quantile, slope } from './statistics.ts';
import { drive, KINDS, RATES, type Traffic } from './traffic.ts';

const IDLE_SHARE = 0.2;
const LARGE_SCANS = 2;
const LARGE_SCAN_PAGES = 2000;
const LATENCY_MS = 20;
/** Enough for the pages of a large scan. */
const COPIES = 8;
const POLL_MS = 1000;
const SAMPLE_MS = 5000;
/** Memory may grow until then. */
const WARM_MS = 120_000;
const TARGET_RATIO = 5;

interface Phase extends Traffic {
  readonly lag: string;
}

interface Loaded extends Phase {
  /** Resident size over the time since the first large scan. */
  readonly memory: readonly { readonly atMs: number; readonly mb: number }[];
  readonly largeScansEnded: number;
}

/** Mixed traffic at a bounded rate, a fifth of the time alone, then during two large scans; as Markdown. */
export async function benchLoad(seconds: number): Promise<string> {
  requireDocs();
  const durationMs = seconds * 1000;
  // A site for each: requests to one host are spread over the scans of it.
  const sites = await Promise.all(
    Array.from({ length: 1 + LARGE_SCANS }, () => serveDocs(DOCS, { copies: COPIES, latencyMs: LATENCY_MS })),
  );
  const [small, ...large] = sites.map(({ origin }) => `${origin}/`);
  const service = await startServiceProcess({
    ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
    TRUSTED_PROXIES: '1',
    // The large scans hold their places throughout; the small ones need one more.
    SCAN_CONCURRENCY: String(LARGE_SCANS + 1),
  });
  try {
    if (small === undefined) throw new Error('no site is served');
    const read = await startScan(service, small, 2);
    await untilScanned(service, read, POLL_MS);
    const destination = { url: service.url, key: service.key, site: small, pollUrl: read.pollUrl };
    await lagOf(service);
    const idleTraffic = await drive(destination, durationMs * IDLE_SHARE);
    const idle = { ...idleTraffic, lag: await lagOf(service) };
    const scanning = await keepScanning(service, large);
    const sampling = sampleMemory(service);
    const busyTraffic = await drive(destination, durationMs * (1 - IDLE_SHARE));
    const busy = { ...busyTraffic, lag: await lagOf(service), memory: sampling.stop() };
    return report(seconds, idle, { ...busy, largeScansEnded: scanning.ended() });
  } finally {
    await service.stop();
    await Promise.all(sites.map((site) => site.close()));
  }
}

/** Scans each site again as soon as its scan has ended, each for an account of its own. `ended` throws when one failed. */
async function keepScanning(service: ServiceProcess, sites: readonly string[]): Promise<{ ended(): number }> {
  let ended = 0;
  let failure: unknown;
  const again = async (endpoint: Endpoint, site: string): Promise<void> => {
    for (;;) {
      await untilScanned(endpoint, await startScan(endpoint, site, LARGE_SCAN_PAGES), POLL_MS);
      ended += 1;
    }
  };
  for (const [at, site] of sites.entries()) {
    const endpoint = { url: service.url, key: await service.newKey(`large-${at}`) };
    again(endpoint, site).catch((error: unknown) => {
      // Once the service stops, nothing is started any more.
      if (service.isRunning()) failure ??= error;
    });
  }
  await delay(POLL_MS);
  return {
    ended() {
      if (failure !== undefined) throw failure;
      return ended;
    },
  };
}

function sampleMemory(service: ServiceProcess) {
  const startedMs = performance.now();
  const samples: { atMs: number; mb: number }[] = [];
  const timer = setInterval(() => {
    samples.push({ atMs: performance.now() - startedMs, mb: service.residentMb() });
  }, SAMPLE_MS);
  return {
    stop() {
      clearInterval(timer);
      return samples;
    },
  };
}

/** Since the last time it was asked: /metrics counts anew after every answer. */
async function lagOf({ url }: ServiceProcess): Promise<string> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const [, lag] = /^\S*eventloop_lag_p99_seconds\S* ([\d.e-]+)$/m.exec(text) ?? [];
  return lag === undefined ? 'not told by /metrics' : `${(Number(lag) * 1000).toFixed(0)} ms`;
}

function report(seconds: number, idle: Phase, busy: Loaded): string {
  const ratioOf = (kind: (typeof KINDS)[number]) => quantile(busy.times[kind], 0.99) / quantile(idle.times[kind], 0.99);
  const rows = KINDS.map((kind) => {
    const cells = [idle, busy].flatMap(({ times }) => [0.5, 0.99].map((share) => quantile(times[kind], share)));
    return `| ${kind} | ${ratioOf(kind).toFixed(1)} | ${RATES[kind]} | ${cells.map((ms) => `${ms.toFixed(0)} ms`).join(' | ')} |`;
  });
  const statuses = [...new Set([...idle.statuses.keys(), ...busy.statuses.keys()])].sort((a, b) => a - b);
  const counts = statuses.map(
    (status) => [status, (idle.statuses.get(status) ?? 0) + (busy.statuses.get(status) ?? 0)] as const,
  );
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  const failed = counts.filter(([status]) => status === 0 || status >= 500).reduce((sum, [, count]) => sum + count, 0);
  const warm = busy.memory.filter(({ atMs }) => atMs > WARM_MS);
  const rise = slope(warm.map(({ atMs, mb }) => ({ x: atMs / 60_000, y: mb })));
  const memory =
    rise === undefined
      ? `not judged in ${seconds} s: it may grow for ${WARM_MS / 60_000} minutes beside the scans`
      : `${rise.toFixed(1)} MB a minute after ${WARM_MS / 60_000} minutes beside the scans (least squares over ${warm.length} samples)`;
  return `
${seconds} s of mixed traffic: ${IDLE_SHARE * 100} % of it alone, then beside ${LARGE_SCANS} scans of ${LARGE_SCAN_PAGES} pages at any time (${busy.largeScansEnded} ended meanwhile).
Ratios are p99 beside the large scans by p99 at the same rate without them. Times count from when a request was due. A start scans
one page; 60 in a minute are the limit of a Team key.

| | ratio of p99 | a second | p50 alone | p99 alone | p50 beside scans | p99 beside scans |
|---|---|---|---|---|---|---|
${rows.join('\n')}

- Ratio of ask ${ratioOf('ask').toFixed(1)}, of get_scan ${ratioOf('get_scan').toFixed(1)}. Target: at most ${TARGET_RATIO}.
- Answers: ${counts.map(([status, count]) => `${count} of ${status}`).join(', ')}. Failed (5xx or none): ${failed}, ${((100 * failed) / all).toFixed(2)} %. Target: none.
- Event loop lag, p99: ${idle.lag} alone, ${busy.lag} beside scans.
- Memory: ${busy.memory.at(-1)?.mb.toFixed(0) ?? '?'} MB at the end, ${memory}. Target: flat.
`;
}
