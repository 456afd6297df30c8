import { VERSION } from '../../basics/version.ts';
import { ServiceError } from '../../errors.ts';
import { botUserAgent, NO_HOMEPAGE } from '../../scanner/ai-agents.ts';
import { createRunMcpScan, scanStdio } from '../../scanner/mcp/grade/run-mcp-scan.ts';
import { gradeSession } from '../../scanner/mcp/grade/score.ts';
import { readTools } from '../../scanner/mcp/read.ts';
import type { McpTranscript } from '../../scanner/mcp/session/gather.ts';
import type { McpTool } from '../../scanner/model/mcp.ts';
import type { McpScanOutcome } from '../../scanner/model/scan.ts';
import type { Fetcher } from '../../scanner/net/fetch-types.ts';
import { createFetcher } from '../../scanner/net/fetcher.ts';
import { createHostThrottle, type HostThrottle } from '../../scanner/net/host-throttle.ts';
import { say } from '../output.ts';
import { startStdioServer } from '../stdio-server.ts';
import { untilAborted } from '../until-aborted.ts';
import { type ServerEntry, type ServerTarget, secretsGiven } from './entries.ts';
import { createRedaction } from './secrets.ts';

type Reached = McpScanOutcome & { readonly reached: true };

export interface ScannedServer {
  readonly entry: ServerEntry;
  /** Undefined where nothing was graded: `problem` says why. */
  readonly outcome: Reached | undefined;
  readonly tools: readonly McpTool[];
  /** In trusted text. */
  readonly problem: string | undefined;
  /** What a process that was not graded wrote last to its error stream: third-party text, safe to print. */
  readonly wrote: readonly string[];
  /** `skipped`: the configuration turns it off. */
  readonly state: 'graded' | 'failed' | 'skipped';
}

export interface ScanServersOptions {
  readonly signal: AbortSignal;
  /** How long a process may take until it answers first, in milliseconds. */
  readonly startMs: number;
  /** Whether tools that only read are called, and resources and prompts read. */
  readonly tries: boolean;
  /** Called after each server, in the order in which they end. */
  onDone?(server: ScannedServer): void;
}

const AT_ONCE = 4;
const REQUESTS_AT_ONCE = 8;
const CLIENT = { name: 'legible', version: VERSION };
const onBug = (checkId: string): void => say(`legible: the check ${checkId} failed`);

/**
 * Grades servers, at most four at once, in the order given. Every process has ended when it resolves or rejects.
 * @throws the signal's reason
 */
export async function scanServers(
  entries: readonly ServerEntry[],
  { signal, startMs, tries, onDone }: ScanServersOptions,
): Promise<ScannedServer[]> {
  const fetcher = createFetcher({ userAgent: botUserAgent(VERSION, NO_HOMEPAGE) });
  const throttle = createHostThrottle({ concurrency: REQUESTS_AT_ONCE });
  const scanned: ScannedServer[] = [];
  const waiting = entries.map((entry, index) => ({ entry, index }));
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      signal.throwIfAborted();
      const result = await scanOne(next.entry, { fetcher, throttle, signal, startMs, tries });
      scanned[next.index] = result;
      onDone?.(result);
    }
  };
  try {
    const workers = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
    for (const worker of workers) if (worker.status === 'rejected') throw worker.reason;
    return scanned;
  } finally {
    await fetcher.close();
  }
}

interface ScanParts {
  readonly fetcher: Fetcher;
  readonly throttle: HostThrottle;
  readonly signal: AbortSignal;
  readonly startMs: number;
  readonly tries: boolean;
}

async function scanOne(entry: ServerEntry, parts: ScanParts): Promise<ScannedServer> {
  const { target } = entry;
  const ungraded = (state: 'failed' | 'skipped', problem: string, wrote: readonly string[] = []): ScannedServer => ({
    entry,
    outcome: undefined,
    tools: [],
    problem,
    wrote,
    state,
  });
  if (target.kind === 'none') return ungraded(target.isOff ? 'skipped' : 'failed', target.why);
  try {
    const redact = createRedaction(secretsGiven(target));
    const { outcome, wrote } =
      target.kind === 'stdio'
        ? await scanProcess(target, redact, parts)
        : { outcome: await scanRemote(target, redact, parts), wrote: [] };
    if (!outcome.reached) return ungraded('failed', redact(outcome.message), wrote);
    const tools = readTools(outcome.seen?.listings.tools.items ?? []);
    return { entry, outcome, tools, problem: undefined, wrote: [], state: 'graded' };
  } catch (error) {
    parts.signal.throwIfAborted();
    if (error instanceof ServiceError) return ungraded('failed', error.message);
    // One server must not take the report of the others with it.
    say(`legible: ${entry.name}: ${error instanceof Error ? error.name : 'a fault'} while it was graded`);
    return ungraded('failed', 'it could not be graded: this is a fault of Legible');
  }
}

/** Takes the secrets that the server was given out of what it answered. */
type Redact = <T>(answered: T) => T;

async function scanProcess(
  { command, args, env, cwd }: ServerTarget & { kind: 'stdio' },
  redact: Redact,
  { signal, startMs, tries }: ScanParts,
): Promise<{ readonly outcome: McpScanOutcome; readonly wrote: readonly string[] }> {
  const server = await startStdioServer([command, ...args], { env, cwd });
  try {
    const outcome = await untilAborted(
      scanStdio(server, { clientInfo: CLIENT, onBug, startMs, tries, redact }),
      signal,
    );
    if (outcome.reached) return { outcome, wrote: [] };
    const wrote = await server.lastErrors();
    return { outcome: { reached: false, message: server.ending ?? outcome.message }, wrote };
  } finally {
    await server.stop();
  }
}

/** The user's own configuration names the host, so a private one may be reached; a redirect to another may not. */
async function scanRemote(
  { url, headers, mayBePrivate = true }: ServerTarget & { kind: 'http' },
  redact: Redact,
  { fetcher, throttle, signal, tries }: ScanParts,
): Promise<McpScanOutcome> {
  const { hostname, port, protocol } = new URL(url);
  const grade = async (transcript: McpTranscript) => gradeSession(redact(transcript), onBug);
  const outcome = await createRunMcpScan({ fetcher, throttle, clientInfo: CLIENT, grade })({
    endpoint: url,
    permit: mayBePrivate
      ? {
          host: hostname.replace(/^\[|\]$/g, ''),
          port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
        }
      : undefined,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    signal,
    tries,
  });
  return outcome.reached ? { ...outcome, seen: redact(outcome.seen) } : outcome;
}
