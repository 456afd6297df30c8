import { simplePage } from '../test/fixtures/sites/simple-page.ts';
import { serveSite } from '../test/support/site-server.ts';
import { type Endpoint, startScan, untilScanned } from './scan-calls.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { median } from './statistics.ts';

const ROUNDS = 7;
const SLOW_MS = 9_500;
const ANONYMOUS_SCANS = 2;
const POLL_MS = 50;
const TARGET_RATIO = 3;

interface Figures {
  readonly places: number;
  readonly idleMs: number;
  readonly busyMs: number;
  readonly worstMs: number;
}

/**
 * Duration of a scan with a key during anonymous scans of slow sites, in turns with one on an idle service; as
 * Markdown.
 */
export async function benchPlaces(): Promise<string> {
  const figures = [await measure(2), await measure(1)];
  const rows = figures.map(({ places, idleMs, busyMs, worstMs }) => {
    const [idle, busy, worst] = [idleMs, busyMs, worstMs].map(Math.round);
    return `| ${places} | ${idle} ms | ${busy} ms | ${worst} ms | ${(busyMs / idleMs).toFixed(2)} |`;
  });
  return [
    `A scan of one fast page with a key, ${ROUNDS} times each in turns: on an idle service, and beside ${ANONYMOUS_SCANS} anonymous scans`,
    `of slow sites (an answer takes ${SLOW_MS / 1000} s, Crawl-delay 2). Medians. Target: a ratio of at most ${TARGET_RATIO}.`,
    '',
    '| places | idle | beside anonymous scans | slowest | ratio |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

async function measure(places: number): Promise<Figures> {
  const fast = await serveSite({ pages: { '/': simplePage({ title: 'Fast', seed: 0, links: [] }) } });
  const slow = await Promise.all(Array.from({ length: ANONYMOUS_SCANS }, serveSlowSite));
  const settings = {
    ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
    // Whether a private host needs a key is not measured here.
    ANONYMOUS_PRIVATE_SCANS: 'on',
    SCAN_CONCURRENCY: String(places),
  };
  const [idle, busy] = [await startServiceProcess(settings), await startServiceProcess(settings)];
  try {
    const [idleMs, busyMs]: [number[], number[]] = [[], []];
    // Warms both up.
    for (const service of [idle, busy]) await scanMs(service, fast.origin);
    const anonymous = await Promise.all(slow.map(({ origin }) => startAnonymousScan(busy, origin)));
    for (let round = 0; round < ROUNDS; round += 1) {
      idleMs.push(await scanMs(idle, fast.origin));
      busyMs.push(await scanMs(busy, fast.origin));
    }
    for (const pollUrl of anonymous) await assertRunning(busy, pollUrl);
    return { places, idleMs: median(idleMs), busyMs: median(busyMs), worstMs: Math.max(...busyMs) };
  } finally {
    await Promise.all([idle.stop(), busy.stop()]);
    await Promise.all([fast, ...slow].map((site) => site.close()));
  }
}

function serveSlowSite() {
  const paths = Array.from({ length: 24 }, (_, at) => `/page-${at}`);
  const pages = ['/', ...paths].map((path, at) => [
    path,
    simplePage({ title: `Page ${at}`, seed: at, links: path === '/' ? paths : [] }),
  ]);
  const robots = { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nCrawl-delay: 2\n' };
  return serveSite({ pages: { ...Object.fromEntries(pages), '/robots.txt': robots } }, { latencyMs: SLOW_MS });
}

async function scanMs(endpoint: Endpoint, origin: string): Promise<number> {
  const startedMs = performance.now();
  await untilScanned(endpoint, await startScan(endpoint, `${origin}/`, 1), POLL_MS);
  return performance.now() - startedMs;
}

/** Answers where its result is read. */
async function startAnonymousScan({ url }: ServiceProcess, origin: string): Promise<string> {
  const response = await fetch(`${url}/api/scan`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${origin}/` }),
  });
  const answer = await response.text();
  if (response.status !== 202) throw new Error(`no anonymous scan was started: ${response.status} ${answer}`);
  // What the contract has a 202 hold.
  return (JSON.parse(answer) as { pollUrl: string }).pollUrl;
}

async function assertRunning({ url }: ServiceProcess, pollUrl: string): Promise<void> {
  const { status } = (await (await fetch(url + pollUrl)).json()) as { status?: string };
  if (status !== 'running') throw new Error(`an anonymous scan is ${status} before the end of the measurement`);
}
