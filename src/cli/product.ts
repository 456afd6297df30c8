import process from 'node:process';
import type { OperationId } from '../client/operations.ts';
import { createSend } from '../client/send.ts';
import { readServerAccess } from '../config.ts';
import { type CallTool, type LocalEngineOptions, withLocalEngine } from './local-engine.ts';
import { say } from './output.ts';

/** The calls that the API has for the tools. */
const OPERATION_OF: Readonly<Record<string, OperationId>> = {
  start_scan: 'startScan',
  get_scan: 'getScan',
  list_scans: 'listScans',
  explain_scan: 'explainScan',
  scan_mcp: 'scanMcp',
  ask: 'askWithBody',
};

/** Whether LEGIBLE_URL names a server that the commands use. */
export const usesServer = (): boolean => readServerAccess(process.env) !== undefined;

/** Runs `work` against the server that LEGIBLE_URL names, else with the product inside this process. */
export async function withProduct<Result>(
  work: (call: CallTool) => Promise<Result>,
  local: LocalEngineOptions = {},
  signal?: AbortSignal,
): Promise<Result> {
  const server = readServerAccess(process.env);
  if (server === undefined) return withLocalEngine(work, local);
  const send = createSend({
    baseUrl: server.url,
    apiKey: server.apiKey,
    onRetry: ({ message }, delayMs) => say(`legible: ${message} Trying again in ${Math.ceil(delayMs / 1000)} s.`),
  });
  return work(async (tool, input) => {
    const operation = OPERATION_OF[tool];
    if (operation === undefined) throw new Error(`no operation for ${tool}`);
    // Every answer of the API is an object.
    return (await send(operation, input, signal)) as unknown as Record<string, unknown>;
  });
}
