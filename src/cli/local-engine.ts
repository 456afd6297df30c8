import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type Config, readConfig, userDataDir } from '../app/config.ts';
import { createEngine, type Engine } from '../app/engine.ts';
import { openRepositories } from '../app/repositories.ts';
import type { OperatorCaller } from '../auth/caller.ts';
import { createLog, type Log } from '../log.ts';
import type { LocalScanOptions } from '../scanner/model/scan.ts';
import { callForAnswer } from '../tools/gate.ts';

/** Calls a tool with its input as MCP takes it; `local` only where the product runs inside this process. */
export type CallTool = (
  tool: string,
  input: Record<string, unknown>,
  local?: LocalScanOptions,
) => Promise<Record<string, unknown>>;

export interface LocalEngineOptions {
  /** Hosts (`host:port`) that may be scanned although private. */
  readonly allowPrivate?: readonly string[];
  /**
   * Whose data: by default the user's own, apart from any server's; `server`: those of the server in this folder;
   * `none`: a store that is gone at the end, so that nobody else works on its scans and nothing is left of one that
   * was broken off.
   */
  readonly data?: 'user' | 'server' | 'none';
  /** Scans at once; default as SCAN_CONCURRENCY says. */
  readonly scansAtOnce?: number;
  /** Whether this process scans what is started; default true. */
  readonly withWorkers?: boolean;
}

/** The product in this process, for what is more than calls. */
export interface LocalEngine {
  readonly engine: Engine;
  readonly caller: OperatorCaller;
  readonly baseUrl: string;
  readonly log: Log;
}

/** Runs `work` with the product inside this process: its own workers, the operator's account, no server. */
export async function withLocalEngine<Result>(
  work: (call: CallTool, local: LocalEngine) => Promise<Result>,
  options: LocalEngineOptions = {},
): Promise<Result> {
  if (options.data !== 'none') return runWithin(work, configFor(options), options);
  const folder = await mkdtemp(join(tmpdir(), 'legible-'));
  try {
    return await runWithin(work, { ...configFor(options), dataDir: folder, redisUrl: undefined }, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Where the command line keeps what is the user's own. */
export const ownDataDir = (): string => readConfig(process.env, userDataDir(process.env)).dataDir;

function configFor({ data, allowPrivate = [], scansAtOnce }: LocalEngineOptions): Config {
  const given = data === 'server' ? readConfig(process.env) : readConfig(process.env, userDataDir(process.env));
  return {
    ...given,
    // One owner never has every place of a worker: one more than are wanted.
    scanConcurrency: scansAtOnce === undefined ? given.scanConcurrency : scansAtOnce + 1,
    allowedPrivateHosts: [given.allowedPrivateHosts, ...allowPrivate].filter(Boolean).join(','),
  };
}

async function runWithin<Result>(
  work: (call: CallTool, local: LocalEngine) => Promise<Result>,
  config: Config,
  { withWorkers = true }: LocalEngineOptions,
): Promise<Result> {
  const repositories = await openRepositories(config);
  try {
    const baseUrl = config.baseUrl ?? 'http://localhost';
    const log = createLog('error');
    const engine = await createEngine(repositories, config, baseUrl, log);
    try {
      const { id: accountId } = await repositories.accounts.operator();
      const caller: OperatorCaller = { kind: 'operator', accountId };
      if (withWorkers) await engine.startWorkers();
      const call: CallTool = async (tool, input, scanOptions) => {
        const request = new AbortController();
        const given = { tool, input, caller, request, local: scanOptions, refusesUnknown: true };
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
