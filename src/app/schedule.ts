import { setTimeout as delay } from 'node:timers/promises';
import { schedule } from 'node-cron';
import type { Accounts } from '../auth/accounts.ts';
import type { BotKeys } from '../auth/bot-signature/keys.ts';
import type { Log } from '../log.ts';
import type { Ledger } from '../payments/ledger.ts';
import type { McpScans } from '../scans/mcp-scans.ts';
import type { ResultReports } from '../scans/result-reports.ts';
import type { ScanRecord } from '../scans/scan-record.ts';
import type { Scans } from '../scans/scans.ts';
import type { McpRun } from '../scans/watches/mcp-runs.ts';
import { runWatches } from '../scans/watches/run-watches.ts';
import type { Watch, Watches } from '../scans/watches/watches.ts';
import type { Store } from '../store/store.ts';

const DAY_MS = 86_400_000;
/** Scans without an account are kept for 30 days. */
const UNOWNED_KEPT_MS = 30 * DAY_MS;
const REPORTS_KEPT_MS = 365 * DAY_MS;

/** What a run that is under way may take to end when the service stops. */
const ENDS_WITHIN_MS = 5000;

/** Running scans that the watchdog looks up in the queue at once: one by one, ten thousand take a minute and more. */
const LOOKED_AT_ONCE = 100;

export interface Schedule {
  /** Begins no run any more, and waits for those that are under way. */
  stop(): Promise<void>;
}

export interface ScheduleParts {
  readonly scans: Scans;
  readonly mcpScans: McpScans;
  readonly resultReports: Pick<ResultReports, 'sweep'>;
  readonly watches: Watches;
  readonly scanMcp: (watch: Watch) => Promise<McpRun>;
  readonly accounts: Pick<Accounts, 'get'>;
  readonly ledger: Ledger;
  readonly botKeys: Pick<BotKeys, 'tend'>;
  readonly store: Store;
  readonly log: Log;
}

/**
 * Scheduled work: the stuck-scan watchdog and the watched sites every minute; the sweep of expired data and the rotation of signing keys
 * every hour.
 */
export function startSchedule({
  scans,
  mcpScans,
  resultReports,
  watches,
  scanMcp,
  accounts,
  ledger,
  botKeys,
  store,
  log,
}: ScheduleParts): Schedule {
  const running = new Set<Promise<void>>();
  const guarded = (name: string, work: () => Promise<unknown>) => async () => {
    const run = work().then(
      () => {},
      (error: unknown) => log.error({ err: error, task: name }, 'a scheduled task failed'),
    );
    running.add(run);
    await run;
    running.delete(run);
  };
  const tasks = [
    schedule(
      '* * * * *',
      guarded('watchdog', () => requeueLostScans(scans, store, log)),
      { noOverlap: true },
    ),
    schedule(
      '* * * * *',
      guarded('watches', () => runWatches({ watches, scans, scanMcp, accounts, log })),
      { noOverlap: true },
    ),
    schedule(
      '17 * * * *',
      guarded('sweep', async () => {
        const before = Date.now() - UNOWNED_KEPT_MS;
        // Runs before the scans are removed, because a payment that can still be settled needs its result.
        const paymentsRemoved = await ledger.removeUnpaid(before);
        const scansRemoved = await scans.removeUnowned(before);
        const mcpScansRemoved = await mcpScans.removeUnowned(before);
        const reportsRemoved = await resultReports.sweep(Date.now() - REPORTS_KEPT_MS);
        log.info(
          { removed: await store.sweep(), scansRemoved, mcpScansRemoved, paymentsRemoved, reportsRemoved },
          'swept',
        );
      }),
      { noOverlap: true },
    ),
    schedule(
      '37 * * * *',
      guarded('bot-keys', () => botKeys.tend()),
      { noOverlap: true },
    ),
  ];
  return {
    async stop() {
      await Promise.all(tasks.map((task) => task.destroy()));
      // The store closes next, and a run that is under way would fail on it.
      await Promise.race([Promise.all(running), delay(ENDS_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

/**
 * Puts back into the queue every scan that is `running` but that the queue does not know: what a crash between the
 * two writes of a start leaves behind. A scan is never left running.
 *
 * @returns how many were put back
 */
export async function requeueLostScans(scans: Scans, store: Store, log: Log): Promise<number> {
  let lost = 0;
  const look = async (scan: ScanRecord) => {
    if (await store.jobs.has(scan.id)) return;
    log.warn({ scan: scan.id }, 'a running scan was not in the queue; queued again');
    await scans.requeue(scan);
    lost += 1;
  };
  const running = await scans.running();
  for (let at = 0; at < running.length; at += LOOKED_AT_ONCE)
    await Promise.all(running.slice(at, at + LOOKED_AT_ONCE).map(look));
  return lost;
}
