import type { JobFilter } from '../job-source.ts';
import type { JobRequest } from '../store.ts';
import { type Environment, LAST, textKey } from './environment.ts';

type Place = Pick<JobRequest, 'priority' | 'owner'> & {
  /** Lower came first. */
  readonly place: number;
};

/** The scheduling order. Within a priority every owner has a queue of jobs, and the owners form a ring. */
export interface JobLines {
  /** Inside a write: puts a job into its owner's line, and an owner without a line at the end of the ring. */
  enter(id: string, place: Place): void;
  /** Inside a write: takes one job out of its line. */
  leave(place: Place): void;
  /**
   * Inside a write: removes the next job and moves its owner to the end of the ring. An owner that the filter skips
   * keeps its place.
   */
  next(filter: JobFilter): string | undefined;
  size(): number;
}

export function openJobLines(environment: Environment, queue: string): JobLines {
  const lines = environment.table<[priority: number, owner: string, place: number], string>(`${queue}-lines`);
  const ring = environment.table<[priority: number, turn: number], string>(`${queue}-ring`);
  const turns = environment.table<[priority: number, owner: string], number>(`${queue}-turns`);

  const firstOf = (priority: number, owner: string) => {
    const [first] = lines.entries({ start: [priority, owner], end: [priority, owner, LAST], limit: 1 });
    return first;
  };
  const joinRing = (priority: number, owner: string) => {
    const turn = environment.nextNumber();
    ring.put([priority, turn], owner);
    turns.put([priority, owner], turn);
  };
  const leaveRing = (priority: number, owner: string) => {
    const turn = turns.get([priority, owner]);
    if (turn === undefined) return;
    ring.remove([priority, turn]);
    turns.remove([priority, owner]);
  };

  const headOf = ({ exceptOwner, upToPriority }: JobFilter) => {
    const passedOver = exceptOwner === undefined ? undefined : textKey(exceptOwner);
    for (const entry of ring.entries(upToPriority === undefined ? {} : { end: [upToPriority, LAST] }))
      if (entry.value !== passedOver) return entry;
    return undefined;
  };

  return {
    enter(id, { priority, owner: name, place }) {
      const owner = textKey(name);
      lines.put([priority, owner, place], id);
      if (turns.get([priority, owner]) === undefined) joinRing(priority, owner);
    },
    leave({ priority, owner: name, place }) {
      const owner = textKey(name);
      lines.remove([priority, owner, place]);
      if (firstOf(priority, owner) === undefined) leaveRing(priority, owner);
    },
    next(filter) {
      const head = headOf(filter);
      if (head === undefined) return undefined;
      const { key, value: owner } = head;
      const [priority] = key;
      const first = firstOf(priority, owner);
      leaveRing(priority, owner);
      if (first === undefined) return undefined;
      lines.remove(first.key);
      if (firstOf(priority, owner) !== undefined) joinRing(priority, owner);
      return first.value;
    },
    size: () => lines.size(),
  };
}
