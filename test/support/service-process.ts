/** The service and its command line as processes of their own, to be killed, stopped and started again. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { programOf } from './program.ts';
import { eventually } from './store-wait.ts';
import { runWarm } from './warm-commands.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Ended {
  /** null when a signal ended it. */
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Process {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  stdout(): string;
  stderr(): string;
}

/** Only the given settings and those that a program needs to run, none of the developer's shell. */
function environmentOf(settings: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR = '' } = process.env;
  return { PATH, HOME, TMPDIR, ...settings };
}

function startCommand([program = '', ...parameters]: readonly string[], settings: Record<string, string>): Process {
  const child = spawn(program, parameters, {
    cwd: ROOT,
    env: environmentOf(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killIt = () => child.kill('SIGKILL');
  process.once('exit', killIt);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => {
      process.removeListener('exit', killIt);
      resolve({ code, signal, stdout, stderr });
    });
  });
  return { child, ended, stdout: () => stdout, stderr: () => stderr };
}

/** Runs `src/main.ts` until it ends by itself. */
export const runMain = (settings: Record<string, string>): Promise<Ended> =>
  startCommand(programOf('src/main.ts'), settings).ended;

/** Runs a script of this repository until it ends. */
export const runScript = (script: string, ...parts: readonly string[]): Promise<Ended> =>
  startCommand([process.execPath, '--import', 'tsx', script, ...parts], {}).ended;

/** Runs the `legible` command on a data directory. */
export const legible = (dataDir: string, ...parts: readonly string[]): Promise<Ended> =>
  legibleUnder({ DATA_DIR: dataDir }, ...parts);

/**
 * Runs the `legible` command under these settings: in a process that has run others before, or, where COLD_COMMANDS is
 * set, in one of its own, as users do.
 */
export async function legibleUnder(settings: Record<string, string>, ...parts: readonly string[]): Promise<Ended> {
  if (process.env.COLD_COMMANDS !== undefined) return spawnLegible(settings, ...parts).ended;
  return { signal: null, ...(await runWarm(programOf('src/cli.ts'), parts, environmentOf(settings))) };
}

/** Starts the `legible` command under these settings in a process of its own. */
export const spawnLegible = (settings: Record<string, string>, ...parts: readonly string[]): Process =>
  startCommand([...programOf('src/cli.ts'), ...parts], settings);

export interface ServiceProcess {
  readonly url: string;
  /** Waits until its stdout contains something. */
  said(words: RegExp): Promise<void>;
  /** Waits until its log contains something. */
  logged(words: RegExp): Promise<void>;
  /** The ids of the scans it has begun, in order. */
  begun(): string[];
  /** Sends a signal and waits for the end. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<Ended>;
}

const begunIn = (log: string): string[] =>
  Array.from(log.matchAll(/"scan":"(scn_[a-z0-9]+)"[^\n]*"msg":"scan begins"/g), ([, id = '']) => id);

/** How long a start may take on a machine that is busy with others. */
const START_MS = 120_000;
const LISTENING = /"url":"(http:\/\/localhost:\d+)","msg":"listening"/;
const SCANNING = /"msg":"scanning"/;

/** Starts `src/main.ts` on a free port and waits until it listens. Fixture sites on 127.0.0.1 may be scanned. */
export async function spawnService(
  dataDir: string,
  settings: Record<string, string> = {},
  role: 'all' | 'api' = 'all',
): Promise<ServiceProcess> {
  const { child, ended, stdout, stderr } = startCommand([...programOf('src/main.ts'), role], {
    PORT: '0',
    DATA_DIR: dataDir,
    ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
    ANONYMOUS_PRIVATE_SCANS: 'on',
    ...settings,
  });
  await eventually('the service listens', () => LISTENING.test(stderr()) || child.exitCode !== null, START_MS);
  const [, url] = LISTENING.exec(stderr()) ?? [];
  assert.ok(url, `the service did not start: ${stderr()}`);
  return {
    url,
    said: (words) => eventually(`stdout says ${words}`, () => words.test(stdout())),
    logged: (words) => eventually(`the log says ${words}`, () => words.test(stderr())),
    begun: () => begunIn(stderr()),
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

export interface WorkerProcess {
  /** Where it answers operators; undefined without a WORKER_PORT. */
  operatorsUrl(): string | undefined;
  /** The ids of the scans it has begun, in order. */
  begun(): string[];
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<Ended>;
}

/** Starts `src/main.ts worker`, or a command that comes to the same, and waits until it takes scans. */
export async function spawnWorker(
  dataDir: string,
  settings: Record<string, string>,
  command: readonly string[] = [...programOf('src/main.ts'), 'worker'],
): Promise<WorkerProcess> {
  const { child, ended, stderr } = startCommand(command, {
    DATA_DIR: dataDir,
    ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
    ANONYMOUS_PRIVATE_SCANS: 'on',
    ...settings,
  });
  await eventually('the worker scans', () => SCANNING.test(stderr()) || child.exitCode !== null, START_MS);
  assert.ok(SCANNING.test(stderr()), `the worker did not start: ${stderr()}`);
  return {
    operatorsUrl: () => /"url":"([^"]+)","msg":"answering operators"/.exec(stderr())?.[1],
    begun: () => begunIn(stderr()),
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
