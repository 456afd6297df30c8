import { randomUUID } from 'node:crypto';
import type { Job as BullJob, Queue, Worker } from 'bullmq';
import type { JobFilter } from '../job-places.ts';
import type { JobSource, TakenJob } from '../job-worker.ts';
import { type JobRequest, MAX_JOB_ATTEMPTS } from '../store.ts';
import { type Calls, keyPart } from './connection.ts';
import { COUNT, highestOfBand, IS_LOST, IS_OTHER_KIND, NOMINATE, RELEASE } from './job-scripts.ts';

interface Hold {
  readonly held: BullJob<JobRequest>;
  /** The value of BullMQ's lock on the job while this worker holds it. */
  readonly token: string;
}
export interface HeldJob extends TakenJob, Hold {}

/** How far a worker looks for a job that it has a place for. */
const MOST_PASSED_OVER = 5_000;

/** Takes jobs one by one from BullMQ. Its own loop neither returns jobs nor counts attempts as the contract requires. */
export function createJobSource(
  { run, evaluate }: Calls,
  queue: Queue<JobRequest>,
  worker: Worker<JobRequest>,
): JobSource<HeldJob> {
  let lastFence = 0;
  /** Unlike the name of any other worker. */
  const name = randomUUID();
  const suspects = queue.toKey('suspects');
  const heldBy = queue.toKey('held-by-');

  const keyOf = ({ held }: Hold) => queue.toKey(held.id ?? '');
  const lockOf = (hold: Hold) => `${keyOf(hold)}:lock`;
  const isOurs = async (hold: Hold) => (await run((redis) => redis.get(lockOf(hold)))) === hold.token;
  /** BullMQ refuses a step when another worker has the lock; the step then does nothing. */
  const step = async (hold: Hold, action: () => Promise<unknown>) => {
    try {
      await run(action);
    } catch (error) {
      if (await isOurs(hold)) throw error;
    }
  };
  /** Records that the job was not interrupted, before another worker can take it. */
  const release = (hold: Hold, { isUncounted = false, isFinished = false } = {}) =>
    evaluate(
      RELEASE,
      [keyOf(hold), lockOf(hold), suspects, heldBy + name],
      [hold.token, hold.held.id ?? '', Number(isUncounted), Number(isFinished)],
    );
  const nominate = ({ isSuspect = false, exceptOwner, upToPriority }: JobFilter) =>
    evaluate(
      NOMINATE,
      [...['wait', 'prioritized', 'delayed'].map((list) => queue.toKey(list)), suspects],
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

  const putBack = (hold: Hold) => step(hold, () => hold.held.moveToWait(hold.token));
  /** Puts the job back as it was before it was taken. */
  async function undoTake(hold: Hold): Promise<void> {
    // Both are sent at once, and in this order: an answer that comes too late must not keep the job locked.
    await Promise.all([release(hold, { isUncounted: true }), putBack(hold)]);
  }

  /** BullMQ's next job with its attempt counted, if the filter lets it pass. */
  async function takeNext(filter: JobFilter, isLate: () => boolean): Promise<HeldJob | undefined> {
    const token = randomUUID();
    const held: BullJob<JobRequest> | undefined = await worker.getNextJob(token, { block: false });
    if (held === undefined) return undefined;
    const hold = { held, token };
    // The caller has given up, or another worker took the nominated job first.
    if (isLate() || !fits(held.data, filter)) {
      await putBack(hold);
      return undefined;
    }
    const [counted = IS_LOST, run = 0] = (await evaluate(
      COUNT,
      [keyOf(hold), lockOf(hold), suspects],
      [token, MAX_JOB_ATTEMPTS, name, heldBy, held.id ?? '', Number(filter.isSuspect ?? false)],
    ).catch(async (error: unknown) => {
      // Redis may have counted the attempt although its answer came too late.
      await undoTake(hold);
      throw error;
      // Two integers, as the script says.
    })) as number[];
    if (counted === IS_OTHER_KIND) await putBack(hold);
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
      await release(taken, { isFinished: true });
      await step(taken, () => taken.held.moveToCompleted(null, taken.token, false));
    },
    async retry(taken, delayMs) {
      await release(taken);
      await step(taken, () => taken.held.moveToDelayed(Date.now() + delayMs, taken.token));
    },
    handBack: undoTake,
  };
  return source;
}
