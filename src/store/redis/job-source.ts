import { randomUUID } from 'node:crypto';
import type { Job as BullJob, Queue, Worker } from 'bullmq';
import type { JobSource, TakenJob } from '../job-worker.ts';
import { type JobRequest, MAX_JOB_ATTEMPTS } from '../store.ts';
import type { Connection } from './connection.ts';
import { NOMINATE, UNCOUNT } from './job-turns.ts';
import { keyPart } from './keys.ts';

export interface HeldJob extends TakenJob {
  readonly held: BullJob<JobRequest>;
  /** What BullMQ's lock on the job holds while it is ours. */
  readonly token: string;
}

/** How far a worker looks for the job of another owner. */
const MOST_PASSED_OVER = 5_000;

/** Jobs taken one by one from BullMQ, whose own loop is not used: it neither hands back nor counts attempts as we do. */
export function createJobSource(
  { run, evaluate }: Connection,
  queue: Queue<JobRequest>,
  worker: Worker<JobRequest>,
): JobSource<HeldJob> {
  let lastFence = 0;

  const lockOf = (id: string) => `${queue.toKey(id)}:lock`;
  const isOurs = async ({ held, token }: HeldJob) => (await run((redis) => redis.get(lockOf(held.id ?? '')))) === token;
  /** A step that BullMQ refuses because the lock went to somebody else is none. */
  const step = async (taken: HeldJob, action: () => Promise<unknown>) => {
    try {
      await run(action);
    } catch (error) {
      if (await isOurs(taken)) throw error;
    }
  };
  const nominate = (except: string) =>
    evaluate(
      NOMINATE,
      ['wait', 'prioritized', 'delayed'].map((list) => queue.toKey(list)),
      [keyPart(except), queue.toKey(''), Date.now(), MOST_PASSED_OVER],
    );

  const source: JobSource<HeldJob> = {
    async take(_leaseMs, exceptOwner) {
      if (exceptOwner !== undefined && (await nominate(exceptOwner)) !== 1) return undefined;
      const token = randomUUID();
      const held: BullJob<JobRequest> | undefined = await run(() => worker.getNextJob(token, { block: false }));
      if (held === undefined) return undefined;
      const isExhausted = held.attemptsStarted > MAX_JOB_ATTEMPTS;
      const attempt = Math.min(held.attemptsStarted, MAX_JOB_ATTEMPTS);
      lastFence += 1;
      const taken = { job: { ...held.data, attempt }, fence: lastFence, isExhausted, held, token };
      // Another worker was quicker to take the job of somebody else.
      if (exceptOwner !== undefined && held.data.owner === exceptOwner) {
        await source.handBack(taken);
        return undefined;
      }
      return taken;
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
    finish: (taken) => step(taken, () => taken.held.moveToCompleted(null, taken.token, false)),
    retry: (taken, delayMs) => step(taken, () => taken.held.moveToDelayed(Date.now() + delayMs, taken.token)),
    async handBack(taken) {
      const key = queue.toKey(taken.held.id ?? '');
      // Before the job can be taken by another.
      await evaluate(UNCOUNT, [key, `${key}:lock`], [taken.token]);
      await step(taken, () => taken.held.moveToWait(taken.token));
    },
  };
  return source;
}
