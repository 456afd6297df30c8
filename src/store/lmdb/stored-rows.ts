import type { Key } from 'lmdb';
import { defined } from '../../defined.ts';
import type { JobRequest } from '../store.ts';
import type { Claim } from './claims.ts';
import type { DocumentRow } from './documents.ts';
import { type Environment, HASHED, type Table } from './environment.ts';
import type { JobRow } from './jobs.ts';
import { readLog } from './windows.ts';

/**
 * A text that became part of a key. One that the driver found too long or too odd is known by its SHA-256 only
 * (base64url, of its UTF-16LE bytes).
 */
export type KeyText = { readonly text: string } | { readonly sha256: string };

/** One row of a store, as another driver can write it. Times in ms since the epoch. */
export type StoredRow =
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
  | { readonly kind: 'job'; readonly job: JobRequest };

const PAGE = 200;

const keyText = (key: string): KeyText =>
  key.startsWith(HASHED) ? { sha256: key.slice(HASHED.length) } : { text: key };

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
export function* storedRows(environment: Environment): Generator<StoredRow> {
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
    if (key.some((text) => text.startsWith(HASHED))) throw new Error('A histogram holds a name that is not known.');
    yield { kind: 'bucket', histogram, member, bucket };
  }
  const jobs: Table<string, JobRow> = environment.table('jobs');
  const inOrder = [...rowsOf(jobs)].map(({ value }) => value).sort((a, b) => a.place - b.place);
  for (const { id, priority, owner } of inOrder) yield { kind: 'job', job: { id, priority, owner } };
}

/** Whether a worker holds a job, or held one that it has not been missed at yet. */
export function isAtWork(environment: Environment): boolean {
  const leases: Table<[number, string], true> = environment.table('job-leases');
  for (const _ of leases.keys({ start: [Date.now()], limit: 1 })) return true;
  return false;
}
