import type { Log } from '../log.ts';
import type { Store } from '../store/store.ts';
import type { Scans } from './scans.ts';

/**
 * Puts back into the queue every scan that is `running` but that the queue does not know: what a crash between the
 * two writes of a start leaves behind. A scan is never left running.
 *
 * @returns how many were put back
 */
export async function requeueLostScans(scans: Scans, store: Store, log: Log): Promise<number> {
  let lost = 0;
  for (const scan of await scans.running()) {
    if (!(await store.jobs.has(scan.id))) {
      log.warn({ scan: scan.id }, 'a running scan was not in the queue; queued again');
      await scans.requeue(scan);
      lost += 1;
    }
  }
  return lost;
}
