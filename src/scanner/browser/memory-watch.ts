/**
 * Ends pages that fill the machine. The browser bounds the heap of scripts alone: typed arrays, pictures and texts are outside
 * of it. Linux only, where /proc says what each process holds.
 */

import { readdir, readFile } from 'node:fs/promises';

/** Of one process of the browser: far more than a page that people can use. */
const MAX_BYTES = 700_000_000;
/** A page writes some 200 MB in that time. */
const EVERY_MS = 150;
const MEMORY_PAGE_BYTES = 4096;

/** Watches all processes that descend from one, until the function that it answers is called. */
export function watchMemory(browserId: number): () => void {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const ours = new Set([browserId]);
  const known = new Set([browserId]);
  const look = async (): Promise<void> => {
    await addDescendants(ours, known);
    for (const id of ours) {
      if (isOver) return;
      if (id !== browserId && (await ownBytes(id)) > MAX_BYTES) end(id);
    }
    timer = setTimeout(again, EVERY_MS);
    timer.unref();
  };
  // Without /proc there is nothing to see.
  const again = () => void look().catch(() => undefined);
  again();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

async function addDescendants(ours: Set<number>, known: Set<number>): Promise<void> {
  const ids = (await readdir('/proc')).map(Number).filter((id) => id > 0);
  // Parents are older, so nearly always before their children.
  for (const id of ids.sort((a, b) => a - b)) {
    if (known.has(id)) continue;
    known.add(id);
    if (ours.has(await parentOf(id))) ours.add(id);
  }
  const there = new Set(ids);
  for (const id of known) {
    if (there.has(id)) continue;
    known.delete(id);
    ours.delete(id);
  }
}

/** proc(5): the name, which may hold anything, ends with the last bracket; the state and the parent follow. */
async function parentOf(id: number): Promise<number> {
  const stat = await readFile(`/proc/${id}/stat`, 'latin1').catch(() => '');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ', 2)[1] ?? 0);
}

/** Resident, and shared with no other process. */
async function ownBytes(id: number): Promise<number> {
  const statm = await readFile(`/proc/${id}/statm`, 'latin1').catch(() => '');
  const [, resident = 0, shared = 0] = statm.split(' ').map(Number);
  return (resident - shared) * MEMORY_PAGE_BYTES;
}

function end(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
}
