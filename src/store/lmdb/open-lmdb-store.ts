import { join } from 'node:path';
import type { JobTimings } from '../job-worker.ts';
import type { Store } from '../store.ts';
import { openChannel } from './channel.ts';
import { openClaims } from './claims.ts';
import { openDeadlines } from './deadlines.ts';
import { openDocuments } from './documents.ts';
import { openEnvironment } from './environment.ts';
import { openHistogram } from './histogram.ts';
import { openIndex } from './index.ts';
import { openJobs } from './jobs.ts';
import { openWindows } from './windows.ts';

export interface LmdbStoreOptions {
  /** Created for its owner only when it is not there. The store takes a folder of its own inside. */
  readonly dataDir: string;
  /** Shorter times for tests. */
  readonly jobTimings?: Partial<JobTimings>;
}

/** The embedded store: one directory, open in any number of processes of one machine at once. */
export async function openLmdbStore({ dataDir, jobTimings }: LmdbStoreOptions): Promise<Store> {
  const environment = await openEnvironment(join(dataDir, 'store'));
  const deadlines = openDeadlines(environment);
  const jobs = openJobs(environment, jobTimings);
  return {
    documents: openDocuments(environment, deadlines),
    claims: openClaims(environment, deadlines),
    windows: openWindows(environment, deadlines),
    index: openIndex(environment),
    histogram: openHistogram(environment),
    jobs,
    channel: openChannel(),
    turns: undefined,
    ping: () => environment.ping(),
    sweep: () => deadlines.sweep(),
    async close() {
      await jobs.close();
      await environment.close();
    },
  };
}
