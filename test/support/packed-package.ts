/** The package as its users get it: packed, unpacked into an empty folder, with what it depends on and nothing else. */
import { execFile, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Ended } from './service-process.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

export interface PackedPackage {
  /** The empty folder: it holds node_modules and what commands write. */
  readonly folder: string;
  readonly tarball: string;
  /** Paths in the tarball, without `package/`. */
  readonly files: readonly string[];
  readonly bin: string;
  remove(): Promise<void>;
}

export async function packPackage(): Promise<PackedPackage> {
  const folder = await mkdtemp(join(tmpdir(), 'legible-packed-'));
  await chmod(folder, 0o755);
  const pack = () => run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: ROOT });
  const { stdout } = await whileNobodyPacks(pack);
  const [{ filename = '' }] = JSON.parse(stdout.slice(stdout.indexOf('[\n')));
  const tarball = join(folder, filename);
  const home = join(folder, 'node_modules', 'legible');
  await mkdir(home, { recursive: true });
  await run('tar', ['xzf', tarball, '-C', home, '--strip-components', '1']);
  const { dependencies, bin } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    const link = join(folder, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(ROOT, 'node_modules', name), link);
  }
  await mkdir(join(folder, 'node_modules/.bin'));
  await symlink(join('../legible', bin.legible), join(folder, 'node_modules/.bin/legible'));
  await chmod(join(home, bin.legible), 0o755);
  return {
    folder,
    tarball,
    files: (await readdir(home, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(home.length + 1)),
    bin: join(folder, 'node_modules/.bin/legible'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

const PACKING = join(ROOT, 'node_modules/.cache/packing');
const PACK_MS = 240_000;

/** Packing changes the manifest of the clone for a while: test files that pack or read it take turns. */
export async function whileNobodyPacks<Result>(act: () => Promise<Result>): Promise<Result> {
  await mkdir(dirname(PACKING), { recursive: true });
  for (const deadline = Date.now() + PACK_MS; ; ) {
    try {
      await mkdir(PACKING);
      break;
    } catch (error) {
      // One that was killed has left it.
      if (Date.now() > deadline) await rm(PACKING, { recursive: true, force: true });
      else if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      await delay(250);
    }
  }
  try {
    return await act();
  } finally {
    await rm(PACKING, { recursive: true, force: true });
  }
}

export interface RunOptions {
  readonly env?: Record<string, string>;
  readonly cwd?: string;
  /** Sent when stderr or stdout says the words. */
  readonly signalWhen?: { readonly says: RegExp; readonly signal: 'SIGINT' | 'SIGTERM' };
  /** Also sent to the starter before it ends. */
  readonly uid?: number;
}

/** Runs a program in the folder of the package, with the package's command on its path and a separate home. */
export function runPacked(
  { folder }: PackedPackage,
  program: string,
  parts: readonly string[],
  { env = {}, cwd = folder, uid }: Omit<RunOptions, 'signalWhen'> = {},
): { readonly ended: Promise<Ended>; kill(signal: 'SIGINT' | 'SIGTERM'): void; stderr(): string } {
  const child = spawn(program, [...parts], {
    cwd,
    env: { PATH: `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`, HOME: join(folder, 'home'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return {
    ended: new Promise((done) => {
      child.once('close', (code, signal) => done({ code, signal, stdout, stderr }));
    }),
    kill: (signal) => child.kill(signal),
    stderr: () => stderr,
  };
}
