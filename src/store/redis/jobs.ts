import { createNodeRedisClient, Queue, Worker } from 'bullmq';
import { JOB_TIMINGS, type JobTimings, startWorker } from '../job-worker.ts';
import type { Channel, JobRequest, Jobs, JobWorker } from '../store.ts';
import { type Connection, keyPart } from './connection.ts';
import { lowestOfBand, TAKE_ROUND } from './job-scripts.ts';
import { createJobSource } from './job-source.ts';

/** The queue, and the end of all workers that were started on it here. */
export interface ClosableJobs extends Jobs {
  close(): Promise<void>;
}

const QUEUE = 'queue';
const ADDED = 'jobs-added';
/** Kept apart from the names BullMQ gives to its own keys, such as `stalled`. */
const bullIdOf = (id: string) => `job-${keyPart(id)}`;
/** BullMQ gives up a job that stalls too often or fails; here `exhausted` decides. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** BullMQ keeps the jobs, their order, their locks and the watch over workers that died. */
export async function openJobs(
  connection: Connection,
  channel: Channel,
  prefix: string,
  timings: Partial<JobTimings> = {},
): Promise<ClosableJobs> {
  const { run, evaluate, client } = connection;
  const times = { ...JOB_TIMINGS, ...timings };
  const shared = createNodeRedisClient(client);
  ignoreErrors(shared);
  const duplicate = shared.duplicate.bind(shared);
  shared.duplicate = (...given) => ignoreErrors(duplicate(...given));
  // A hash tag, so that every key of the queue lies in one slot.
  const settings = { connection: shared, prefix: `{${prefix}:jobs}`, skipVersionCheck: true };
  const queue = new Queue<JobRequest>(QUEUE, { ...settings, streams: { events: { maxLen: 100 } } });
  // Affected calls reject by themselves.
  queue.on('error', () => undefined);
  await queue.waitUntilReady();
  const workers = new Set<JobWorker>();

  return {
    async add(request) {
      const jobId = bullIdOf(request.id);
      const lowest = lowestOfBand(request.priority);
      const owner = keyPart(request.owner);
      const keys = [queue.toKey('prioritized'), queue.toKey(`last-rounds-${lowest}`), queue.toKey(jobId)];
      const priority = Number(await evaluate(TAKE_ROUND, keys, [lowest, owner]));
      if (priority === 0) return;
      const { id, priority: wished } = request;
      const data = { id, priority: wished, owner: request.owner };
      await run(() => queue.add(owner, data, { jobId, priority, removeOnComplete: true, removeOnFail: true }));
      // Workers look by themselves every second.
      await channel.publish(ADDED, null).catch(() => undefined);
    },
    async remove(id) {
      await run(() => queue.remove(bullIdOf(id)));
    },
    async work(handlers, places) {
      const bull = new Worker<JobRequest>(QUEUE, null, {
        ...settings,
        autorun: false,
        skipLockRenewal: true,
        lockDuration: times.leaseMs,
        // A job is taken over by the second look that finds it without a lock.
        stalledInterval: times.heartbeatMs,
        maxStalledCount: NEVER,
      });
      bull.on('error', () => undefined);
      await bull.waitUntilReady();
      await bull.startStalledCheckTimer();
      const worker = startWorker(createJobSource(connection.patient, queue, bull), handlers, places, times);
      const stopListening = await channel.subscribe(ADDED, () => worker.wake());
      const whole = {
        async close() {
          await Promise.all([worker.close(), stopListening()]);
          await bull.close(true);
          workers.delete(whole);
        },
      };
      workers.add(whole);
      return whole;
    },
    async counts() {
      const counts = await run(() => queue.getJobCounts('wait', 'prioritized', 'delayed', 'active'));
      const of = (state: string) => counts[state] ?? 0;
      return { waiting: of('wait') + of('prioritized') + of('delayed'), running: of('active') };
    },
    has: async (id) => (await run((redis) => redis.exists(queue.toKey(bullIdOf(id))))) === 1,
    async close() {
      await Promise.all(Array.from(workers, (worker) => worker.close()));
      await queue.close();
    },
  };
}

/** Affected calls reject by themselves. BullMQ removes its listener on close; a later error would end the process. */
function ignoreErrors<Client extends Pick<ReturnType<typeof createNodeRedisClient>, 'on'>>(client: Client): Client {
  client.on('error', () => undefined);
  return client;
}
