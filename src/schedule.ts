import { schedule } from 'node-cron';
import type { Log } from './log.ts';
import type { Scans } from './scans/scans.ts';
import { requeueLostScans } from './scans/watchdog.ts';
import type { Store } from './store/store.ts';

export interface Schedule {
  stop(): Promise<void>;
}

/** What the service does on its own: the stuck-scan watchdog every minute, the sweep of what has expired every hour. */
export function startSchedule({ scans, store, log }: { scans: Scans; store: Store; log: Log }): Schedule {
  const guarded = (name: string, work: () => Promise<unknown>) => async () => {
    try {
      await work();
    } catch (error) {
      log.error({ err: error, task: name }, 'a scheduled task failed');
    }
  };
  const tasks = [
    schedule(
      '* * * * *',
      guarded('watchdog', () => requeueLostScans(scans, store, log)),
      { noOverlap: true },
    ),
    schedule(
      '17 * * * *',
      guarded('sweep', async () => log.info({ removed: await store.sweep() }, 'swept')),
      { noOverlap: true },
    ),
  ];
  return {
    async stop() {
      await Promise.all(tasks.map((task) => task.destroy()));
    },
  };
}
