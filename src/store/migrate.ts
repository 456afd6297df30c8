/** Copies an embedded store into Redis: reads every row of LMDB, and writes it in the format of Redis. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Key } from 'lmdb';
import { defined } from '../basics/defined.ts';
import { ServiceError } from '../errors.ts';
import type { Claim } from './lmdb/claims.ts';
import type { DocumentRow } from './lmdb/documents.ts';
import { type Environment, HASHED as HASHED_IN_LMDB, openEnvironment, type Table } from './lmdb/environment.ts';
import type { JobRow } from './lmdb/job-rows.ts';
import { JOB_TABLES } from './lmdb/jobs.ts';
import { readLog } from './lmdb/windows.ts';
import { type Connection, HASHED as HASHED_IN_REDIS, keyPart, openConnection } from './redis/connection.ts';
import { openHistogram } from './redis/documents.ts';
import { openRedisStore, settleFormat } from './redis/open.ts';
import type { JobRequest } from './store.ts';

interface Migration {
  readonly dataDir: string;
  readonly redisUrl: string;
  /** Prefix of the keys in Redis; default that of the service. */
  readonly prefix?: string;
}
/** The number of written rows by kind. */
export type Migrated = Readonly<Record<StoredRow['kind'], number>>;

/** Rows on their way at once. */
const BATCH = 200;

/**
 * Copies an embedded store into Redis: documents, lists, histograms, finished claims, windows that still count, and
 * the jobs that have not ended, each with all of its attempts. No process may use either store meanwhile. A copy that
 * broke off is done again from the start by calling this again; nothing is taken from the embedded store.
 * @throws ServiceError `invalid_request` when there is no embedded store, a worker is at work on it, or Redis holds data
 * that are not such a copy; `unavailable` when Redis cannot be reached; UnusableStoreError for either store that is damaged or
 * newer than this code
 */
export async function migrateToRedis({ dataDir, redisUrl, prefix = 'legible' }: Migration): Promise<Migrated> {
  const directory = join(dataDir, 'store');
  if (!existsSync(directory)) throw new ServiceError('invalid_request', 'There is no embedded store in DATA_DIR.');
  const environment = await openEnvironment(directory);
  const connection = await openConnection(redisUrl);
  // Not below the prefix: all that is there counts as taken.
  const mark = `${prefix}-migration`;
  try {
    await settleFormat(connection, prefix);
    if (isAtWork(environment)) {
      throw new ServiceError(
        'invalid_request',
        'A worker is scanning on the embedded store. Stop every process on it, wait 15 seconds and try again.',
      );
    }
    const isResumed = (await connection.run((redis) => redis.exists(mark))) === 1;
    if (!isResumed && (await holdsKeys(connection, prefix))) {
      throw new ServiceError(
        'invalid_request',
        'There are data of Legible in this Redis already. Use another Redis, or another database of it.',
      );
    }
    await connection.run((redis) => redis.set(mark, 'copying'));
    const { count, jobs } = await copyRows(storedRows(environment), rowWriter(connection, prefix));
    await addJobs(jobs, { url: redisUrl, prefix });
    await connection.run((redis) => redis.del(mark));
    return count;
  } finally {
    await connection.close();
    await environment.close();
  }
}

async function holdsKeys({ client }: Connection, prefix: string): Promise<boolean> {
  for await (const keys of client.scanIterator({ MATCH: `${prefix}:*`, COUNT: 1000 })) if (keys.length > 0) return true;
  return false;
}

async function copyRows(
  rows: Iterable<StoredRow>,
  write: ReturnType<typeof rowWriter>,
): Promise<{ count: Migrated; jobs: QueuedRow[] }> {
  const count = { document: 0, claim: 0, window: 0, entry: 0, bucket: 0, job: 0 };
  const jobs: QueuedRow[] = [];
  let batch: Promise<unknown>[] = [];
  for (const row of rows) {
    count[row.kind] += 1;
    if (row.kind === 'job') {
      jobs.push(row);
      continue;
    }
    batch.push(write(row));
    if (batch.length < BATCH) continue;
    await Promise.all(batch);
    batch = [];
  }
  await Promise.all(batch);
  return { count, jobs };
}

/** In order, for the queue keeps it. */
async function addJobs(jobs: readonly QueuedRow[], target: { url: string; prefix: string }): Promise<void> {
  const store = await openRedisStore(target);
  try {
    for (const { queue, job } of jobs) await store[queue].add(job);
  } finally {
    await store.close();
  }
}

type CopiedRow = Exclude<StoredRow, { kind: 'job' }>;

const partOf = (key: KeyText): string => ('text' in key ? keyPart(key.text) : HASHED_IN_REDIS + key.sha256);

/** Writes rows of another store in the format of Redis. Writing one again changes nothing. */
function rowWriter(connection: Connection, prefix: string): (row: CopiedRow) => Promise<unknown> {
  const { run } = connection;
  const histogram = openHistogram(connection, prefix);
  return (row) => {
    switch (row.kind) {
      case 'document': {
        const key = `${prefix}:document:${partOf(row.name)}:${row.id}`;
        const ends = row.expiresAt === undefined ? {} : { PXAT: Math.ceil(row.expiresAt) };
        return run((redis) => redis.set(key, row.text, ends));
      }
      case 'claim': {
        const key = `${prefix}:claim:${partOf(row.key)}`;
        const { fence, note, until, outcome } = row;
        const fields = { fence, note, until, outcome };
        return run((redis) => redis.multi().hSet(key, fields).pExpireAt(key, Math.ceil(until)).exec());
      }
      case 'window': {
        const key = `${prefix}:window:${partOf(row.subject)}`;
        const draws = row.times.map((score, at) => ({ score, value: String(at + 1).padStart(16, '0') }));
        const members = [{ score: -row.horizonMs, value: 'horizon' }, ...draws];
        const keepMs = Math.ceil(row.horizonMs);
        return run((redis) => redis.multi().del(key).zAdd(key, members).pExpire(key, keepMs).exec());
      }
      case 'entry': {
        const key = `${prefix}:index:${partOf(row.list)}`;
        return run((redis) => redis.zAdd(key, { score: row.score, value: row.member }));
      }
      case 'bucket':
        return histogram.set(row.histogram, row.member, row.bucket);
    }
  };
}

