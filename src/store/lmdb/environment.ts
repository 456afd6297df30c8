/** The tables of an LMDB directory, their writes, and the removal of rows that have outlived their time. */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type Database, type Key, open } from 'lmdb';
import { ServiceError } from '../../errors.ts';
import { requireKnownFormat, STORE_FORMAT } from '../store.ts';
import { requireRoomForNewStore, requireWholeFile } from './data-file.ts';

interface Range {
  /** First key; inclusive unless `exclusiveStart`. In reverse the highest. */
  readonly start?: Key;
  /** Exclusive. In reverse the lowest. */
  readonly end?: Key;
  readonly exclusiveStart?: boolean;
  readonly reverse?: boolean;
  readonly limit?: number;
}

/** A sorted table. `put` and `remove` belong inside a write; reads work anywhere and see a write's own changes. */
export interface Table<K extends Key, Value> {
  get(key: K): Value | undefined;
  put(key: K, value: Value): void;
  remove(key: K): void;
  /** Lazy: read to the end, or left by `break`, before anything is put or removed. */
  entries(range: Range): Iterable<{ key: K; value: Value }>;
  keys(range: Range): Iterable<K>;
  /** Rows in all, without walking them. */
  size(): number;
}

/** One LMDB directory, which any number of processes may have open at once. */
export interface Environment {
  /** `binary` tables hold bytes, the others any msgpack value. */
  table<K extends Key, Value>(name: string, encoding?: 'msgpack' | 'binary'): Table<K, Value>;
  /**
   * Runs a synchronous action as one transaction, alone among all processes: while this process is too busy to run it,
   * the others wait with their writes. Resolves when it is committed and on disk; a throw rolls it back and rejects.
   * Rejects with a ServiceError `unavailable`, and nothing is written, when the disk is full or fails.
   */
  write<Result>(action: () => Result): Promise<Result>;
  /** Inside a write: a number above all that were drawn before, in any process. */
  nextNumber(): number;
  /** Rejects when the environment cannot be read, or could not be written and still cannot. */
  ping(): Promise<void>;
  /** Ends once the writes under way have. */
  close(): Promise<void>;
}

const MAX_TABLES = 32;
const NUMBER = 'last';
const FORMAT = 'format';
const PROBE = 'probe';
/** What a scan writes at once: less may find room in pages that were freed, while nothing else does. */
const PROBE_BYTES = 32 * 1024;
const PROBE_EVERY_MS = 1_000;
const RETRY_AFTER_SECONDS = 30;

/**
 * Opens or creates the environment in `directory`; created folders and files are for their owner only (0700, 0600).
 * @throws UnusableStoreError for a damaged data file, and for data of a newer version; the error of a full file system
 */
export async function openEnvironment(directory: string): Promise<Environment> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // LMDB would make them readable for everybody, signing keys and all, and there is no option; it takes empty ones.
  for (const name of ['data.mdb', 'lock.mdb']) await writeFile(join(directory, name), '', { flag: 'a', mode: 0o600 });
  await requireWholeFile(directory);
  await requireRoomForNewStore(directory);
  const root = open({
    path: directory,
    maxDbs: MAX_TABLES,
    // Overlapping syncs (lmdb's default) corrupted the file within seconds when one of three writing processes was
    // killed repeatedly. Without them a commit is on disk before it is acknowledged, so it survives a power loss.
    overlappingSync: false,
    // With batching by event turn, a failed commit (a full disk) rejects an unreachable promise, which ends the
    // process.
    eventTurnBatching: false,
  });
  // A separate table for the environment's own data could not be created on a full disk.
  const numbers = root.openDB<number | string, string>({ name: 'numbers' });
  let closed = false;
  let isFailing = false;
  let probing: { readonly at: number; readonly answer: Promise<void> } | undefined;

  async function write<Result>(action: () => Result): Promise<Result> {
    if (closed) throw new Error('The store is closed.');
    // Not `transaction`, which commits the writes made before a throw.
    try {
      return await root.childTransaction(action);
    } catch (thrown) {
      const cause = await writeErrorOf(thrown);
      if (cause === undefined) throw thrown;
      isFailing = true;
      throw cannotWrite(cause);
    }
  }

  async function probe(): Promise<void> {
    await write(() => void numbers.put(PROBE, ' '.repeat(PROBE_BYTES)));
    isFailing = false;
  }

  const environment: Environment = {
    table: (name, encoding = 'msgpack') => tableOf(root.openDB({ name, encoding })),
    write,
    nextNumber() {
      const number = Number(numbers.get(NUMBER) ?? 0) + 1;
      void numbers.put(NUMBER, number);
      return number;
    },
    async ping() {
      numbers.get(NUMBER);
      if (!isFailing) return;
      // Seldom, however often it is asked: each is a write.
      if (probing === undefined || Date.now() - probing.at >= PROBE_EVERY_MS) {
        probing = { at: Date.now(), answer: probe() };
      }
      await probing.answer;
    },
    async close() {
      if (closed) return;
      closed = true;
      await root.close();
    },
  };
  try {
    await settleFormat(environment, numbers);
    return environment;
  } catch (error) {
    await environment.close();
    throw error;
  }
}

