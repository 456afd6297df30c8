import type { ScanRecord } from '../../scans/scan-record.ts';
import type { Scans } from '../../scans/scans.ts';
import { type Digest, digestOf } from './digest.ts';

/** One of 2,000 pages takes about a megabyte. */
const MAX_KEPT = 32;

/** The digests of scans that have ended, the last few read of them at hand. */
export interface Digests {
  of(scan: ScanRecord): Promise<Digest>;
}

export function createDigests(scans: Pick<Scans, 'checks' | 'pages'>): Digests {
  const kept = new Map<string, Promise<Digest>>();
  return {
    of(scan) {
      const key = `${scan.id}:${scan.revision}`;
      const digest = kept.get(key) ?? digestOf(scan, scans);
      kept.delete(key);
      kept.set(key, digest);
      // One that could not be read is read again by whoever asks next.
      digest.catch(() => kept.delete(key));
      for (const [oldest] of kept) {
        if (kept.size <= MAX_KEPT) break;
        kept.delete(oldest);
      }
      return digest;
    },
  };
}