/**
 * A text that became part of a key. One that the driver found too long or too odd is known by its SHA-256 only
 * (base64url, of its UTF-16LE bytes).
 */
type KeyText = { readonly text: string } | { readonly sha256: string };

/** One row of a store, as another driver can write it. Times in ms since the epoch. */
type StoredRow =
  | {
      readonly kind: 'document';
      readonly name: KeyText;
      readonly id: string;
      readonly text: string;
      expiresAt?: number;
    }
  | {
      readonly kind: 'claim';
      readonly key: KeyText;
      readonly fence: number;
      readonly note: string;
      readonly until: number;
      /** `{ value }` as JSON. */
      readonly outcome: string;
    }
  | {
      readonly kind: 'window';
      readonly subject: KeyText;
      readonly horizonMs: number;
      readonly times: readonly number[];
    }
  | { readonly kind: 'entry'; readonly list: KeyText; readonly score: number; readonly member: string }
  | { readonly kind: 'bucket'; readonly histogram: string; readonly member: string; readonly bucket: number }
  | QueuedRow;

/** A job with the queue of the store that it waits in. */
interface QueuedRow {
  readonly kind: 'job';
  readonly queue: 'jobs' | 'browserJobs';
  readonly job: JobRequest;
}

const PAGE = 200;
/** The queues of a store, and what their tables in LMDB begin with. */
const QUEUES = [
  { queue: 'jobs', table: JOB_TABLES.jobs },
  { queue: 'browserJobs', table: JOB_TABLES.browserJobs },
] as const;

const keyText = (key: string): KeyText =>
  key.startsWith(HASHED_IN_LMDB) ? { sha256: key.slice(HASHED_IN_LMDB.length) } : { text: key };

/** Page by page: a cursor kept open across event turns would hold pages that are freed meanwhile. */
function* rowsOf<K extends Key, Value>(table: Table<K, Value>): Generator<{ key: K; value: Value }> {
  let start: Key | undefined;
  for (;;) {
    const from = start === undefined ? {} : { start, exclusiveStart: true };
    const page = [...table.entries({ ...from, limit: PAGE })];
    yield* page;
    if (page.length < PAGE) return;
    start = page.at(-1)?.key;
  }
}

/**
 * Everything that has not outlived its time, jobs last and each owner's in their order. Unfinished claims are left out:
 * they belong to a process, and all processes have to be stopped.
 */
function* storedRows(environment: Environment): Generator<StoredRow> {
  const now = Date.now();
  const documents: Table<[string, string], DocumentRow> = environment.table('documents');
  for (const { key, value } of rowsOf(documents)) {
    const { id, text, expiresAt } = value;
    if (expiresAt !== undefined && expiresAt <= now) continue;
    yield { kind: 'document', name: keyText(key[0]), id, text, ...defined({ expiresAt }) };
  }
  const claims: Table<string, Claim> = environment.table('claims');
  for (const { key, value } of rowsOf(claims)) {
    const { fence, note, until, outcome } = value;
    if (outcome !== undefined && until > now) yield { kind: 'claim', key: keyText(key), fence, note, until, outcome };
  }
  const windows: Table<string, Uint8Array> = environment.table('windows', 'binary');
  for (const { key, value } of rowsOf(windows)) {
    const { horizonMs, times } = readLog(value, [], now);
    if (times.length > 0) yield { kind: 'window', subject: keyText(key), horizonMs, times: [...times] };
  }
  const entries: Table<[string, number], string> = environment.table('index-by-score');
  for (const { key, value: member } of rowsOf(entries)) {
    yield { kind: 'entry', list: keyText(key[0]), score: key[1], member };
  }
  const buckets: Table<[string, string], number> = environment.table('histogram-members');
  for (const { key, value: bucket } of rowsOf(buckets)) {
    const [histogram, member] = key;
    // Names of scores and of hosts, which are short.
    if (key.some((text) => text.startsWith(HASHED_IN_LMDB)))
      throw new Error('A histogram holds a name that is not known.');
    yield { kind: 'bucket', histogram, member, bucket };
  }
  for (const { queue, table } of QUEUES) {
    const jobs: Table<string, JobRow> = environment.table(`${table}s`);
    const inOrder = [...rowsOf(jobs)].map(({ value }) => value).sort((a, b) => a.place - b.place);
    for (const { id, priority, owner } of inOrder) yield { kind: 'job', queue, job: { id, priority, owner } };
  }
}

/** Whether a worker holds a job, or held one that it has not been missed at yet. */
function isAtWork(environment: Environment): boolean {
  for (const { table } of QUEUES) {
    const leases: Table<[number, string], true> = environment.table(`${table}-leases`);
    for (const _ of leases.keys({ start: [Date.now()], limit: 1 })) return true;
  }
  return false;
}