/** @throws UnusableStoreError */
async function settleFormat({ write }: Environment, numbers: Database<number | string, string>): Promise<void> {
  const stored = numbers.get(FORMAT);
  requireKnownFormat(stored);
  if (stored !== undefined) return;
  try {
    await write(() => void numbers.put(FORMAT, STORE_FORMAT));
  } catch (error) {
    // A full disk is no reason not to read; the next start writes it down.
    if (!(error instanceof ServiceError)) throw error;
  }
}

function tableOf<K extends Key, Value>(database: Database<Value, K>): Table<K, Value> {
  return {
    get: (key) => database.get(key),
    // Not answered: an action whose result is a promise would hold its transaction open until that settles.
    put(key, value) {
      void database.put(key, value);
    },
    remove(key) {
      void database.remove(key);
    },
    entries: (range) => database.getRange({ ...range }),
    keys: (range) => database.getKeys({ ...range }),
    // lmdb's types do not declare the statistics.
    size: () => (database.getStats() as { entryCount: number }).entryCount,
  };
}

/**
 * Why LMDB could not write; undefined when something else was thrown. It hides why a commit failed in a promise that ends
 * the process when it is left alone.
 */
async function writeErrorOf(thrown: unknown): Promise<unknown> {
  if (!(thrown instanceof Error)) return undefined;
  // A number of LMDB or of the system, before the commit.
  if ('code' in thrown && typeof thrown.code === 'number') return thrown;
  if (!('commitError' in thrown)) return undefined;
  try {
    await thrown.commitError;
    return thrown;
  } catch (cause) {
    return cause;
  }
}

const cannotWrite = (cause: unknown): ServiceError =>
  new ServiceError(
    'unavailable',
    `The store cannot be written just now, and nothing was stored. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS, cause },
  );

/** LMDB takes keys of 1,978 bytes; ours hold at most two texts besides numbers and short words. */
const MAX_TEXT_BYTES = 480;
export const HASHED = '#';
/** lmdb leaves control characters in long texts unescaped, and those separate the parts of a key. */
const PLAIN = /^[^\p{Cc}\p{Cs}]*$/u;

/** A text of any length and content as one part of a key: itself when it is short and plain, else its SHA-256. */
export function textKey(text: string): string {
  if (!text.startsWith(HASHED) && Buffer.byteLength(text) <= MAX_TEXT_BYTES && PLAIN.test(text)) return text;
  return HASHED + createHash('sha256').update(text, 'utf16le').digest('base64url');
}

/** As the last part of a key: behind every text and number. */
export const LAST = new Uint8Array([0xff]);

type RowKey = readonly string[];

/** How rows of one kind end. Both are called inside a write. */
interface Mortal {
  /** When the row may go, in ms since the epoch; undefined when it is gone or lasts. */
  endOf(row: RowKey): number | undefined;
  remove(row: RowKey): void;
}

/**
 * Finds rows that have outlived their time without walking those that have not: every mortal row has an entry here at
 * or before its end. An entry that comes due early moves to the end that its row has by then.
 */
export interface Deadlines {
  /** Names a kind of row; answers the function that, inside a write, enters one. */
  of(kind: string, mortal: Mortal): (at: number, ...row: RowKey) => void;
  /** Removes expired rows, and answers how many there were. */
  sweep(): Promise<number>;
}

/** Rows looked at in one write, which keeps other writers and the event loop waiting for a few milliseconds at most. */
const BATCH = 200;

export function openDeadlines(environment: Environment): Deadlines {
  const entries = environment.table<[number, string, ...RowKey], true>('deadlines');
  const mortals = new Map<string, Mortal>();

  const sweepBatch = () =>
    environment.write(() => {
      const now = Date.now();
      const due = [...entries.keys({ end: [now + 1], limit: BATCH })];
      let removed = 0;
      for (const entry of due) {
        const [, kind, ...row] = entry;
        const mortal = mortals.get(kind);
        const end = mortal?.endOf(row);
        entries.remove(entry);
        if (end === undefined) continue;
        if (end > now) entries.put([end, kind, ...row], true);
        else {
          mortal?.remove(row);
          removed += 1;
        }
      }
      return { removed, more: due.length === BATCH };
    });

  return {
    of(kind, mortal) {
      mortals.set(kind, mortal);
      return (at, ...row) => entries.put([at, kind, ...row], true);
    },
    async sweep() {
      let total = 0;
      for (;;) {
        const { removed, more } = await sweepBatch();
        total += removed;
        if (!more) return total;
        await setImmediate();
      }
    },
  };
}
