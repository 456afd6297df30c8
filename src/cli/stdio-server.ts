import { spawn } from 'node:child_process';
import process from 'node:process';
import { ConfigError } from '../errors.ts';

import type { StdioPeer } from '../scanner/mcp/session/stdio-wire.ts';

/** The environment variables that a process needs to run; none holds a secret. */
const PLAIN_VARIABLES = ['PATH', 'HOME', 'USER', 'LANG', 'TMPDIR', 'TEMP', 'SystemRoot', 'APPDATA', 'LOCALAPPDATA'];
const MAX_LINE_CHARS = 16 * 1024 * 1024;
const MAX_CHARS = 64 * 1024 * 1024;
const GRACE_MS = 2_000;

export interface StdioServer extends StdioPeer {
  /** Ends the process and those that it started. */
  stop(): Promise<void>;
}

/**
 * Starts a server of this machine. What it writes to its error stream is not kept.
 * @param variables names of environment variables that it is given beyond those that every process needs
 * @throws ConfigError for a variable that is not set
 */
export function startStdioServer(
  [command = '', ...args]: readonly string[],
  variables: readonly string[],
): StdioServer {
  const env: NodeJS.ProcessEnv = {};
  for (const name of PLAIN_VARIABLES) if (process.env[name] !== undefined) env[name] = process.env[name];
  for (const name of variables) {
    const value = process.env[name];
    if (value === undefined) throw new ConfigError(`--env ${name}: expected a variable that is set`);
    env[name] = value;
  }
  // A group of its own, so that what a package runner starts ends with it.
  const isGroup = process.platform !== 'win32';
  const child = spawn(command, args, { env, detached: isGroup, stdio: ['pipe', 'pipe', 'ignore'] });
  let listener: (line: string | undefined) => void = () => undefined;
  let rest = '';
  let total = 0;
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      if (!hasEnded) listener(undefined);
      hasEnded = true;
      resolve();
    };
    child.on('error', end);
    child.on('close', end);
  });
  const kill = (signal: NodeJS.Signals) => {
    if (child.pid === undefined) return;
    try {
      if (isGroup) process.kill(-child.pid, signal);
      else child.kill(signal);
    } catch {
      // It has ended already.
    }
  };
  child.stdin.on('error', () => undefined);
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (text: string) => {
    total += text.length;
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (total > MAX_CHARS || rest.length > MAX_LINE_CHARS) kill('SIGKILL');
    else for (const line of lines) listener(line);
  });
  return {
    name: command,
    write: (line) => void child.stdin.write(`${line}\n`),
    onLine: (next) => {
      listener = next;
      if (hasEnded) next(undefined);
    },
    async stop() {
      child.stdin.end();
      kill('SIGTERM');
      const timer = setTimeout(() => kill('SIGKILL'), GRACE_MS);
      await ended;
      clearTimeout(timer);
      // Its child processes may outlive it.
      kill('SIGKILL');
    },
  };
}
