/** Programs of Debian that a test starts itself, as the user that serves the web where the test is root. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const isRoot = process.getuid?.() === 0;
const READY_MS = 30_000;

/** Who servers run as: www-data where the test is root, else the test's own user. */
export const SERVER_USER = isRoot ? 'www-data' : undefined;

const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'www-data'], { encoding: 'utf8' }));

/** For child processes that write what servers read. */
export const asServer = (): { uid?: number; gid?: number } => (isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {});

/** The path of a program whose name begins with this, such as php-fpm8.2; undefined where there is none. */
export function programNamed(start: string, folder: string): string | undefined {
  const name = readdirSync(folder).find((each) => each.startsWith(start));
  return name === undefined ? undefined : join(folder, name);
}

export interface TemporaryFolder {
  readonly path: string;
  /** Gives all of it to the user of servers. */
  handOver(): Promise<void>;
  remove(): Promise<void>;
}

/** A folder that servers of another user can read. */
export async function temporaryFolder(name: string): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), `legible-${name}-`));
  await chmod(path, 0o755);
  return {
    path,
    async handOver() {
      if (isRoot) await promisify(execFile)('chown', ['-R', 'www-data:www-data', path]);
    },
    remove: () => rm(path, { recursive: true, force: true, maxRetries: 3 }),
  };
}

export interface RunningProgram {
  stop(): Promise<void>;
}

/**
 * Starts a program and waits until it is ready.
 * @param isReady asked again until it answers true
 * @throws Error with the last words of the program where it ends first or is not ready in 30 s
 */
export async function startProgram(
  program: string,
  parameters: readonly string[],
  isReady: () => Promise<boolean> | boolean,
  env: NodeJS.ProcessEnv = {},
): Promise<RunningProgram> {
  const child: ChildProcess = spawn(program, parameters, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data: Buffer) => {
      printed = `${printed}${data.toString('utf8')}`.slice(-4000);
    });
  }
  let isEnded = false;
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      isEnded = true;
      resolve();
    });
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(timer);
  };
  const untilMs = performance.now() + READY_MS;
  while (!(await isReady())) {
    if (isEnded || performance.now() > untilMs) {
      await stop();
      throw new Error(`${program} did not start. ${printed}`);
    }
    await delay(50);
  }
  return { stop };
}
