/** The jobs that a worker holds: their locks in Redis, and the steps that only the holder of a lock takes. */
import type { Job as BullJob, Queue } from 'bullmq';
import type { TakenJob } from '../job-source.ts';
import type { JobRequest } from '../store.ts';
import type { Calls } from './connection.ts';
import { RELEASE } from './job-scripts.ts';

/** Of the key of how far the last look for a job of another owner came. */
export const PASSED_OVER = 'passed-over';

interface Hold {
  readonly held: BullJob<JobRequest>;
  /** The value of BullMQ's lock on the job while this worker holds it. */
  readonly token: string;
}
/** A job of a worker, with its lock. */
export interface HeldJob extends TakenJob, Hold {}

/** What a worker does with the jobs that it holds. */
interface Holds {
  /** The key of the set of suspects. */
  readonly suspects: string;
  /** The key of how far the last look for a job of another owner came. */
  readonly passedOver: string;
  /** What the keys of what workers hold begin with; the name of the worker follows. */
  readonly heldBy: string;
  keyOf(hold: Hold): string;
  lockOf(hold: Hold): string;
  /** BullMQ refuses a step when another worker has the lock; the step then does nothing. */
  step(hold: Hold, action: () => Promise<unknown>): Promise<void>;
  /** Records that the job was not interrupted, before another worker can take it. */
  release(hold: Hold, how?: { readonly isUncounted?: boolean; readonly isFinished?: boolean }): Promise<unknown>;
  putBack(hold: Hold): Promise<void>;
  /** Puts the job back as it was before it was taken. */
  undoTake(hold: Hold): Promise<void>;
}

/** @param worker a name that no other worker has */
export function createHolds({ run, evaluate }: Calls, queue: Queue<JobRequest>, worker: string): Holds {
  const suspects = queue.toKey('suspects');
  const passedOver = queue.toKey(PASSED_OVER);
  const heldBy = queue.toKey('held-by-');

  const keyOf = ({ held }: Hold) => queue.toKey(held.id ?? '');
  const lockOf = (hold: Hold) => `${keyOf(hold)}:lock`;
  const isOurs = async (hold: Hold) => (await run((redis) => redis.get(lockOf(hold)))) === hold.token;
  const step: Holds['step'] = async (hold, action) => {
    try {
      await run(action);
    } catch (error) {
      if (await isOurs(hold)) throw error;
    }
  };
  const release: Holds['release'] = (hold, { isUncounted = false, isFinished = false } = {}) =>
    evaluate(
      RELEASE,
      [keyOf(hold), lockOf(hold), suspects, heldBy + worker, passedOver],
      [hold.token, hold.held.id ?? '', Number(isUncounted), Number(isFinished)],
    );
  const putBack = (hold: Hold) => step(hold, () => hold.held.moveToWait(hold.token));

  return {
    suspects,
    passedOver,
    heldBy,
    keyOf,
    lockOf,
    step,
    release,
    putBack,
    async undoTake(hold) {
      // Both are sent at once, and in this order: an answer that comes too late must not keep the job locked.
      await Promise.all([release(hold, { isUncounted: true }), putBack(hold)]);
    },
  };
}
