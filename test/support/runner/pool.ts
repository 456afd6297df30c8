/** Runs test files in a number of processes at once; each process takes one file after another. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { bundledFile } from './bundle.ts';
import type { Failure, Order, Outcome, Report } from './messages.ts';

/** A process that takes longer to end after its last file has something open that a test forgot. */
const END_TIMEOUT_MS = 60_000;

export interface FileResult {
  readonly file: string;
  readonly durationMs: number;
  readonly suites: number;
  readonly outcomes: readonly Outcome[];
  readonly failures: readonly Failure[];
}

export interface PoolOptions {
  readonly processes: number;
  /** After this number of files a process is replaced; Infinity to keep it. */
  readonly filesPerProcess: number;
  /** A file that takes longer has failed, and its process is killed. */
  readonly fileTimeoutMs: number;
  /** The folder of the bundle that has the files; default the sources. */
  readonly bundle?: string | undefined;
  /** For Node. */
  readonly flags?: readonly string[];
  readonly onFile: (result: FileResult) => void;
}

/** Resolves when every file has a result and every process has ended. */
export async function runFiles(files: readonly string[], options: PoolOptions): Promise<void> {
  const queue = [...files];
  await Promise.all(
    Array.from({ length: Math.min(options.processes, queue.length) }, async () => {
      while (queue.length > 0) await runProcess(queue, options);
    }),
  );
}

/** Resolves when the process has ended. A file that it did not finish has failed. */
function runProcess(
  queue: string[],
  { filesPerProcess, fileTimeoutMs, bundle, flags = [], onFile }: PoolOptions,
): Promise<void> {
  const child = startProcess(flags, bundle);
  const order = (message: Order) => child.connected && child.send(message);
  const held: string[] = [];
  let suites = 0;
  let outcomes: Outcome[] = [];
  let failures: Failure[] = [];
  let current: { file: string; startedAt: number } | undefined;
  let hasFailures = false;
  let timer: NodeJS.Timeout | undefined;
  let problem: string | undefined;

  const killAfter = (timeoutMs: number, reason: string) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      problem = reason;
      child.kill('SIGKILL');
    }, timeoutMs);
  };
  const takeNext = () => {
    const file = held.length < filesPerProcess ? queue.shift() : undefined;
    if (file === undefined) {
      order({ end: true });
      return killAfter(END_TIMEOUT_MS, `The process did not end within ${END_TIMEOUT_MS} ms of its last file.`);
    }
    held.push(file);
    current = { file, startedAt: performance.now() };
    order({ run: file, from: bundle === undefined ? resolve(file) : bundledFile(bundle, file) });
    killAfter(fileTimeoutMs, `The file did not end within ${fileTimeoutMs} ms.`);
  };
  const finishFile = (file: string, failure?: Failure) => {
    if (failure !== undefined) {
      failures.push(failure);
      outcomes.push('fail');
    }
    hasFailures ||= failures.length > 0;
    onFile({
      file,
      durationMs: performance.now() - (current?.startedAt ?? performance.now()),
      suites,
      outcomes,
      failures,
    });
    current = undefined;
    suites = 0;
    outcomes = [];
    failures = [];
  };

  child.on('message', (report: Report) => {
    if (report.kind === 'suite') suites += 1;
    if (report.kind === 'test') {
      outcomes.push(report.outcome);
      if (report.failure !== undefined) failures.push(report.failure);
    }
    if (report.kind === 'file') finishFile(report.file, report.failure);
    if (report.kind === 'file' || report.kind === 'ready') takeNext();
  });
  return new Promise((resolve) => {
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      const error = problem ?? `The process ended with ${signal ?? `code ${code}`}.`;
      if (current !== undefined) finishFile(current.file, { title: 'runs to its end', location: current.file, error });
      // A failed test makes node:test end the process with 1, which is reported already.
      else if (signal !== null || code !== (hasFailures ? 1 : 0)) {
        finishFile(held.at(-1) ?? '', {
          title: 'the process of the file ends',
          location: held.at(-1) ?? '',
          error: `${error} It held, the latest last: ${held.join(' ')}`,
        });
      }
      resolve();
    });
  });
}

function startProcess(flags: readonly string[], bundle: string | undefined): ChildProcess {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const own = (file: string) =>
    bundle === undefined ? join(import.meta.dirname, file) : bundledFile(bundle, `test/support/runner/${file}`);
  const loader = bundle === undefined ? ['--import', 'tsx'] : [];
  return spawn(
    process.execPath,
    [...flags, ...loader, `--test-reporter=${own('reporter.ts')}`, own('test-process.ts')],
    { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
}
