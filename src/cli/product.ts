import { OPERATIONS, type OperationId } from '../client/operations.ts';
import { createSend, notLegible } from '../client/send.ts';
import { ConfigError, ServiceError } from '../errors.ts';
import { ROUTES } from '../rest-facade/routes.ts';
import { TOOLS } from '../tools/registry.ts';
import { watchProgress } from '../transport/progress-client.ts';
import type { CallTool, LocalEngineOptions } from './local-engine.ts';
import { say } from './output.ts';
import type { HearScan } from './remote.ts';
import { serverAccess } from './server-access.ts';

/** The call that the API has for a tool, as the client sends it. */
function operationOf(tool: string): OperationId | undefined {
  const ids = ROUTES.flatMap((row) => (row.tool === tool ? row.operationId : []));
  return ids.find((id): id is OperationId => id in OPERATIONS);
}

/**
 * Runs `work` against the server that LEGIBLE_URL names, else with the product inside this process.
 * @param work given also how to hear of a scan, where a server has it
 */
export async function withProduct<Result>(
  work: (call: CallTool, hear?: HearScan) => Promise<Result>,
  local: LocalEngineOptions = {},
  signal?: AbortSignal,
): Promise<Result> {
  const server = serverAccess();
  if (server === undefined) {
    // The engine is most of the program, and the use of a server needs none of it.
    const { withLocalEngine } = await import('./local-engine.ts');
    return withLocalEngine((call) => work(call), local).catch((error) => withRemedy(error, local));
  }
  const { url: baseUrl, apiKey } = server;
  const send = createSend({
    baseUrl,
    apiKey,
    onRetry: ({ message }, delayMs) => say(`legible: ${message} Trying again in ${Math.ceil(delayMs / 1000)} s.`),
  });
  const call: CallTool = async (name, input) => {
    const [tool, operation] = [TOOLS.find((each) => each.name === name), operationOf(name)];
    if (tool === undefined || operation === undefined) throw new Error(`no operation for ${name}`);
    if (tool.access === 'key' && apiKey === undefined) {
      throw new ConfigError(`LEGIBLE_API_KEY: expected a key of ${baseUrl}, or LEGIBLE_URL unset to scan from here`);
    }
    const answer: unknown = await send(operation, input, signal);
    if (!tool.output.safeParse(answer).success) throw notLegible(baseUrl, 200);
    // Every answer of the API is an object.
    return answer as Record<string, unknown>;
  };
  if (apiKey === undefined) return work(call);
  return work(call, (scanId, onProgress) => watchProgress({ baseUrl, apiKey, scanId, signal, onProgress }));
}

/** Who scans from their own machine is the operator that the refusal speaks of. */
function withRemedy(error: unknown, { allowPrivate }: LocalEngineOptions): never {
  if (!(error instanceof ServiceError) || error.code !== 'blocked_address' || allowPrivate?.length !== 0) throw error;
  throw new ServiceError(
    'blocked_address',
    `${error.message} From this machine --allow-private permits it, but for link-local and metadata addresses.`,
  );
}
