import { DOCS, requireDocs, serveDocs } from './docs-server.ts';
import { startScan, untilScanned } from './scan-calls.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

const POLL_MS = 250;
const LATENCY_MS = 20;
const COPIES = 4;
/** The first read warms what a service that has just started has never run. */
const READS = 3;

interface Run {
  readonly pages: number;
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly requests: number;
  readonly peakMb: number;
  /** By which the store has grown. */
  readonly storedBytes: number;
  readonly read: ReadBack;
}
/** A whole scan read over REST as a client does that accepts compressed answers. */
interface ReadBack {
  readonly pages: number;
  readonly ms: number;
  readonly sentBytes: number;
}

/** Scans 200 and 2,000 real pages through REST, each in a fresh process, and answers the figures as Markdown. */
export async function benchScan(): Promise<string> {
  requireDocs();
  const small = await measure(200);
  const large = await measure(2000);
  const row = (name: string, value: (run: Run) => string) => `| ${name} | ${value(small)} | ${value(large)} |`;
  return `
Debian's python3-doc over loopback with ${LATENCY_MS} ms latency, through REST, the whole service in one fresh process.

| | ${small.pages} pages | ${large.pages} pages |
|---|---|---|
${row('wall time', ({ wallMs }) => `${(wallMs / 1000).toFixed(1)} s`)}
${row('pages per second', ({ pages, wallMs }) => ((1000 * pages) / wallMs).toFixed(1))}
${row('CPU per page (all threads)', ({ cpuMs, pages }) => `${(cpuMs / pages).toFixed(1)} ms`)}
${row('requests per page, probes included', ({ requests, pages }) => (requests / pages).toFixed(2))}
${row('stored per page, compressed', ({ storedBytes, pages }) => `${(storedBytes / pages / 1024).toFixed(2)} KB`)}
${row('reading the scan back over REST', ({ read }) => `${read.ms.toFixed(0)} ms`)}
${row('sent for that, compressed', ({ read }) => `${(read.sentBytes / 1024).toFixed(0)} KB for ${read.pages} pages`)}
${row('peak resident memory', ({ peakMb }) => `${peakMb.toFixed(0)} MB`)}

- Requests a page: ${(small.requests / small.pages).toFixed(2)}. Target: at most 3.5.
- Stored, ${large.pages} pages: ${(large.storedBytes / large.pages / 1024).toFixed(2)} KB a page on the disk. Target: at most 2 KB.
- Read back, ${large.pages} pages: ${large.read.ms.toFixed(0)} ms, the best of ${READS}, to the last byte and unpacked. Target: under 1,000 ms.
- Memory, 2,000 pages against 200: ${(large.peakMb - small.peakMb).toFixed(0)} MB more. Target: at most 150 MB.
`;
}

async function measure(pageLimit: number): Promise<Run> {
  const docs = await serveDocs(DOCS, { copies: COPIES, latencyMs: LATENCY_MS });
  const service = await startServiceProcess({ ALLOWED_PRIVATE_HOSTS: new URL(docs.origin).host });
  try {
    const storedBefore = service.storedBytes();
    const cpuBefore = service.cpuMs();
    const startedMs = performance.now();
    const started = await startScan(service, `${docs.origin}/`, pageLimit);
    const pages = await untilScanned(service, started, POLL_MS);
    const scanned = {
      pages,
      wallMs: performance.now() - startedMs,
      cpuMs: service.cpuMs() - cpuBefore,
      requests: docs.requestCount(),
      peakMb: service.peakMb(),
      storedBytes: service.storedBytes() - storedBefore,
    };
    const reads: ReadBack[] = [];
    for (let time = 0; time < READS; time += 1) reads.push(await readBack(service, started.pollUrl));
    return { ...scanned, read: reads.reduce((best, each) => (each.ms < best.ms ? each : best)) };
  } finally {
    await service.stop();
    await docs.close();
  }
}

/** Reads a completed scan, with every page, to its last byte. */
async function readBack({ url, key }: ServiceProcess, pollUrl: string): Promise<ReadBack> {
  const startedMs = performance.now();
  const response = await fetch(new URL(pollUrl, url), { headers: { authorization: `Bearer ${key}` } });
  const text = await response.text();
  const ms = performance.now() - startedMs;
  const { pageResults } = JSON.parse(text) as { pageResults: readonly unknown[] };
  if (response.headers.get('content-encoding') === null) throw new Error('the scan was not sent compressed');
  return { pages: pageResults.length, ms, sentBytes: Number(response.headers.get('content-length')) };
}
