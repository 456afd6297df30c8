import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { homedir } from 'node:os';
import process from 'node:process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError, ServiceError } from '../errors.ts';
import { quote } from '../scanner/checks/evidence.ts';
import type { StdioPeer } from '../scanner/mcp/session/stdio-wire.ts';
import { MCP_LIMITS } from '../scanner/mcp/session/wire.ts';
import { printableTail, secretsOf } from './mcp-config/error-tail.ts';
import type { Machine } from './mcp-config/hosts.ts';
import { shownArguments } from './mcp-config/secrets.ts';
import { followProcess } from './process-family.ts';

/** The environment variables that a process needs to run; none holds a secret. */
const PLAIN_VARIABLES = ['PATH', 'HOME', 'USER', 'LANG', 'TMPDIR', 'TEMP', 'SystemRoot', 'APPDATA', 'LOCALAPPDATA'];
const GRACE_MS = 2_000;
/** What a process wrote before it ended may arrive after its end. */
const LAST_WORDS_MS = 300;
/** The end of the error stream that is kept. */
const ERROR_BYTES = 16 * 1024;
const NEWLINE = 10;

export interface StdioServer extends StdioPeer {
  /** How the process ended, in trusted text; undefined while it runs. */
  readonly ending: string | undefined;
  /**
   * The last lines of its error stream, at most 8, safe to print and without the secrets of its arguments and
   * environment. Third-party text.
   */
  lastErrors(): Promise<readonly string[]>;
  /** Ends the process and those that it started; on Linux also those that left its process group. */
  stop(): Promise<void>;
}

export interface StdioPlace {
  /** Environment variables beyond those that every process needs. */
  readonly env: Readonly<Record<string, string>>;
  /** Working folder; default the command's own. */
  readonly cwd?: string | undefined;
}

/** Marks the processes of one server, so that those which leave its group are found. */
const MARK = 'LEGIBLE_SERVER_RUN';

/**
 * Starts a server of this machine without a shell. Of its error stream the last 16 KiB are kept.
 * @throws ServiceError where the command cannot be started
 */
export async function startStdioServer(
  [command = '', ...args]: readonly string[],
  { env, cwd }: StdioPlace,
): Promise<StdioServer> {
  // A group of its own, so that what a package runner starts ends with it.
  const isGroup = process.platform !== 'win32';
  const mark = randomUUID();
  const child = spawned(command, args, { env: { ...env, [MARK]: mark }, cwd, isGroup });
  child.stdin.on('error', () => undefined);
  const errors = keepEnd(child.stderr);
  let listener: (line: string | undefined) => void = () => undefined;
  let ending: string | undefined;
  let hasEnded = false;
  const end = () => {
    if (!hasEnded) listener(undefined);
    hasEnded = true;
  };
  const exited = new Promise<void>((resolve) => {
    child.on('exit', (code, signal) => {
      ending ??= code === null ? `the process was ended by ${signal}` : `the process ended with exit code ${code}`;
      resolve();
    });
  });
  // What it wrote last is read first. Not `close`: a process that outlives it may hold the error stream.
  child.stdout.on('close', () => void exited.then(end));
  const kill = (signal: NodeJS.Signals) => {
    if (child.pid === undefined) return;
    try {
      if (isGroup) process.kill(-child.pid, signal);
      else child.kill(signal);
    } catch {
      // It has ended already.
    }
  };
  const family = child.pid === undefined ? undefined : followProcess(child.pid, mark);
  const endAll = () => {
    kill('SIGKILL');
    family?.end();
  };
  // The user may end the command twice, which leaves no time to stop in order.
  process.once('exit', endAll);
  const read = lineReader((line) => listener(line));
  child.stdout.on('data', (bytes: Buffer) => {
    if (read(bytes)) return;
    ending ??= 'the process wrote more than a session may hold';
    kill('SIGKILL');
    child.stdout.destroy();
    end();
  });
  try {
    await once(child, 'spawn');
  } catch (error) {
    process.off('exit', endAll);
    throw notStarted(command, cwd, error);
  }
  return {
    name: command,
    get ending() {
      return ending;
    },
    async lastErrors() {
      if (ending !== undefined) await errors.ended(LAST_WORDS_MS);
      return printableTail(errors.text(), secretsOf([command, ...args], env));
    },
    write: (line) => void child.stdin.write(`${line}\n`),
    onLine: (next) => {
      listener = next;
      if (hasEnded) next(undefined);
    },
    async stop() {
      child.stdin.end();
      kill('SIGTERM');
      const timer = setTimeout(() => kill('SIGKILL'), GRACE_MS);
      await exited;
      clearTimeout(timer);
      // Its child processes may outlive it, and one of another group may hold its output open.
      endAll();
      family?.close();
      process.off('exit', endAll);
      child.stdin.destroy();
      child.stdout.destroy();
      child.stderr.destroy();
    },
  };
}

