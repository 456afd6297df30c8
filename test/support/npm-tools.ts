/**
 * Programs from npm that only tests run: installed on demand, at pinned versions, into node_modules/.cache, where they
 * stay until their list changes.
 */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const CACHE = resolve(import.meta.dirname, '../../node_modules/.cache/legible-tools');
const INSTALL_TIMEOUT_MS = 180_000;
const START_TIMEOUT_MS = 30_000;
/** Dependencies of these packages are at most this new, so that they behave the same tomorrow. */
const AS_OF = '2026-11-20';

/** The folder that holds these packages, or why it cannot be had. */
export type Tools =
  | { readonly folder: string; readonly problem: undefined }
  | { readonly folder: undefined; readonly problem: string };

/** Never rejects, so that a test can say that it is skipped, and why. @param packages names with exact versions */
export async function installTools(packages: Readonly<Record<string, string>>): Promise<Tools> {
  const manifest = JSON.stringify({ private: true, dependencies: packages });
  const hash = createHash('sha256').update(manifest).update(AS_OF).digest('hex').slice(0, 16);
  const folder = join(CACHE, hash);
  if (existsSync(folder)) return { folder, problem: undefined };
  mkdirSync(CACHE, { recursive: true });
  const fresh = mkdtempSync(join(CACHE, 'new-'));
  try {
    writeFileSync(join(fresh, 'package.json'), manifest);
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', `--before=${AS_OF}`];
    await promisify(execFile)('npm', ['install', ...options], { cwd: fresh, timeout: INSTALL_TIMEOUT_MS });
    renameSync(fresh, folder);
  } catch {
    rmSync(fresh, { recursive: true, force: true });
    // Another test may have been quicker with the same list.
    if (existsSync(folder)) return { folder, problem: undefined };
    return { folder: undefined, problem: `npm could not install ${Object.keys(packages).join(', ')}` };
  }
  return { folder, problem: undefined };
}

export interface ToolServer {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Starts a server of the tools under Node and waits until its port accepts connections.
 * @param script path of the program within the folder
 * @param argumentsFor receives the port to listen on
 * @throws when it ends or does not listen in time, with its last output
 */
export async function startToolServer(
  folder: string,
  script: string,
  argumentsFor: (port: number) => readonly string[],
): Promise<ToolServer> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(folder, script), ...argumentsFor(port)], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed = `${printed}${chunk}`.slice(-2000);
    });
  }
  const gone = once(child, 'exit');
  const stop = async () => {
    child.kill();
    await gone;
  };
  for (let waitedMs = 0; waitedMs < START_TIMEOUT_MS && child.exitCode === null; waitedMs += 100) {
    if (await takesConnections(port)) return { port, stop };
    await delay(100);
  }
  if (child.exitCode === null) await stop();
  throw new Error(`${script} did not start:\n${printed}`);
}

async function takesConnections(port: number): Promise<boolean> {
  const socket = connect(port, 'localhost');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server's address is an AddressInfo; the string form is that of pipes.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
