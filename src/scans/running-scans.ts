import type { ScanRecord } from './scan-record.ts';
import type { StoredScans } from './stored-scans.ts';

/** The list of scans that are not ended. */
export interface RunningScans {
  /** Puts a scan onto the list, before its record is written. */
  enter(scan: Pick<ScanRecord, 'id' | 'createdAt'>): Promise<void>;
  leave(id: string): Promise<void>;
  /**
   * For a stopped worker: after a long suspension its last write may overwrite the end that another worker wrote. Puts
   * a scan whose record says running back onto the list of running ones.
   */
  relist(id: string): Promise<void>;
  /** Scans that are not ended, oldest first. */
  running(): Promise<ScanRecord[]>;
  /** When the oldest of those was created whose first run is still to begin (ms since the epoch). */
  oldestWaitingAt(): Promise<number | undefined>;
}

const RUNNING = 'scans-running';
const MAX_RUNNING_LISTED = 10_000;
const READ_AT_ONCE = 500;
/** Those that run come first: more than all workers together are likely to run. */
const MAX_LOOKED_AT = 500;
const START_TAKES_AT_MOST_MS = 60_000;

export function createRunningScans({
  store: { index },
  records,
  now,
}: Pick<StoredScans, 'store' | 'records' | 'now'>): RunningScans {
  const enter = async ({ id, createdAt }: Pick<ScanRecord, 'id' | 'createdAt'>) => {
    await index.add(RUNNING, Date.parse(createdAt), id);
  };
  const leave = async (id: string) => {
    await index.remove(RUNNING, id);
  };
  return {
    enter,
    leave,
    async relist(id) {
      const scan = await records.get(id);
      if (scan?.status === 'running') await enter(scan);
    },
    async running() {
      const running: ScanRecord[] = [];
      const entries = await index.oldest(RUNNING, { limit: MAX_RUNNING_LISTED });
      for (let at = 0; at < entries.length; at += READ_AT_ONCE) {
        const some = entries.slice(at, at + READ_AT_ONCE);
        const found = await records.getMany<ScanRecord>(some.map(({ member }) => member));
        for (const [place, { member, score }] of some.entries()) {
          const scan = found[place];
          if (scan?.status === 'running') running.push(scan);
          // One without a record may be just being started.
          else if (scan !== undefined || score < now() - START_TAKES_AT_MOST_MS) await leave(member);
        }
      }
      return running;
    },
    async oldestWaitingAt() {
      for (const { member, score } of await index.oldest(RUNNING, { limit: MAX_LOOKED_AT })) {
        const scan = await records.get(member);
        if (scan?.status === 'running' && scan.run === 0) return score;
      }
      return undefined;
    },
  };
}
