import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readResults } from '../src/sites/census/results-file.ts';
import { type ManyHosts, serveManyHosts } from '../test/support/many-hosts.ts';
import { programOf } from '../test/support/program.ts';
import { ticksToMs } from './service-process.ts';

const HOSTS = 100;
const PAGES = 10;
const LATENCY_MS = 20;
const WORKERS = [1, 2];
/** Until every worker has its first results; not measured. */
const WARM_UP = 12;
const POLL_MS = 250;

interface Run {
  readonly workers: number;
  readonly loadBefore: number;
  readonly hostsPerMinute: number;
  /** CPU time of a host, all processes of the census. */
  readonly cpuMs: number;
  /** CPU time of the process that reads the list, for a host. */
  readonly readerCpuMs: number;
  /** The most that one worker had, in bytes. */
  readonly workerRss: number;
  readonly requests: number;
  readonly received: number;
  readonly sent: number;
  /** Of a host in results.ndjson. */
  readonly bytes: number;
}

/** A census of loopback hosts with one and two workers; the figures as Markdown. */
export async function benchCensus(): Promise<string> {
  const runs: Run[] = [];
  for (const workers of WORKERS) runs.push(await measureCensus(workers));
  const [alone] = runs;
  const efficiency = ({ workers, hostsPerMinute }: Run) => hostsPerMinute / ((alone?.hostsPerMinute ?? 0) * workers);
  const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
  return `
${HOSTS} hosts of ${PAGES} pages with ${LATENCY_MS} ms latency, each in an address range of its own; the server of the hosts is on the same machine. The first
${WARM_UP} results are not measured.

| workers | hosts a minute | efficiency | CPU a host | of it the reader of the list | memory of a worker | load of the machine before |
|---|---|---|---|---|---|---|
${runs.map((run) => `| ${run.workers} | ${run.hostsPerMinute.toFixed(0)} | ${efficiency(run).toFixed(2)} | ${run.cpuMs.toFixed(0)} ms | ${run.readerCpuMs.toFixed(1)} ms | ${(run.workerRss / 2 ** 20).toFixed(0)} MB | ${run.loadBefore.toFixed(1)} |`).join('\n')}

A host takes ${alone?.requests.toFixed(1)} requests, ${kilobytes(alone?.received ?? 0)} sent to it and ${kilobytes(alone?.sent ?? 0)} received of these small pages, and ${kilobytes(alone?.bytes ?? 0)} in
results.ndjson. Figures taken at a load well above the number of cores say little.
`;
}

async function measureCensus(workers: number): Promise<Run> {
  const [loadBefore = 0] = loadavg();
  const folder = mkdtempSync(join(tmpdir(), 'legible-bench-'));
  const hosts = await serveManyHosts({ latencyMs: LATENCY_MS, pages: PAGES });
  try {
    return { workers, loadBefore, ...(await runOnce(folder, hosts, workers)) };
  } finally {
    await hosts.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runOnce(
  folder: string,
  hosts: ManyHosts,
  workers: number,
): Promise<Omit<Run, 'workers' | 'loadBefore'>> {
  const list = join(folder, 'list.txt');
  writeFileSync(list, Array.from({ length: HOSTS }, (_, at) => hosts.host(at)).join('\n'));
  const { PATH = '' } = process.env;
  const [program, ...own] = programOf('src/cli.ts');
  const census = spawn(program, [...own, 'census', list, '--workers', String(workers), '--pages', String(PAGES)], {
    cwd: folder,
    env: { PATH, HOME: folder, ALLOWED_PRIVATE_HOSTS: '127.0.0.0/8' },
    stdio: 'ignore',
  });
  const cost = followCost(census);
  const [code] = await once(census, 'exit');
  const { workerCpuMs, readerCpuMs, workerRss } = cost.end();
  if (code !== 0) throw new Error(`the census ended with ${code}`);
  const results = join(folder, 'census', 'results.ndjson');
  const ends: number[] = [];
  for await (const { scanned_at, state } of readResults(results)) {
    if (state !== 'graded') throw new Error(`a host is ${state}`);
    ends.push(Date.parse(scanned_at));
  }
  ends.sort((a, b) => a - b);
  const minutes = ((ends.at(-1) ?? 0) - (ends[WARM_UP - 1] ?? 0)) / 60_000;
  const { requests, received, sent } = hosts.traffic;
  return {
    hostsPerMinute: (ends.length - WARM_UP) / minutes,
    cpuMs: (workerCpuMs + readerCpuMs) / HOSTS,
    readerCpuMs: readerCpuMs / HOSTS,
    workerRss,
    requests: requests / HOSTS,
    received: received / HOSTS,
    sent: sent / HOSTS,
    bytes: statSync(results).size / HOSTS,
  };
}

/** Reads what the processes of a census use while it runs, since nothing says it once they have ended. */
function followCost(parent: ChildProcess): {
  end(): { workerCpuMs: number; readerCpuMs: number; workerRss: number };
} {
  const cpu = new Map<number, number>();
  let workerRss = 0;
  const { pid = 0 } = parent;
  const look = () => {
    for (const each of [pid, ...childrenOf(pid)]) {
      const ms = cpuMsOfPid(each);
      if (ms !== undefined) cpu.set(each, ms);
      if (each !== pid) workerRss = Math.max(workerRss, rssOf(each));
    }
  };
  const timer = setInterval(look, POLL_MS);
  return {
    end() {
      clearInterval(timer);
      const readerCpuMs = cpu.get(pid) ?? 0;
      const all = [...cpu.values()].reduce((sum, ms) => sum + ms, 0);
      return { workerCpuMs: all - readerCpuMs, readerCpuMs, workerRss };
    },
  };
}

const readProc = (path: string): string => {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    // The process has ended.
    return '';
  }
};

const childrenOf = (pid: number): number[] =>
  readProc(`${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);

function cpuMsOfPid(pid: number): number | undefined {
  const fields = readProc(`${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return fields.length > 1 ? ticksToMs(fields) : undefined;
}

const rssOf = (pid: number): number => Number(/^VmRSS:\s+(\d+)/m.exec(readProc(`${pid}/status`))?.[1] ?? 0) * 1024;
