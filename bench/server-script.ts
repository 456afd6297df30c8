import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A server of the benches in a process of its own, so that its work is not counted as that of who asks it. */
export interface ServerScript {
  /** What it printed first: where it listens. */
  readonly url: string;
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

/** Starts a script that prints where it listens. @param input for its stdin @throws Error when it ends without a line */
export async function startServerScript(
  script: string,
  args: readonly string[] = [],
  input = '',
): Promise<ServerScript> {
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const gone = once(child, 'exit');
  child.stdin.end(input);
  const ended = gone.then(([code]) => Promise.reject(new Error(`${script} ended with ${code}`)));
  // One line or the end, whichever is first; the end is no news after that.
  ended.catch(() => undefined);
  const [url] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [string];
  return {
    url,
    child,
    async stop() {
      child.kill();
      await gone;
    },
  };
}
