import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError } from '../errors.ts';

const READY_WITHIN_MS = 60_000;
const ASKED_EVERY_MS = 200;
const ANSWERS_WITHIN_MS = 5000;
/** What a server may take to end by itself. */
const ENDS_WITHIN_MS = 3000;

export interface StartedServer {
  /** Ends the command and all that it started. */
  stop(): Promise<void>;
}

/**
 * Starts a command of the user's shell and waits until an address answers, whatever it answers. What the command prints
 * goes to stderr, because stdout is for the report.
 * @throws ConfigError where something answers there already, or the command ends or takes more than a minute
 */
export async function startServer(command: string, url: string, signal: AbortSignal): Promise<StartedServer> {
  if (await answers(url, signal))
    throw new ConfigError(`--start: ${url} answers already. Stop what runs there, or leave --start out`);
  // A group of its own, so that what the shell starts ends with it.
  const child = spawn(command, { shell: true, detached: true, stdio: ['ignore', process.stderr, process.stderr] });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const stop = () => end(child, ended);
  try {
    const until = performance.now() + READY_WITHIN_MS;
    while (!(await answers(url, signal))) {
      signal.throwIfAborted();
      if (child.exitCode !== null || child.pid === undefined)
        throw new ConfigError(`--start: the command ended before ${url} answered`);
      if (performance.now() > until)
        throw new ConfigError(`--start: ${url} did not answer within ${READY_WITHIN_MS / 1000} seconds`);
      await delay(ASKED_EVERY_MS, undefined, { signal });
    }
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function answers(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(ANSWERS_WITHIN_MS)]);
    const response = await fetch(url, { redirect: 'manual', signal: limit });
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  }
}

async function end(child: ChildProcess, ended: Promise<void>): Promise<void> {
  signalGroup(child, 'SIGTERM');
  await Promise.race([ended, delay(ENDS_WITHIN_MS)]);
  // Children of the shell can outlive it.
  signalGroup(child, 'SIGKILL');
}

function signalGroup({ pid }: ChildProcess, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, name);
  } catch {
    // The group has ended.
  }
}
