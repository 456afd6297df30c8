import process from 'node:process';
import type { OperatorCaller } from '../auth/caller.ts';
import { openBooks } from '../books.ts';
import { readConfig, userDataDir } from '../config.ts';
import { createEngine, type Engine } from '../engine.ts';
import { createLog, type Log } from '../log.ts';

/** Calls a tool as the operator, with its input as MCP takes it. */
export type CallTool = (tool: string, input: Record<string, unknown>) => Promise<Record<string, unknown>>;

export interface LocalEngineOptions {
  /** Hosts (`host:port`) that may be scanned although private. */
  readonly allowPrivate?: readonly string[];
  /** Whose data: by default the user's own, apart from any server's; else those of the server in this folder. */
  readonly onServerData?: boolean;
  /** Scans at once; default as SCAN_CONCURRENCY says. */
  readonly scansAtOnce?: number;
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
  { allowPrivate = [], onServerData = false, scansAtOnce }: LocalEngineOptions = {},
): Promise<Result> {
  const given = onServerData ? readConfig(process.env) : readConfig(process.env, userDataDir(process.env));
  const config = {
    ...given,
    // One owner never has every place of a worker: one more than are wanted.
    scanConcurrency: scansAtOnce === undefined ? given.scanConcurrency : scansAtOnce + 1,
    allowedPrivateHosts: [given.allowedPrivateHosts, ...allowPrivate].filter(Boolean).join(','),
  };
  const books = await openBooks(config);
  const baseUrl = config.baseUrl ?? 'http://localhost';
  const log = createLog('error');
  const engine = await createEngine(books, config, baseUrl, log);
  try {
    const { id: accountId } = await books.accounts.operator();
    const caller: OperatorCaller = { kind: 'operator', accountId };
    await engine.startWorkers();
    const call: CallTool = async (tool, input) => {
      const answer = await engine.gate.call({ tool, input, caller, signal: new AbortController().signal });
      if (answer.notModified) throw new Error('a call without a known version cannot be "not modified"');
      return answer.output;
    };
    return await work(call, { engine, caller, baseUrl, log });
  } finally {
    await engine.close();
    await books.store.close();
  }
}
