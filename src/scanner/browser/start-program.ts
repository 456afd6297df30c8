/** The process of a browser, with all that it starts. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { watchMemory } from './memory-watch.ts';
import { within } from './within.ts';

/** A killed process ends at once, but for one that waits for its disk. */
const END_MS = 5_000;

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
  /** Ends it with its children; resolves once it has ended. */
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
      try {
        if (process.platform === 'win32') child.kill('SIGKILL');
        else process.kill(-pid, 'SIGKILL');
      } catch {
        // All of the group has ended.
      }
      await within(ended, END_MS).catch(() => undefined);
    },
  };
}
