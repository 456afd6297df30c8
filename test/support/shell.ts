import { execFile } from 'node:child_process';

/** Runs a line in a POSIX shell; answers what it prints to either stream, whatever its exit code. */
export function runShell(line: string, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  return new Promise((resolve) => {
    execFile('sh', ['-c', line], { timeout: 20_000, env, maxBuffer: 50_000_000 }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}
