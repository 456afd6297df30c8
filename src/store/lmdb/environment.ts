import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, type Key, open } from 'lmdb';

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
  /** `binary` tables hold bytes, the others whatever msgpack can. */
  table<K extends Key, Value>(name: string, encoding?: 'msgpack' | 'binary'): Table<K, Value>;
  /**
   * Runs a synchronous action as one transaction, alone among all processes: while this process is too busy to run it,
   * the others wait with their writes. Resolves when it is committed and on disk; a throw rolls it back and rejects.
   */
  write<Result>(action: () => Result): Promise<Result>;
  /** Inside a write: a number above all that were drawn before, in any process. */
  nextNumber(): number;
  /** Rejects when the environment cannot be read. */
  ping(): Promise<void>;
  /** Ends once the writes under way have. */
  close(): Promise<void>;
}

const MAX_TABLES = 32;
const NUMBER = 'last';

/**
 * Opens or creates the environment in `directory`; what has to be created of the path and of its files is for its owner
 * only (0700, 0600).
 */
export async function openEnvironment(directory: string): Promise<Environment> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // LMDB would make them readable for everybody, signing keys and all, and there is no option; it takes empty ones.
  for (const name of ['data.mdb', 'lock.mdb']) await writeFile(join(directory, name), '', { flag: 'a', mode: 0o600 });
  const root = open({
    path: directory,
    maxDbs: MAX_TABLES,
    // With overlapping syncs (lmdb's default) the file was corrupted within seconds when one of three writing processes
    // was killed, again and again. Without them a commit is on disk before it is acknowledged, so that what was
    // acknowledged survives a loss of power too, as far as the disk keeps its word.
    overlappingSync: false,
    // With batching by turn, a commit that fails (a full disk) rejects a promise that nobody can reach, which ends the
    // process.
    eventTurnBatching: false,
  });
  const numbers = root.openDB<number, string>({ name: 'numbers' });
  let closed = false;

  return {
    table: (name, encoding = 'msgpack') => tableOf(root.openDB({ name, encoding })),
    async write(action) {
      if (closed) throw new Error('The store is closed.');
      // Not `transaction`, which keeps what was put before a throw.
      try {
        return await root.childTransaction(action);
      } catch (thrown) {
        throw await commitErrorOf(thrown);
      }
    },
    nextNumber() {
      const number = (numbers.get(NUMBER) ?? 0) + 1;
      void numbers.put(NUMBER, number);
      return number;
    },
    async ping() {
      numbers.get(NUMBER);
    },
    async close() {
      if (closed) return;
      closed = true;
      await root.close();
    },
  };
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
    // lmdb's types leave out what is in the statistics.
    size: () => (database.getStats() as { entryCount: number }).entryCount,
  };
}

/** lmdb hides why a commit failed in a promise that rejects with it; left alone, that ends the process. */
async function commitErrorOf(thrown: unknown): Promise<unknown> {
  if (!(thrown instanceof Error) || !('commitError' in thrown)) return thrown;
  try {
    await thrown.commitError;
    return thrown;
  } catch (cause) {
    return new Error('The store could not be written.', { cause });
  }
}

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
