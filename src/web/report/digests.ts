import type { PageSummary } from '../../scans/page-summary.ts';
import type { ScanRecord } from '../../scans/scan-record.ts';
import type { Scans } from '../../scans/scans.ts';
import { type Digest, digestOf } from './digest.ts';

/** One of 2,000 pages takes about a megabyte. */
const MAX_KEPT = 32;

/** What reports are made of, the last few that were read at hand. */
export interface Digests {
  of(scan: ScanRecord): Promise<Digest>;
}

export function createDigests(scans: Pick<Scans, 'checks' | 'pageSummary'>): Digests {
  const ofEnded = keepLatest<Digest>();
  const ofRunning = keepLatest<PageSummary>();
  return {
    async of(scan) {
      const { id, run, revision, chunkCount } = scan;
      if (scan.status !== 'running') {
        return ofEnded(`${id}:${revision}`, async () => digestOf(scan, scans, await scans.pageSummary(scan)));
      }
      // A scan that runs changes with every page, but what is kept of its pages only now and then.
      return digestOf(scan, scans, await ofRunning(`${id}:${run}:${chunkCount}`, () => scans.pageSummary(scan)));
    },
  };
}

/** Makes what it is asked for once, as long as it is among the latest. */
function keepLatest<Value>(): (key: string, make: () => Promise<Value>) => Promise<Value> {
  const kept = new Map<string, Promise<Value>>();
  return (key, make) => {
    const value = kept.get(key) ?? make();
    kept.delete(key);
    kept.set(key, value);
    // One that could not be made is made again for whoever asks next.
    value.catch(() => kept.delete(key));
    for (const [oldest] of kept) {
      if (kept.size <= MAX_KEPT) break;
      kept.delete(oldest);
    }
    return value;
  };
}
