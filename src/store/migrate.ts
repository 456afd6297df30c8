import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceError } from '../errors.ts';
import { openEnvironment } from './lmdb/environment.ts';
import { isAtWork, type KeyText, type StoredRow, storedRows } from './lmdb/stored-rows.ts';
import { type Connection, HASHED, keyPart, openConnection } from './redis/connection.ts';
import { openHistogram } from './redis/documents.ts';
import { openRedisStore, settleFormat } from './redis/open.ts';
import type { JobRequest } from './store.ts';

export interface Migration {
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
): Promise<{ count: Migrated; jobs: JobRequest[] }> {
  const count = { document: 0, claim: 0, window: 0, entry: 0, bucket: 0, job: 0 };
  const jobs: JobRequest[] = [];
  let batch: Promise<unknown>[] = [];
  for (const row of rows) {
    count[row.kind] += 1;
    if (row.kind === 'job') {
      jobs.push(row.job);
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
async function addJobs(jobs: readonly JobRequest[], target: { url: string; prefix: string }): Promise<void> {
  const store = await openRedisStore(target);
  try {
    for (const job of jobs) await store.jobs.add(job);
  } finally {
    await store.close();
  }
}

type CopiedRow = Exclude<StoredRow, { kind: 'job' }>;

const partOf = (key: KeyText): string => ('text' in key ? keyPart(key.text) : HASHED + key.sha256);

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
