/** A set of variants that others wrote: `serve.mjs` serves it, `truth.json` says what their agents achieve on each. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';

const Served = z.object({
  id: z.string(),
  site: z.string(),
  variant: z.string(),
  kind: z.string(),
  port: z.number().int(),
});
const Share = z.number().min(0).max(1);
const Shares = z.object({ read: Share, act: Share.nullable() });
/** `act` is null where a site offers nothing to do; `browser` is what agents in a browser achieve, where that is apart. */
const Truth = z.record(z.string(), Shares.extend({ browser: z.union([Share, Shares, z.null()]).optional() }));

export type ServedVariant = z.infer<typeof Served>;
export interface KnownVariant extends ServedVariant {
  readonly read: number;
  readonly act: number | null;
  /** What agents in a browser achieve; null where it is not known apart. */
  readonly browser: number | null;
}
export interface ServedSet {
  readonly variants: readonly KnownVariant[];
  stop(): void;
}

const START_MS = 60_000;

/**
 * Starts `node serve.mjs FIRST_PORT` in the folder and waits for its line READY.
 * @throws Error where it ends before or takes over a minute, or where a variant has no truth
 */
export async function startSet(folder: string, firstPort: number): Promise<ServedSet> {
  const truth = Truth.parse(JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')));
  const child = spawn(process.execPath, ['serve.mjs', String(firstPort)], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = () => {
    child.kill();
  };
  const late = setTimeout(stop, START_MS);
  try {
    const variants = (await announced(child)).map((variant): KnownVariant => {
      const known = truth[variant.id];
      if (known === undefined) throw new Error(`truth.json has no ${variant.id}`);
      return { ...variant, ...known, browser: shareOf(known.browser ?? null) };
    });
    // What it prints later is dropped: a pipe that nothing reads would stop it.
    child.stdout.resume();
    return { variants, stop };
  } catch (error) {
    stop();
    throw error;
  } finally {
    clearTimeout(late);
  }
}

/** The mean of reading and acting where both are known. */
function shareOf(browser: z.infer<typeof Share> | z.infer<typeof Shares> | null): number | null {
  if (browser === null || typeof browser === 'number') return browser;
  return browser.act === null ? browser.read : (browser.read + browser.act) / 2;
}

async function announced({ stdout }: ChildProcess): Promise<ServedVariant[]> {
  if (stdout === null) throw new Error('serve.mjs has no output');
  const variants: ServedVariant[] = [];
  for await (const line of createInterface(stdout)) {
    if (line.trim() === 'READY') return variants;
    if (line.trim() !== '') variants.push(Served.parse(JSON.parse(line)));
  }
  throw new Error(`serve.mjs ended, or took over ${START_MS / 1000} s, before it printed READY`);
}