function spawned(
  command: string,
  args: readonly string[],
  { env, cwd, isGroup }: StdioPlace & { readonly isGroup: boolean },
): ChildProcessByStdio<Writable, Readable, Readable> {
  try {
    return spawn(command, args, {
      env: { ...plainVariables(), ...env },
      cwd,
      detached: isGroup,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  } catch (error) {
    // Arguments that are too long, or hold what no argument may.
    throw notStarted(command, cwd, error);
  }
}

function notStarted(command: string, cwd: string | undefined, error: unknown): ServiceError {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  const folder = cwd === undefined ? '' : `, and the folder ${quote(cwd)}`;
  const shown = quote(shownArguments([command])[0]?.text ?? '');
  return new ServiceError(
    'mcp_scan_failed',
    `${shown}: it cannot be started${code}. Check the name and the path${folder}.`,
  );
}

interface KeptEnd {
  /** From the first whole line that is kept. */
  text(): string;
  /** Resolves once the stream has ended, or after this many milliseconds. */
  ended(withinMs: number): Promise<void>;
}

/** Reads a stream to its end, so that its writer never waits, and keeps the last bytes of it. */
function keepEnd(stream: Readable): KeptEnd {
  let kept = Buffer.alloc(0);
  let isCut = false;
  const closed = new Promise<void>((resolve) => stream.once('close', resolve));
  stream.on('error', () => undefined);
  stream.on('data', (bytes: Buffer) => {
    const all = Buffer.concat([kept, bytes]);
    isCut ||= all.length > ERROR_BYTES;
    kept = all.subarray(-ERROR_BYTES);
  });
  return {
    // The rest of a cut line may hold the end of a secret, which nothing recognises.
    text: () => (isCut ? kept.subarray(kept.indexOf(NEWLINE) + 1) : kept).toString('utf8'),
    ended: (withinMs) => Promise.race([closed, delay(withinMs, undefined, { ref: false })]),
  };
}

function plainVariables(): Record<string, string> {
  const env: Record<string, string> = {};
  for (const name of PLAIN_VARIABLES) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}

/** Environment variables by their names. @throws ConfigError for one that is not set */
export function variablesNamed(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => {
      const value = process.env[name];
      if (value === undefined) throw new ConfigError(`--env ${name}: this environment variable is not set`);
      return [name, value];
    }),
  );
}

/** This machine, as configurations of hosts depend on it. */
export const thisMachine = (): Machine => ({
  env: process.env,
  home: homedir(),
  platform: process.platform,
  folder: process.cwd(),
});

/** Passes on whole lines. Returns false for more bytes, in a line or in all, than a hosted server may answer with. */
function lineReader(onLine: (line: string) => void): (bytes: Buffer) => boolean {
  let parts: Buffer[] = [];
  let length = 0;
  let total = 0;
  return (bytes) => {
    total += bytes.length;
    if (total > MCP_LIMITS.sessionBytes) return false;
    let from = 0;
    for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, from)) {
      onLine(Buffer.concat([...parts, bytes.subarray(from, at)]).toString('utf8'));
      parts = [];
      length = 0;
      from = at + 1;
    }
    parts.push(bytes.subarray(from));
    length += bytes.length - from;
    return length <= MCP_LIMITS.bodyBytes;
  };
}
