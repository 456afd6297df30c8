import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRepositories } from '../src/app/repositories.ts';
import type { StoreOptions } from '../src/store/open.ts';

const TICKS_PER_SECOND = 100;
/** The unit of stat(2), whatever the file system's own. */
const DISK_BLOCK_BYTES = 512;
const START_TIMEOUT_MS = 30_000;

export interface ServiceProcess {
  readonly url: string;
  readonly key: string;
  /** How another process opens its store. */
  readonly storeOptions: StoreOptions;
  /** Makes a key of the Team account of that name, and the account where there is none; `key` is one of `bench`. */
  newKey(account: string): Promise<string>;
  /** Until it is stopped, or ends by itself. */
  isRunning(): boolean;
  /** User and system time used so far, in milliseconds (Linux). */
  cpuMs(): number;
  /** Highest resident size so far, in MB (Linux). */
  peakMb(): number;
  /** Resident size now, in MB (Linux). */
  residentMb(): number;
  /** Resident size now without files that are mapped, as that of the embedded store is, in MB (Linux). */
  anonymousMb(): number;
  /** Bytes that its store takes on the disk. */
  storedBytes(): number;
  stop(): Promise<void>;
}

/** Starts the real service, as `npm start` does, on an empty store of its own. */
export async function startServiceProcess(environment: Record<string, string>): Promise<ServiceProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'legible-bench-'));
  const { REDIS_URL: redisUrl } = environment;
  const storeOptions = { dataDir, ...(redisUrl === undefined ? {} : { redisUrl }) };
  const port = await freePort();
  const child = spawn(process.execPath, ['scripts/start.mjs', 'main'], {
    env: { ...process.env, ...environment, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let isRunning = true;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  void gone.then(() => {
    isRunning = false;
  });
  const url = `http://localhost:${port}`;
  await untilAnswering(url, child);
  const newKey = async (account: string) => {
    const { store, accounts, apiKeys } = await openRepositories(storeOptions);
    try {
      const email = `${account}@localhost`;
      const owner = (await accounts.findByEmail(email)) ?? (await accounts.create({ email, plan: 'team' }));
      return (await apiKeys.create(owner, 'bench')).key;
    } finally {
      await store.close();
    }
  };
  const key = await newKey('bench');
  return {
    url,
    key,
    storeOptions,
    newKey,
    isRunning: () => isRunning,
    cpuMs: () => cpuMsOf(child),
    peakMb() {
      const [, kb] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      return Number(kb) / 1024;
    },
    residentMb() {
      const [, kb] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      return Number(kb) / 1024;
    },
    anonymousMb() {
      const [, kb] = /RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      return Number(kb) / 1024;
    },
    storedBytes: () => diskBytesOf(dataDir),
    async stop() {
      isRunning = false;
      child.kill('SIGTERM');
      await gone;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Bytes that the files in a folder take on the disk. */
export const diskBytesOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.blocks * DISK_BLOCK_BYTES : 0), 0);

/** User and system time a process has used so far, in milliseconds (Linux). */
export function cpuMsOf({ pid }: ChildProcess): number {
  return ticksToMs(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []);
}

/** User and system time in milliseconds. @param fields of /proc/PID/stat from the state on */
export const ticksToMs = (fields: readonly string[]): number =>
  ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;

async function untilAnswering(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    const response = await fetch(`${url}/bot`).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the service did not start');
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // An address of a TCP listener is never a string.
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
