import type { Store } from '../store/store.ts';

/** How long a completed scan counts as recent. */
const RECENT_MS = 3_600_000;

/** The latest completed scan of each host, for an hour. */
export interface RecentScans {
  /** @param hosts as submitted and after redirects, with the port where it is not the default */
  note(hosts: readonly string[], id: string): Promise<void>;
  /** The id of the scan. */
  of(host: string): Promise<string | undefined>;
}

export function createRecentScans(store: Pick<Store, 'documents'>): RecentScans {
  const latest = store.documents<string>('recent-scan-of-host');
  return {
    async note(hosts, id) {
      await Promise.all([...new Set(hosts)].map((host) => latest.set(host, id, RECENT_MS)));
    },
    of: (host) => latest.get(host),
  };
}
