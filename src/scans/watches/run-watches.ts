import type { Accounts } from '../../auth/accounts.ts';
import { defined } from '../../defined.ts';
import type { Log } from '../../log.ts';
import { SCAN_FAILURE } from '../../scanner/checks/define.ts';
import { regressionsSince, runStateOf } from '../../scanner/scoring/regressions.ts';
import type { ScanRecord } from '../scan-record.ts';
import { type Scans, scanIdFor } from '../scans.ts';
import { nextRunAt } from './cadence.ts';
import type { Watch, WatchEntry, Watches } from './watches.ts';

/** How soon to check again whether a running scan has ended. */
const LOOK_AGAIN_MS = 30_000;
const MAX_FAILURES = 3;
const MAX_ENTRIES = 50;
/** In one turn; the rest has its turn a minute later. */
const MOST_AT_ONCE = 500;

interface RunnerParts {
  readonly watches: Pick<Watches, 'due' | 'advance'>;
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
export async function runWatches({ watches, scans, accounts, log, now = Date.now }: RunnerParts): Promise<void> {
  for (const id of await watches.due(now(), MOST_AT_ONCE)) {
    await watches
      .advance(id, async (watch) =>
        watch.runningScanId === undefined
          ? beginRun(watch, { scans, accounts, now: now() })
          : endRun(watch, watch.runningScanId, { scans, now: now() }),
      )
      .catch((error: unknown) => log.error({ err: error, watch: id }, 'a watch could not be advanced'));
  }
}

async function beginRun(
  watch: Watch,
  { scans, accounts, now }: Pick<RunnerParts, 'scans' | 'accounts'> & { now: number },
): Promise<Step> {
  const { id, accountId, rootUrl, pageLimit, permit, nextAt } = watch;
  if (nextAt === undefined) return { watch, lookAt: undefined };
  if (nextAt > now) return { watch, lookAt: nextAt };
  const account = await accounts.get(accountId);
  if (account === undefined || account.plan === 'free') {
    return paused(watch, 'The plan of the account has no scheduled scans.');
  }
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
  // Its owner has deleted it.
  if (scan === undefined) return { watch: idle, lookAt: idle.nextAt };
  const checks = await scans.checks(scan.id);
  if (scan.score === undefined || checks.basis === undefined) {
    const reason = checks.site.find((record) => record.id === SCAN_FAILURE.id)?.message ?? 'The scan failed.';
    const failed = { ...idle, last: runOf(scan, now), failures: watch.failures + 1 };
    if (failed.failures >= MAX_FAILURES) return paused(failed, `${MAX_FAILURES} runs in a row failed. ${reason}`);
    return { watch: failed, lookAt: failed.nextAt };
  }
  const state = runStateOf(checks.basis, { score: scan.score.score, rubricVersion: scan.rubricVersion });
  const { shareToken } = scan;
  const entries =
    watch.graded === undefined ? [] : entriesSince(watch.graded, { scanId, shareToken, state, at: endOf(scan, now) });
  return {
    watch: {
      ...idle,
      last: runOf(scan, now),
      failures: 0,
      graded: { shareToken, state },
      entries: [...entries, ...watch.entries].slice(0, MAX_ENTRIES),
    },
    lookAt: idle.nextAt,
  };
}

/** The entry of a run, if it made something worse. */
function entriesSince(
  before: NonNullable<Watch['graded']>,
  { state, ...run }: NonNullable<Watch['graded']> & Pick<WatchEntry, 'scanId' | 'at'>,
): WatchEntry[] {
  const lines = regressionsSince(before.state, state);
  return lines.length === 0 ? [] : [{ ...run, comparedWith: before.shareToken, lines }];
}

function paused(watch: Watch, pausedBecause: string): Step {
  return { watch: { ...watch, nextAt: undefined, pausedBecause }, lookAt: undefined };
}

const endOf = ({ completedAt }: ScanRecord, now: number): string => completedAt ?? new Date(now).toISOString();

const runOf = (scan: ScanRecord, now: number) => ({
  scanId: scan.id,
  shareToken: scan.shareToken,
  endedAt: endOf(scan, now),
  ...defined({ score: scan.score?.score }),
});
