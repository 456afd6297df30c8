import process from 'node:process';
import type { OperatorCaller } from '../auth/caller.ts';
import { openBooks } from '../books.ts';
import { readConfig, userDataDir } from '../config.ts';
import { createEngine } from '../engine.ts';
import { createLog } from '../log.ts';

/** Calls a tool as the operator, with its input as MCP takes it. */
export type CallTool = (tool: string, input: Record<string, unknown>) => Promise<Record<string, unknown>>;

/**
 * Runs `work` with the product inside this process: its own workers, the operator's account, no server.
 * @param allowPrivate hosts (`host:port`) that may be scanned although private
 */
export async function withLocalEngine<Result>(
  work: (call: CallTool) => Promise<Result>,
  { allowPrivate = [] }: { allowPrivate?: readonly string[] } = {},
): Promise<Result> {
  const given = readConfig(process.env, userDataDir(process.env));
  const config = {
    ...given,
    allowedPrivateHosts: [given.allowedPrivateHosts, ...allowPrivate].filter(Boolean).join(','),
  };
  const books = await openBooks(config);
  const engine = await createEngine(books, config, config.baseUrl ?? 'http://localhost', createLog('error'));
  try {
    const { id: accountId } = await books.accounts.operator();
    const caller: OperatorCaller = { kind: 'operator', accountId };
    await engine.startWorkers();
    return await work(async (tool, input) => {
      const answer = await engine.gate.call({ tool, input, caller, signal: new AbortController().signal });
      if (answer.notModified) throw new Error('a call without a known version cannot be "not modified"');
      return answer.output;
    });
  } finally {
    await engine.close();
    await books.store.close();
  }
}
