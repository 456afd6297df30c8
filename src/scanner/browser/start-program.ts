/** The process of a browser, with all that it starts. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { watchMemory } from './memory-watch.ts';
import { within } from './within.ts';

/** A killed process ends at once, but for one that waits for its disk. */
const END_MS = 5_000;
/** Its children end a moment later. Where nothing collects ended processes, as in some containers, they never seem to. */
const CHILDREN_MS = 1_000;
const LOOK_AGAIN_MS = 10;

/** What a browser needs of the environment. The rest may hold secrets of the service. */
const PASSED_ON = [
  'DBUS_SESSION_BUS_ADDRESS',
  'FONTCONFIG_FILE',
  'FONTCONFIG_PATH',
  'HOME',
  'LANG',
  'LC_ALL',
  'LD_LIBRARY_PATH',
  'LOCALAPPDATA',
  'PATH',
  'PROGRAMFILES',
  'SYSTEMROOT',
  'TZ',
  'USERPROFILE',
  'XDG_RUNTIME_DIR',
];

export interface BrowserProgram {
  /** What it reads: requests of the DevTools protocol. */
  readonly requests: Writable;
  /** What it writes. */
  readonly messages: Readable;
  /** Ends it with its children; resolves once they have ended. */
  kill(): Promise<void>;
}

/**
 * @param folder for temporary files of the browser
 * @throws where the program does not start
 */
export async function startProgram(path: string, args: readonly string[], folder: string): Promise<BrowserProgram> {
  const child = spawn(path, args, {
    // A group of its own, so that its children end with it.
    detached: process.platform !== 'win32',
    env: {
      ...Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]])),
      TMPDIR: folder,
      TEMP: folder,
    },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await once(child, 'spawn');
  const { pid } = child;
  const [, , , requests, messages] = child.stdio;
  if (pid === undefined || requests == null || messages == null) throw new Error('the browser has no pipes');
  const stopWatching = watchMemory(pid);
  child.once('exit', stopWatching);
  return {
    requests: requests as Writable, // of 'pipe' above; pipes go both ways
    messages: messages as Readable,
    async kill() {
      stopWatching();
      if (process.platform === 'win32') child.kill('SIGKILL');
      else signalGroup(pid, 'SIGKILL');
      await within(ended, END_MS).catch(() => undefined);
      if (process.platform !== 'win32') await groupEnded(pid);
    },
  };
}

/** @returns false once all of the group have ended */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

async function groupEnded(pid: number): Promise<void> {
  const until = performance.now() + CHILDREN_MS;
  while (signalGroup(pid, 0) && performance.now() < until) await setTimeout(LOOK_AGAIN_MS);
}
