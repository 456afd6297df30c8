import { OPERATIONS, type OperationId } from '../client/operations.ts';
import { createSend, notLegible, wait } from '../client/send.ts';
import { ConfigError, ServiceError } from '../errors.ts';
import { ROUTES } from '../rest-facade/routes.ts';
import type { LocalScanOptions } from '../scanner/model/scan.ts';
import { PRIVATE_SCANS } from '../scanner/net/submitted-url.ts';
import { Scan, StartScanResponse } from '../schema/scan.ts';
import { MAX_WAIT_SECONDS } from '../tools/find-scan.ts';
import { TOOLS } from '../tools/registry.ts';
import { watchProgress } from '../transport/progress-client.ts';
import type { CallTool, LocalEngineOptions } from './local-engine.ts';
import { say } from './output.ts';
import { serverAccess } from './server-access.ts';

/** The call that the API has for a tool, as the client sends it. */
function operationOf(tool: string): OperationId | undefined {
  const ids = ROUTES.flatMap((row) => (row.tool === tool ? row.operationId : []));
  return ids.find((id): id is OperationId => id in OPERATIONS);
}

/**
 * Runs `work` against the server that LEGIBLE_URL names, else with the product inside this process.
 * @param work given also how to hear of a scan, except from a server without a key
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
    const within = (call: CallTool) => work(call, (scanId, onProgress) => hearHere(call, scanId, onProgress, signal));
    return withLocalEngine(within, local).catch((error) => {
      throw withRemedy(error, local);
    });
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
    // After an interruption only short calls follow: a scan is cancelled, and read as far as it came.
    const until = signal?.aborted === true ? AbortSignal.timeout(LAST_CALL_MS) : signal;
    const answer: unknown = await send(operation, input, until);
    if (!tool.output.safeParse(answer).success) throw notLegible(baseUrl, 200);
    // Every answer of the API is an object.
    return answer as Record<string, unknown>;
  };
  if (apiKey === undefined) return work(call);
  return work(call, (scanId, onProgress) => watchProgress({ baseUrl, apiKey, scanId, signal, onProgress }));
}

/** What a call may take after the command was interrupted. */
const LAST_CALL_MS = 5_000;

/** A refused private host, with the option that permits it; every other error as it is. */
export function withRemedy(error: unknown, { allowPrivate }: { readonly allowPrivate?: readonly unknown[] }): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'blocked_address' || allowPrivate?.length !== 0) return error;
  return new ServiceError(
    'blocked_address',
    error.message.replace(PRIVATE_SCANS, 'From this machine --allow-private permits it.'),
  );
}

export interface FollowOptions {
  readonly url: string;
  /** A browser of the service looks at pages too. */
  readonly browser?: boolean | undefined;
  readonly pageLimit?: number | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly canonicalOrigin?: string | undefined;
  readonly checks?: readonly string[] | undefined;
  /** Within a day the same key answers the same scan. */
  readonly idempotencyKey?: string | undefined;
  /** Only where this process scans. */
  readonly local?: LocalScanOptions | undefined;
  /** Polling interval; default 300 ms, because it only loads this process. */
  readonly pollMs?: number;
  readonly signal?: AbortSignal | undefined;
  /** Waits for events of the scan: resolves when it has ended, or when no more events come and it must be polled. */
  readonly hear?: HearScan | undefined;
  /** Called with the scan as far as it came after it was cancelled because `signal` is aborted. */
  onCancelled?(scan: Scan): void;
  /** Called with the scan's progress, at every poll and every event. */
  onProgress?(progress: ScanProgress): void;
}

export interface ScanProgress {
  /** What the scan is doing; servers of earlier versions do not say. */
  readonly phase?: string | undefined;
  readonly percent?: number | undefined;
  readonly pagesScanned?: number;
  readonly pagesDiscovered?: number;
}
/** Rejects only when the command is aborted. */
export type HearScan = (scanId: string, onProgress: (progress: ScanProgress) => void) => Promise<void>;

/** Follows a scan of this process. */
async function hearHere(
  call: CallTool,
  id: string,
  onProgress: (progress: ScanProgress) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  // It may be aborted when nothing is awaited.
  aborted.catch(() => undefined);
  for (;;) {
    signal?.throwIfAborted();
    const input = { id, pages: 'none', waitSeconds: MAX_WAIT_SECONDS };
    const waiting = call('get_scan', input, undefined, ({ step: percent, message: phase }) =>
      onProgress({ phase, percent }),
    );
    const { status } = Scan.parse(await Promise.race([waiting, aborted]));
    if (status !== 'running') return;
  }
}

/** Why a scan has no grade and what to do, in one line. */
export function whyFailed({ siteChecks }: Pick<Scan, 'siteChecks'>): string {
  const { message, howToFix } = siteChecks.find(({ status }) => status === 'error') ?? {};
  return `${message ?? 'no page could be read.'} ${howToFix ?? ''}`.trimEnd();
}

/**
 * Starts a scan and waits until it has ended; answers it without its pages. When `signal` is aborted it cancels the scan
 * and rejects.
 */
export async function followScan(
  call: CallTool,
  { pollMs = 300, signal, hear, onProgress, onCancelled, local, ...input }: FollowOptions,
): Promise<Scan> {
  const { id } = StartScanResponse.parse(await call('start_scan', input, local));
  try {
    await hear?.(id, (progress) => onProgress?.(progress));
    for (;;) {
      const scan = Scan.parse(await call('get_scan', { id, pages: 'none' }));
      onProgress?.(scan);
      if (scan.status !== 'running') return scan;
      await wait(pollMs, signal);
    }
  } catch (error) {
    if (signal?.aborted === true) await cancel(call, id, onCancelled);
    throw error;
  }
}

/** The command ends either way, so a scan that cannot be cancelled any more is left alone. */
async function cancel(call: CallTool, id: string, onCancelled: FollowOptions['onCancelled']): Promise<void> {
  try {
    await call('cancel_scan', { id });
    onCancelled?.(Scan.parse(await call('get_scan', { id, pages: 'none' })));
  } catch {
    // It has ended, or the server does not answer.
  }
}
