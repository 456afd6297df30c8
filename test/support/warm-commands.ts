/** Runs `legible` commands in processes that have loaded the program: loading it is most of the time of a short one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { atEnd } from './at-end.ts';

interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const SCRIPT = join(import.meta.dirname, 'command-process.mjs');
const started = new Set<ChildProcess>();
const idle: ChildProcess[] = [];
let runs = 0;
atEnd(() => {
  for (const child of started) child.kill('SIGKILL');
});

/**
 * Runs a command; commands at the same time have a process each.
 * @param program what starts the command: the program, its flags and, last, the file
 * @throws Error where the command ends its process by itself
 */
export async function runWarm(
  program: readonly string[],
  parts: readonly string[],
  env: Record<string, string>,
): Promise<CommandResult> {
  const [runtime = '', ...flags] = program.slice(0, -1);
  const child = idle.pop() ?? start(runtime, flags);
  runs += 1;
  child.send({ script: program.at(-1), parts, env, number: runs });
  const result = await new Promise<CommandResult>((resolve, reject) => {
    const onExit = (code: number | null) =>
      reject(new Error(`legible ${parts.join(' ')} ended its process with ${code}`));
    child.once('exit', onExit);
    child.once('message', (message: CommandResult) => {
      child.off('exit', onExit);
      resolve(message);
    });
  });
  idle.push(child);
  return result;
}

function start(runtime: string, flags: readonly string[]): ChildProcess {
  const child = spawn(runtime, [...flags, SCRIPT], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  started.add(child);
  child.once('exit', () => started.delete(child));
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}
