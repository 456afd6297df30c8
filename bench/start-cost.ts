import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cpuMsOf, freePort } from './service-process.ts';

const POLL_MS = 5;

/** What a server costs from its start to the first answer of /healthz; it listens where PORT says. */
export async function startCost(args: readonly string[]): Promise<{ readonly wallMs: number; readonly cpuMs: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'legible-bench-'));
  const port = await freePort();
  const startedMs = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  try {
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended with ${child.exitCode}`);
      await delay(POLL_MS);
    }
    return { wallMs: performance.now() - startedMs, cpuMs: cpuMsOf(child) };
  } finally {
    child.kill('SIGKILL');
    await gone;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
