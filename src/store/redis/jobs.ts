/** The queue of jobs, which BullMQ keeps in Redis, and how a worker takes jobs from it. */
import { randomUUID } from 'node:crypto';
import { type Job as BullJob, createNodeRedisClient, Queue, Worker } from 'bullmq';
import { JOB_TIMINGS, type JobFilter, type JobSource, type JobTimings } from '../job-source.ts';
import { startWorker } from '../job-worker.ts';
import { type Channel, type JobRequest, type Jobs, type JobWorker, MAX_JOB_ATTEMPTS } from '../store.ts';
import { type Calls, type Connection, keyPart } from './connection.ts';
import { createHolds, type HeldJob, PASSED_OVER } from './held-jobs.ts';
import { COUNT, highestOfBand, IS_LOST, IS_OTHER_KIND, lowestOfBand, NOMINATE, TAKE_ROUND } from './job-scripts.ts';

/** The queue, and the end of all workers that were started on it here. */
interface ClosableJobs extends Jobs {
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
  const settings = { connection: shared, prefix: `{${prefix}}`, skipVersionCheck: true };
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
      const keys = [
        queue.toKey('prioritized'),
        queue.toKey(`last-rounds-${lowest}`),
        queue.toKey(jobId),
        queue.toKey(PASSED_OVER),
      ];
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

/** How many jobs one script call examines for a free worker: Redis blocks all other clients meanwhile. */
const MOST_PASSED_OVER = 1_000;

/** Takes jobs one by one from BullMQ. Its own loop neither returns jobs nor counts attempts as the contract requires. */
function createJobSource(
  { run, evaluate }: Calls,
  queue: Queue<JobRequest>,
  worker: Worker<JobRequest>,
): JobSource<HeldJob> {
  let lastFence = 0;
  /** Unlike the name of any other worker. */
  const name = randomUUID();
  const holds = createHolds({ run, evaluate }, queue, name);

  const nominate = ({ isSuspect = false, exceptOwner, upToPriority }: JobFilter) =>
    evaluate(
      NOMINATE,
      [...['wait', 'prioritized', 'delayed'].map((list) => queue.toKey(list)), holds.suspects, holds.passedOver],
      [
        exceptOwner === undefined ? '' : keyPart(exceptOwner),
        queue.toKey(''),
        Date.now(),
        MOST_PASSED_OVER,
        highestOfBand(upToPriority),
        Number(isSuspect),
      ],
    );
  const fits = ({ owner, priority }: JobRequest, { exceptOwner, upToPriority }: JobFilter) =>
    owner !== exceptOwner && highestOfBand(priority) <= highestOfBand(upToPriority);

  /** BullMQ's next job with its attempt counted, if the filter lets it pass. */
  async function takeNext(filter: JobFilter, isLate: () => boolean): Promise<HeldJob | undefined> {
    const token = randomUUID();
    const held: BullJob<JobRequest> | undefined = await worker.getNextJob(token, { block: false });
    if (held === undefined) return undefined;
    const hold = { held, token };
    // The caller has given up, or another worker took the nominated job first.
    if (isLate() || !fits(held.data, filter)) {
      await holds.putBack(hold);
      return undefined;
    }
    const [counted = IS_LOST, run = 0] = (await evaluate(
      COUNT,
      [holds.keyOf(hold), holds.lockOf(hold), holds.suspects],
      [token, MAX_JOB_ATTEMPTS, name, holds.heldBy, held.id ?? '', Number(filter.isSuspect ?? false)],
    ).catch(async (error: unknown) => {
      // Redis may have counted the attempt although its answer came too late.
      await holds.undoTake(hold);
      throw error;
      // Two integers, as the script says.
    })) as number[];
    if (counted === IS_OTHER_KIND) await holds.putBack(hold);
    if (counted < 0) return undefined;
    lastFence += 1;
    const isExhausted = counted === 0;
    const attempt = isExhausted ? MAX_JOB_ATTEMPTS : counted;
    return { ...hold, job: { ...held.data, attempt, run }, fence: lastFence, isExhausted };
  }

  const source: JobSource<HeldJob> = {
    async take(_leaseMs, filter) {
      if ((await nominate(filter)) !== 1) return undefined;
      let isLate = false;
      try {
        return await run(async () => {
          const taken = await takeNext(filter, () => isLate);
          // The job was taken, although the caller got an error.
          if (taken !== undefined && isLate) await source.handBack(taken);
          return taken;
        });
      } catch (error) {
        isLate = true;
        throw error;
      }
    },
    async renew(jobs, leaseMs) {
      const renewed = await Promise.all(
        jobs.map(({ held, token }) =>
          run(async () => {
            // Also 0 instead of an error when the lock is gone.
            return (await held.extendLock(token, leaseMs)) === 1;
          }),
        ),
      );
      return jobs.filter((_, at) => !renewed[at]);
    },
    async finish(taken) {
      await holds.release(taken, { isFinished: true });
      await holds.step(taken, () => taken.held.moveToCompleted(null, taken.token, false));
    },
    async retry(taken, delayMs) {
      await holds.release(taken);
      await holds.step(taken, () => taken.held.moveToDelayed(Date.now() + delayMs, taken.token));
    },
    handBack: holds.undoTake,
  };
  return source;
}
