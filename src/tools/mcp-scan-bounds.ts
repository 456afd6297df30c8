import { type Caller, subjectsOf } from '../auth/caller.ts';
import { ServiceError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { McpScanOutcome, McpScanRequest, RunMcpScan } from '../scanner/model/scan.ts';

/** MCP scans with the service's limits: on concurrent scans in all, and of one caller. */
export type BoundMcpScan = (request: McpScanRequest, caller: Caller) => Promise<McpScanOutcome>;

/**
 * Concurrent scans: each may hold 16 MiB of untrusted responses in memory. The last session to end is still graded in
 * time, because grading takes 50 ms unless the server is hostile.
 */
export const MAX_AT_ONCE = 24;
/** Without a key: the other half of the places is for callers with one. */
export const MAX_ANONYMOUS = MAX_AT_ONCE / 2;
/** For one key, address or bot, so that one of them cannot take all the places. */
export const MAX_EACH = 6;
const BUSY_SECONDS = 5;

/**
 * Wraps `run` with the limits and one log line a scan: host, outcome, duration, limits. No other part of a server's
 * response is logged.
 * @throws ServiceError `unavailable` above a limit, and when no time was left to grade
 */
export function boundMcpScans(run: RunMcpScan, log: Pick<Log, 'info'>, now = () => performance.now()): BoundMcpScan {
  let running = 0;
  let anonymous = 0;
  const bySubject = new Map<string, number>();
  const count = (caller: Caller, subjects: readonly string[], by: 1 | -1) => {
    running += by;
    if (caller.kind === 'address') anonymous += by;
    for (const subject of subjects) {
      const left = (bySubject.get(subject) ?? 0) + by;
      if (left === 0) bySubject.delete(subject);
      else bySubject.set(subject, left);
    }
  };
  return async (request, caller) => {
    const subjects = subjectsOf(caller);
    if (subjects.some((subject) => (bySubject.get(subject) ?? 0) >= MAX_EACH)) {
      throw busy(`You have ${MAX_EACH} MCP servers being scanned. Wait for one of them to be done.`);
    }
    if (running >= MAX_AT_ONCE) throw busy('Too many MCP servers are being scanned. Try again in a few seconds.');
    if (caller.kind === 'address' && anonymous >= MAX_ANONYMOUS) {
      throw busy('Too many MCP servers are being scanned without a key. Try again in a few seconds, or use a key.');
    }
    const startedAt = now();
    count(caller, subjects, 1);
    const write = (outcome: string, limitsHit: readonly string[] = []) =>
      log.info(
        { host: new URL(request.endpoint).host, outcome, durationMs: Math.round(now() - startedAt), limitsHit },
        'scan of an MCP server',
      );
    try {
      const outcome = await run(request);
      if (outcome.reached) write(outcome.status, outcome.limitsHit);
      else write(outcome.isOverload === true ? 'overload' : 'unreached');
      if (!outcome.reached && outcome.isOverload === true) {
        throw busy('Other scans used the capacity that this one needed. Try again in a few seconds.');
      }
      return outcome;
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) write(request.signal.aborted ? 'aborted' : 'error');
      throw thrown;
    } finally {
      count(caller, subjects, -1);
    }
  };
}

const busy = (message: string) => new ServiceError('unavailable', message, { retryAfterSeconds: BUSY_SECONDS });
