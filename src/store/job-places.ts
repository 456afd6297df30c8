import type { JobFilter } from './job-source.ts';
import type { JobRequest, WorkerPlaces } from './store.ts';

/** A running job that makes room, and the jobs it makes room for. */
export interface Eviction<Running> {
  readonly evicted: Running;
  readonly filter: JobFilter;
}

/** Decides by the running jobs, in the order in which they began. */
export interface JobPlaces<Running> {
  /** Undefined when all places are taken. */
  vacancy(running: readonly Running[], isLent: boolean): JobFilter | undefined;
  /** The limited job that makes room for a job of a higher class; undefined while there is none, or a free place. */
  evictLimited(running: readonly Running[], isLent: boolean): Eviction<Running> | undefined;
  /** The job of an owner who has every place that makes room for another owner; undefined when there is no such owner. */
  evictOwner(running: readonly Running[]): Eviction<Running> | undefined;
}

const NONE_RESERVED = { places: 0, priority: 0 };
const NONE_LIMITED = { places: Number.POSITIVE_INFINITY, fromPriority: Number.POSITIVE_INFINITY };

export function createJobPlaces<Running extends { readonly taken: { readonly job: JobRequest } }>({
  concurrency,
  reserved = NONE_RESERVED,
  limited = NONE_LIMITED,
}: WorkerPlaces): JobPlaces<Running> {
  const priorityOf = ({ taken }: Running) => taken.job.priority;
  const isLimited = (each: Running) => priorityOf(each) >= limited.fromPriority;
  const unlimited = limited.fromPriority === Number.POSITIVE_INFINITY ? undefined : limited.fromPriority - 1;

  /** The running jobs that take none of the reserved places. */
  const inCommon = (running: readonly Running[]) => {
    const privileged = running.filter((each) => priorityOf(each) <= reserved.priority).slice(0, reserved.places);
    return running.filter((each) => !privileged.includes(each));
  };

  /** The owner of all of these jobs, when they take this many places. */
  const soleOwner = (jobs: readonly Running[], places: number): string | undefined => {
    if (concurrency === 1 || jobs.length < places) return undefined;
    const owners = new Set(jobs.map(({ taken }) => taken.job.owner));
    return owners.size === 1 ? owners.values().next().value : undefined;
  };

  return {
    vacancy(running, isLent) {
      const common = inCommon(running);
      if (common.length < concurrency) {
        return {
          exceptOwner: isLent ? undefined : soleOwner(common, concurrency - 1),
          upToPriority: running.filter(isLimited).length < limited.places ? undefined : unlimited,
        };
      }
      return running.length - common.length < reserved.places ? { upToPriority: reserved.priority } : undefined;
    },
    evictLimited(running, isLent) {
      const common = inCommon(running);
      const evicted = common.findLast(isLimited);
      if (common.length < concurrency || evicted === undefined) return undefined;
      const others = common.filter((each) => each !== evicted);
      const exceptOwner = isLent ? undefined : soleOwner(others, concurrency - 1);
      return { evicted, filter: { exceptOwner, upToPriority: unlimited } };
    },
    evictOwner(running) {
      const common = inCommon(running);
      const exceptOwner = soleOwner(common, concurrency);
      // The least important one, and of those the one begun last, which has the least to lose.
      const [evicted] = common.reverse().sort((a, b) => priorityOf(b) - priorityOf(a));
      if (exceptOwner === undefined || evicted === undefined) return undefined;
      // A job of a limited class never breaks off one of a higher class.
      return { evicted, filter: { exceptOwner, upToPriority: unlimited } };
    },
  };
}
