import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** A silent process is killed after this time while a test waits for its output. */
const SILENCE_MS = 120_000;
const SCRIPT = fileURLToPath(new URL('store-child.ts', import.meta.url));
/** Below node_modules, so that it finds the packages, which stay outside. */
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/legible-tests/', import.meta.url));
let bundle: string | undefined;

/** The script and what it imports of src in one file, made once: tsx would take most of the time of a short process. */
function scriptFile(): string {
  if (bundle === undefined) {
    const outfile = join(CACHE, `store-child-${process.pid}.mjs`);
    buildSync({ entryPoints: [SCRIPT], outfile, bundle: true, packages: 'external', format: 'esm', platform: 'node' });
    process.once('exit', () => rmSync(outfile, { force: true }));
    bundle = outfile;
  }
  return bundle;
}

/** The command that `startStoreProcess` runs, for tests that have to dress it. */
export const storeCommand = (location: string, task: string, argument = ''): [string, ...string[]] => [
  process.execPath,
  scriptFile(),
  location,
  task,
  argument,
];

export interface StoreProcess {
  /** The next line it says; rejects when it ends without one. */
  line(): Promise<string>;
  /** Every line that has not been asked for, until it ends. */
  rest(): Promise<string[]>;
  /** SIGKILL, and the end of it. */
  kill(): Promise<void>;
}

/** Starts store-child.ts on a task. The argument means what the task says it does. */
export function startStoreProcess(location: string, task: string, argument = ''): StoreProcess {
  const [node, ...parameters] = storeCommand(location, task, argument);
  const child = spawn(node, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async line() {
      const silence = setTimeout(() => child.kill('SIGKILL'), SILENCE_MS);
      const { done, value } = await lines.next();
      clearTimeout(silence);
      if (done) throw new Error('The process ended without a further line.');
      return value;
    },
    async rest() {
      const all: string[] = [];
      for (let next = await lines.next(); !next.done; next = await lines.next()) all.push(next.value);
      return all;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
