import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A silent process is killed after this time while a test waits for its output. */
const SILENCE_MS = 120_000;
const SCRIPT = fileURLToPath(new URL('store-child.ts', import.meta.url));

/** The command that `startStoreProcess` runs, for tests that have to dress it. */
export const storeCommand = (location: string, task: string, argument = ''): [string, ...string[]] => [
  process.execPath,
  '--import',
  'tsx',
  SCRIPT,
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
