import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { ticksToMs } from './service-process.ts';

const SAMPLE_MS = 20;

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface RunCost {
  readonly stdout: string;
  /** From the spawn to the end of the process. */
  readonly wallMs: number;
  /** User and system time of the process and all that descend from it, as last seen: up to SAMPLE_MS short for each (Linux). */
  readonly cpuMs: number;
  /** Most memory that these processes had at one time (resident, shared pages counted for each), as far as it was seen. */
  readonly peakBytes: number;
}

/**
 * Runs a command to its end and tells what it cost, with the processes it started (a browser).
 * @throws Error when it ends with another code than those, or takes longer; its last words are in the message
 */
export async function runMeasured(
  { file, args, env }: Command,
  { codes, timeoutMs }: { codes: readonly number[]; timeoutMs: number },
): Promise<RunCost> {
  const startedMs = performance.now();
  const child = spawn(file, args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  const family = new Map<number, number>([[child.pid ?? 0, 0]]);
  let peakBytes = 0;
  const sampler = setInterval(() => {
    peakBytes = Math.max(peakBytes, sample(family));
  }, SAMPLE_MS);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('exit', resolve);
  });
  try {
    const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    const wallMs = performance.now() - startedMs;
    if (code === null || !codes.includes(code)) {
      throw new Error(`${args.join(' ')} ended with ${code}: ${stderr.slice(-1000)}`);
    }
    return { stdout, wallMs, cpuMs: [...family.values()].reduce((sum, ms) => sum + ms, 0), peakBytes };
  } finally {
    clearInterval(sampler);
  }
}

/** Notes the time of each known process and of what they have started since. Returns their memory in bytes. */
function sample(family: Map<number, number>): number {
  const seen = new Map<number, { parent: number; cpuMs: number; bytes: number }>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = statOf(name);
    if (stat !== undefined) seen.set(Number(name), stat);
  }
  // Parents have lower numbers than their children, short of a wrap of all process ids.
  let all = 0;
  for (const [pid, { parent, cpuMs, bytes }] of [...seen].sort(([a], [b]) => a - b)) {
    if (!family.has(pid) && !family.has(parent)) continue;
    family.set(pid, cpuMs);
    all += bytes;
  }
  return all;
}

/** Of x86-64 and most others. */
const PAGE_BYTES = 4096;
const RESIDENT_PAGES = 21;

function statOf(pid: string): { parent: number; cpuMs: number; bytes: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return { parent: Number(fields[1]), cpuMs: ticksToMs(fields), bytes: Number(fields[RESIDENT_PAGES]) * PAGE_BYTES };
  } catch {
    // Ended since the folder was listed.
    return undefined;
  }
}
