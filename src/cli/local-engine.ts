import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type Config, readConfig, userDataDir } from '../app/config.ts';
import { createEngine, type Engine } from '../app/engine.ts';
import { openRepositories } from '../app/repositories.ts';
import type { OperatorCaller } from '../auth/caller.ts';
import { defined } from '../basics/defined.ts';
import { createLog, type Log } from '../log.ts';
import type { LocalScanOptions } from '../scanner/model/scan.ts';
import type { Progress } from '../tools/define-tool.ts';
import { callForAnswer } from '../tools/gate.ts';

/** The machine is the user's own, and works for one scan: its cores share the pages, but for the one that fetches them. */
const MOST_PAGE_THREADS = Math.min(4, Math.max(1, availableParallelism() - 1));
/** A second thread takes about as long to load as one takes for this many pages. */
const FEW_PAGES = 20;

/**
 * Calls a tool with its input in the form of MCP; `local` and `onProgress` only work when the engine runs in this
 * process.
 */
export type CallTool = (
  tool: string,
  input: Record<string, unknown>,
  local?: LocalScanOptions,
  onProgress?: (progress: Progress) => void,
) => Promise<Record<string, unknown>>;

export interface LocalEngineOptions {
  /** Private hosts (`host:port`) that may be scanned. */
  readonly allowPrivate?: readonly string[];
  /**
   * The data folder. Default `user`: the user's own, separate from any server's. `none`: a temporary store, so that no other process runs its scans and an aborted scan leaves nothing.
   */
  readonly data?: 'user' | 'none';
  /** Scans at once; default as SCAN_CONCURRENCY says. */
  readonly scansAtOnce?: number;
  /** Requests in flight to the scanned host; default as HOST_CONCURRENCY says. */
  readonly hostConcurrency?: number | undefined;
  /** Least time between the starts of two of them, in milliseconds; default 0. */
  readonly hostGapMs?: number | undefined;
  /** Most pages that a scan reads, so that a small one loads one page thread alone; default: not known. */
  readonly pageLimit?: number | undefined;
  /** Whether this process runs the scans that it starts; default true. */
  readonly withWorkers?: boolean;
}

/** The engine in this process, for uses that tool calls do not cover. */
export interface LocalEngine {
  readonly engine: Engine;
  readonly caller: OperatorCaller;
  readonly baseUrl: string;
  readonly log: Log;
}

/** Runs `work` with an engine in this process: its own workers, the operator's account, no server. */
export async function withLocalEngine<Result>(
  work: (call: CallTool, local: LocalEngine) => Promise<Result>,
  options: LocalEngineOptions = {},
): Promise<Result> {
  if (options.data !== 'none') return runWithin(work, configFor(options), options);
  const folder = await mkdtemp(join(tmpdir(), 'legible-'));
  try {
    return await runWithin(work, { ...configFor(options), dataDir: folder, redisUrl: undefined }, options);
  } finally {
    // A cancelled scan may still write files while the folder is removed.
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

/** What the settings say of the browser on this machine. */
export const browserSettings = (): Pick<Config, 'browser' | 'browserSandbox'> =>
  readConfig(process.env, userDataDir(process.env));

/** The settings of the server in this folder. @throws ConfigError */
export const serverConfig = (): Config => readConfig(process.env);

function configFor({ allowPrivate = [], scansAtOnce, hostConcurrency }: LocalEngineOptions): Config {
  const given = readConfig(process.env, userDataDir(process.env));
  return {
    ...given,
    // One caller never gets all slots of a worker, so there is one more than wanted.
    scanConcurrency: scansAtOnce === undefined ? given.scanConcurrency : scansAtOnce + 1,
    hostConcurrency: hostConcurrency ?? given.hostConcurrency,
    allowedPrivateHosts: [given.allowedPrivateHosts, ...allowPrivate].filter(Boolean).join(','),
  };
}

async function runWithin<Result>(
  work: (call: CallTool, local: LocalEngine) => Promise<Result>,
  config: Config,
  { withWorkers = true, hostGapMs, pageLimit = Infinity }: LocalEngineOptions,
): Promise<Result> {
  const repositories = await openRepositories(config);
  try {
    const baseUrl = config.baseUrl ?? 'http://localhost';
    const log = createLog('error');
    const pageThreads = pageLimit <= FEW_PAGES ? 1 : MOST_PAGE_THREADS;
    const engine = await createEngine(repositories, config, baseUrl, log, { hostGapMs, pageThreads });
    try {
      const { id: accountId } = await repositories.accounts.operator();
      const caller: OperatorCaller = { kind: 'operator', accountId };
      if (withWorkers) await engine.startWorkers();
      const call: CallTool = async (tool, input, scanOptions, onProgress) => {
        const request = new AbortController();
        const given = {
          tool,
          input,
          caller,
          request,
          local: scanOptions,
          refusesUnknown: true,
          ...defined({ onProgress }),
        };
        return (await callForAnswer(engine.gate, given)).output;
      };
      return await work(call, { engine, caller, baseUrl, log });
    } finally {
      await engine.close();
    }
  } finally {
    await repositories.store.close();
  }
}
