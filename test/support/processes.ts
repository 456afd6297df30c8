/** Processes of this machine. */
import { readdirSync, readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;

const ids = (): string[] => readdirSync('/proc').filter((name) => /^\d+$/.test(name));

/** '' for a process that has ended. */
function fileOf(id: string, file: string): string {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** How many have a text in their command line. */
export const processesWith = (text: string): number =>
  ids().filter((id) => fileOf(id, 'cmdline').includes(text)).length;

/** A process, distinguished from a later one with its id. */
export interface ProcessKey {
  readonly id: string;
  readonly startedAt: string;
}

/** Those with a text in their command line, and all that descend from them. */
export function processTree(text: string): ProcessKey[] {
  // After the name, which may hold spaces: state, parent, ..., and the start as field 22 of proc(5).
  const all = ids().map((id) => {
    const fields = fileOf(id, 'stat').split(') ').at(-1)?.split(' ') ?? [];
    return { id, parent: fields[1] ?? '', startedAt: fields[19] ?? '' };
  });
  const found = new Set(all.filter(({ id }) => fileOf(id, 'cmdline').includes(text)).map(({ id }) => id));
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { id, parent } of all) if (found.has(parent)) found.add(id);
  }
  return all.filter(({ id }) => found.has(id)).map(({ id, startedAt }) => ({ id, startedAt }));
}

/** A process that has ended and waits for its parent counts as alive. */
export const isAlive = ({ id, startedAt }: ProcessKey): boolean => fileOf(id, 'stat').split(' ').includes(startedAt);

/** Memory that is resident for them alone, in bytes. */
export const residentBytes = (processes: readonly ProcessKey[]): number =>
  processes.reduce((sum, { id }) => {
    const [, resident = 0, shared = 0] = fileOf(id, 'statm').split(' ').map(Number);
    return sum + (resident - shared) * PAGE_BYTES;
  }, 0);
