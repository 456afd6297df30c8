/** The worker processes of a census, as the process that reads the list sees them. */
import { type ChildProcess, fork } from 'node:child_process';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { longestHostMs } from '../../app/census.ts';
import type { CensusHost } from '../../sites/census/list.ts';
import type { CensusRow } from '../../sites/census/row.ts';
import { type CensusWorker, WorkerLost } from '../../sites/census/run-census.ts';
import type { FromWorker, ToWorker } from './worker-process.ts';

/** The hidden option that makes `legible census` a worker. */
export const AS_WORKER = '--as-worker';

/** Past the time that a host may take: then its process hangs. */
const GRACE_MS = 60_000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;
const END_MS = 3_000;
const MOST_FAILED_STARTS = 20;

export interface PoolWorker extends CensusWorker {
  close(): Promise<void>;
}

interface Waiting {
  resolve(row: CensusRow): void;
  reject(error: Error): void;
  readonly timer: NodeJS.Timeout;
}

/**
 * A worker whose process is started with its first host, and again after it ended: at once, then with a growing pause,
 * so that a process which cannot start does not load the machine.
 */
export function createPoolWorker(pageLimit: number): PoolWorker {
  const hungMs = longestHostMs(pageLimit) + GRACE_MS;
  const waiting = new Map<number, Waiting>();
  let child: ChildProcess | undefined;
  let starting: Promise<ChildProcess> | undefined;
  let pauseMs = 0;
  let failedStarts = 0;
  let isClosed = false;

  function take(line: number): Waiting | undefined {
    const found = waiting.get(line);
    waiting.delete(line);
    clearTimeout(found?.timer);
    return found;
  }

  async function start(): Promise<ChildProcess> {
    if (pauseMs > 0) await delay(pauseMs);
    if (isClosed) throw new WorkerLost('the census has ended');
    const [, program = ''] = process.argv;
    const started = fork(program, ['census', AS_WORKER, '--pages', String(pageLimit), '-'], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    });
    child = started;
    const ready = new Promise<ChildProcess>((resolve, reject) => {
      started.on('message', (message: FromWorker) => {
        if (message.is === 'ready') {
          failedStarts = 0;
          return resolve(started);
        }
        pauseMs = 0;
        if (message.is === 'row') take(message.line)?.resolve(message.row);
        else take(message.line)?.reject(new Error(message.message));
      });
      const end = () => {
        if (child === started) {
          child = undefined;
          starting = undefined;
          pauseMs = Math.min(MAX_PAUSE_MS, Math.max(FIRST_PAUSE_MS, 2 * pauseMs));
        }
        reject(new WorkerLost('a worker ended'));
        for (const line of [...waiting.keys()]) take(line)?.reject(new WorkerLost('a worker ended'));
      };
      started.once('exit', end);
      started.once('error', end);
    });
    return ready;
  }

  /** No host is lost with a process that ends before it is ready. */
  async function running(): Promise<ChildProcess> {
    for (;;) {
      starting ??= start();
      try {
        return await starting;
      } catch (error) {
        failedStarts += 1;
        if (isClosed) throw error;
        if (failedStarts >= MOST_FAILED_STARTS)
          throw new Error(`a worker ended ${failedStarts} times before it could work`, { cause: error });
      }
    }
  }

  return {
    async scan(host: CensusHost): Promise<CensusRow> {
      const worker = await running();
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => worker.kill('SIGKILL'), hungMs);
        waiting.set(host.line, { resolve, reject, timer });
        const message: ToWorker = { host };
        // A process that has ended meanwhile rejects by its exit.
        worker.send(message, (error) => {
          if (error !== null) take(host.line)?.reject(new WorkerLost('a worker ended'));
        });
      });
    },
    async close() {
      isClosed = true;
      const ending = child;
      if (ending === undefined) return;
      const ended = new Promise((resolve) => ending.once('exit', resolve));
      if (ending.connected) ending.disconnect();
      const timer = setTimeout(() => ending.kill('SIGKILL'), END_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}
