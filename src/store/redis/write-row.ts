import type { KeyText, StoredRow } from '../format.ts';
import { type Connection, HASHED, keyPart } from './connection.ts';
import { openHistogram } from './documents.ts';

type CopiedRow = Exclude<StoredRow, { kind: 'job' }>;

const partOf = (key: KeyText): string => ('text' in key ? keyPart(key.text) : HASHED + key.sha256);

/** Writes rows of another store in the format of this driver. Writing one again changes nothing. */
export function rowWriter(connection: Connection, prefix: string): (row: CopiedRow) => Promise<unknown> {
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
