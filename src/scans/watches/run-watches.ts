import type { Accounts } from '../../auth/accounts.ts';
import { defined } from '../../basics/defined.ts';
import type { Log } from '../../log.ts';
import { SCAN_FAILURE } from '../../scanner/checks/define.ts';
import { regressionsSince, runStateOf } from '../../scanner/scoring/compare.ts';
import type { ScanRecord } from '../scan-record.ts';
import { type Scans, scanIdFor } from '../scans.ts';
import { afterMcpRun, type McpRun } from './mcp-runs.ts';
import { excessOf, nextRunAt, watchBudgetOf } from './schedule.ts';
import { type Watch, type WatchEntry, type Watches, withEntries } from './watches.ts';

/** How soon to check again whether a running scan has ended. */
const LOOK_AGAIN_MS = 30_000;
const MAX_FAILURES = 3;
/** In one turn; the rest has its turn a minute later. */
const MOST_AT_ONCE = 500;

interface RunnerParts {
  readonly watches: Pick<Watches, 'due' | 'advance' | 'list' | 'lockOf' | 'keepLock'>;
  /** Scans a watched MCP server and keeps the scan. */
  readonly scanMcp: (watch: Watch) => Promise<McpRun>;
  readonly scans: Pick<Scans, 'start' | 'byId' | 'checks'>;
  readonly accounts: Pick<Accounts, 'get'>;
  readonly log: Log;
  now?(): number;
}

type Step = Awaited<ReturnType<Parameters<Watches['advance']>[1]>>;

/**
 * Begins the runs that are due and reads the ends of those that ran. Every process may call it at the same time: each run
 * begins once.
 */
export async function runWatches({
  watches,
  scans,
  scanMcp,
  accounts,
  log,
  now = Date.now,
}: RunnerParts): Promise<void> {
  const report = (id: string) => (error: unknown) => log.error({ err: error, watch: id }, 'a watch was not advanced');
  const begun: Watch[] = [];
  for (const id of await watches.due(now(), MOST_AT_ONCE)) {
    const advance = async (watch: Watch): Promise<Step> => {
      const step =
        watch.kind === 'mcp'
          ? beginMcpRun(watch, { watches, accounts, now: now(), isFull: begun.length >= MOST_MCP_RUNS }, begun)
          : watch.runningScanId === undefined
            ? beginRun(watch, { watches, scans, accounts, now: now() })
            : endRun(watch, watch.runningScanId, { scans, now: now() });
      // Tried each minute, it would keep the others from their turn.
      return step.catch((error: unknown) => {
        report(id)(error);
        return failed(watch, 'This service could not carry them out.', now());
      });
    };
    await watches.advance(id, advance).catch(report(id));
  }
  const next = begun.values();
  // Apart from the locks, because a server may take half a minute.
  const work = async () => {
    for (const watch of next) await carryOutMcpRun(watch, { watches, scanMcp, now }).catch(report(watch.id));
  };
  await Promise.all(Array.from({ length: MCP_RUNS_AT_ONCE }, work));
}

/** In one turn of one process; the rest has its turn a minute later. */
const MOST_MCP_RUNS = 40;
const MCP_RUNS_AT_ONCE = 4;
/** A scan takes 30 seconds at most; that of a process that died is begun again afterwards. */
const MCP_RUN_MS = 20 * 60_000;

/** Marks the run of an MCP server as begun; who marked it carries it out. */
async function beginMcpRun(
  watch: Watch,
  {
    watches,
    accounts,
    now,
    isFull,
  }: Pick<RunnerParts, 'watches' | 'accounts'> & { readonly now: number; readonly isFull: boolean },
  begun: Watch[],
): Promise<Step> {
  const { nextAt, mcpRunUntil } = watch;
  if (nextAt === undefined) return { watch, lookAt: undefined };
  const isLost = mcpRunUntil !== undefined && mcpRunUntil <= now;
  if (mcpRunUntil !== undefined && !isLost) return { watch, lookAt: mcpRunUntil };
  if (!isLost && nextAt > now) return { watch, lookAt: nextAt };
  if (isFull) return { watch, lookAt: now };
  const excess = await excessNow(watch.accountId, { watches, accounts });
  if (excess !== undefined) return paused(watch, excess, now);
  const running: Watch = {
    ...watch,
    mcpRunUntil: now + MCP_RUN_MS,
    nextAt: nextAt > now ? nextAt : nextRunAt(watch, nextAt, now),
  };
  begun.push(running);
  return { watch: running, lookAt: now + MCP_RUN_MS };
}

