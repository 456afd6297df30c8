import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { JobTimings } from '../job-source.ts';
import { assertBucket, BUCKETS, type Channel, type Histogram, type Store } from '../store.ts';
import { openClaims } from './claims.ts';
import { openDocuments, openIndex } from './documents.ts';
import { type Environment, openDeadlines, openEnvironment, textKey } from './environment.ts';
import { JOB_TABLES, openJobs } from './jobs.ts';
import { openWindows } from './windows.ts';

interface LmdbStoreOptions {
  /** Created for its owner only when it is missing. The store uses a folder inside it. */
  readonly dataDir: string;
  /** Shorter times for tests. */
  readonly jobTimings?: Partial<JobTimings>;
}

/** The embedded store: one directory, open in any number of processes of one machine at once. */
export async function openLmdbStore({ dataDir, jobTimings }: LmdbStoreOptions): Promise<Store> {
  const environment = await openEnvironment(join(dataDir, 'store'));
  const deadlines = openDeadlines(environment);
  const jobs = openJobs(environment, JOB_TABLES.jobs, jobTimings);
  const browserJobs = openJobs(environment, JOB_TABLES.browserJobs, jobTimings);
  return {
    documents: openDocuments(environment, deadlines),
    claims: openClaims(environment, deadlines),
    windows: openWindows(environment, deadlines),
    index: openIndex(environment),
    histogram: openHistogram(environment),
    jobs,
    browserJobs,
    channel: openChannel(),
    permits: undefined,
    ping: () => environment.ping(),
    sweep: () => deadlines.sweep(),
    async close() {
      await Promise.all([jobs.close(), browserJobs.close()]);
      await environment.close();
    },
  };
}

/** Keeps topics apart from the names that an EventEmitter treats in its own way, such as `error`. */
const eventOf = (topic: string): string => `topic:${topic}`;

/**
 * Messages between the listeners of one process. The embedded store cannot wake other processes, so listeners there
 * must poll the documents.
 */
function openChannel(): Channel {
  const events = new EventEmitter().setMaxListeners(0);
  return {
    async publish(topic, message) {
      // Every listener gets its own copy, as it would from over the network.
      events.emit(eventOf(topic), JSON.stringify({ message }));
    },
    async subscribe(topic, listener) {
      const hear = (text: string) => {
        try {
          listener(JSON.parse(text).message);
        } catch (error) {
          process.emitWarning(`A listener of the store's channel threw: ${String(error)}`);
        }
      };
      events.on(eventOf(topic), hear);
      return async () => {
        events.off(eventOf(topic), hear);
      };
    },
  };
}

function openHistogram(environment: Environment): Histogram {
  const buckets = environment.table<[name: string, member: string], number>('histogram-members');
  const counts = environment.table<string, number[]>('histogram-counts');
  const countsOf = (name: string): number[] => counts.get(name) ?? new Array<number>(BUCKETS).fill(0);

  /** Inside a write: takes the member from its bucket, if it has one, and puts it into another, if there is one. */
  const move = (histogram: string, of: string, to: number | undefined) => {
    const name = textKey(histogram);
    const member = textKey(of);
    const from = buckets.get([name, member]);
    if (from === to) return;
    const next = countsOf(name).map((count, bucket) => count + Number(bucket === to) - Number(bucket === from));
    counts.put(name, next);
    if (to === undefined) buckets.remove([name, member]);
    else buckets.put([name, member], to);
  };

  return {
    set: async (name, member, bucket) => {
      assertBucket(bucket);
      await environment.write(() => move(name, member, bucket));
    },
    remove: (name, member) => environment.write(() => move(name, member, undefined)),
    async bucketOf(name, member) {
      return buckets.get([textKey(name), textKey(member)]);
    },
    async counts(name) {
      return countsOf(textKey(name));
    },
  };
}