async function carryOutMcpRun(
  begun: Watch,
  { watches, scanMcp, now }: Pick<RunnerParts, 'watches' | 'scanMcp'> & { now(): number },
): Promise<void> {
  const run = await scanMcp(begun).catch(
    (): McpRun => ({ reached: false, message: 'This service could not carry them out.' }),
  );
  await watches.advance(begun.id, async (current) => {
    // Begun again meanwhile, by another process.
    if (current.mcpRunUntil !== begun.mcpRunUntil) return { watch: current, lookAt: current.nextAt };
    const { mcpRunUntil: _, ...idle } = current;
    if (!run.reached) return failed(idle, run.message, now());
    const at = new Date(now()).toISOString();
    const { watch, lock } = afterMcpRun(idle, run, await watches.lockOf(begun.id), at);
    if (lock !== undefined) await watches.keepLock(begun.id, lock);
    return { watch, lookAt: watch.nextAt };
  });
}

async function excessNow(
  accountId: string,
  { watches, accounts }: Pick<RunnerParts, 'watches' | 'accounts'>,
): Promise<string | undefined> {
  const account = await accounts.get(accountId);
  return excessOf(await watches.list(accountId), watchBudgetOf(account?.plan ?? 'free'));
}

async function beginRun(
  watch: Watch,
  { watches, scans, accounts, now }: Pick<RunnerParts, 'watches' | 'scans' | 'accounts'> & { now: number },
): Promise<Step> {
  const { id, accountId, rootUrl, pageLimit, permit, nextAt } = watch;
  if (nextAt === undefined) return { watch, lookAt: undefined };
  if (nextAt > now) return { watch, lookAt: nextAt };
  const excess = await excessNow(accountId, { watches, accounts });
  if (excess !== undefined) return paused(watch, excess, now);
  // Named after the time at which it was due: a process that died here begins no second scan.
  const scan = await scans.start({
    id: scanIdFor(`${id} ${nextAt}`),
    accountId,
    rootUrl,
    pageLimit,
    ...defined({ permit }),
  });
  return {
    watch: { ...watch, runningScanId: scan.id, nextAt: nextRunAt(watch, nextAt, now) },
    lookAt: now + LOOK_AGAIN_MS,
  };
}

async function endRun(
  watch: Watch,
  scanId: string,
  { scans, now }: Pick<RunnerParts, 'scans'> & { now: number },
): Promise<Step> {
  const scan = await scans.byId(scanId);
  if (scan?.status === 'running') return { watch, lookAt: now + LOOK_AGAIN_MS };
  const { runningScanId: _, ...idle } = watch;
  // Its owner has deleted or cancelled it.
  if (scan === undefined || scan.isCancelled === true) return { watch: idle, lookAt: idle.nextAt };
  const checks = await scans.checks(scan.id);
  if (scan.score === undefined || checks.basis === undefined) {
    const reason = checks.site.find((record) => record.id === SCAN_FAILURE.id)?.message ?? 'The scan failed.';
    return failed({ ...idle, last: runOf(scan, now) }, reason, now);
  }
  const { lastFailure: __, ...well } = idle;
  const state = runStateOf(checks.basis, { score: scan.score.score, rubricVersion: scan.rubricVersion });
  const { shareToken, pageLimit } = scan;
  const entries =
    watch.graded?.pageLimit === pageLimit
      ? entriesSince(watch.graded, { scanId, shareToken, state, at: endOf(scan, now) })
      : [];
  return {
    watch: {
      ...well,
      last: runOf(scan, now),
      failures: 0,
      graded: { shareToken, pageLimit, state },
      entries: withEntries(watch, entries),
    },
    lookAt: idle.nextAt,
  };
}

/** The entry of a run, if it made something worse. */
function entriesSince(
  before: NonNullable<Watch['graded']>,
  { state, ...run }: Pick<NonNullable<Watch['graded']>, 'state'> & Pick<WatchEntry, 'scanId' | 'shareToken' | 'at'>,
): WatchEntry[] {
  const lines = regressionsSince(before.state, state);
  return lines.length === 0 ? [] : [{ ...run, comparedWith: before.shareToken, lines }];
}

function paused(watch: Watch, pausedBecause: string, now: number): Step {
  const pausedAt = new Date(now).toISOString();
  return { watch: { ...watch, nextAt: undefined, pausedBecause, pausedAt }, lookAt: undefined };
}

/** The run that was due has failed. @param reason in trusted text */
function failed({ runningScanId, ...watch }: Watch, reason: string, now: number): Step {
  const failures = watch.failures + 1;
  const lastFailure = { at: new Date(now).toISOString(), reason };
  if (failures >= MAX_FAILURES) {
    return paused({ ...watch, failures, lastFailure }, `${MAX_FAILURES} runs in a row failed. ${reason}`, now);
  }
  const { nextAt: due } = watch;
  const nextAt = due === undefined || due > now ? due : nextRunAt(watch, due, now);
  return { watch: { ...watch, failures, lastFailure, nextAt }, lookAt: nextAt };
}

const endOf = ({ completedAt }: ScanRecord, now: number): string => completedAt ?? new Date(now).toISOString();

const runOf = (scan: ScanRecord, now: number) => ({
  scanId: scan.id,
  shareToken: scan.shareToken,
  endedAt: endOf(scan, now),
  ...defined({ score: scan.score?.score }),
});
