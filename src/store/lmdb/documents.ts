import { Keyv, type KeyvStoreAdapter } from 'keyv';
import type { Index, IndexEntry, Store } from '../store.ts';
import type { Deadlines } from './environment.ts';
import { type Environment, LAST, type Table, textKey } from './environment.ts';

export interface DocumentRow {
  readonly id: string;
  /** What Keyv made of the document. */
  readonly text: string;
  /** ms since the epoch. */
  readonly expiresAt?: number;
}
type Rows = Table<[name: string, id: string], DocumentRow>;

const PAGE = 50;

const isLive = (row: DocumentRow | undefined): row is DocumentRow =>
  row !== undefined && (row.expiresAt === undefined || row.expiresAt > Date.now());

export function openDocuments(environment: Environment, deadlines: Deadlines): Store['documents'] {
  const rows: Rows = environment.table('documents');
  const schedule = deadlines.of('document', {
    endOf: ([name = '', id = '']) => rows.get([name, id])?.expiresAt,
    remove: ([name = '', id = '']) => rows.remove([name, id]),
  });
  return <Value>(name: string) =>
    new Keyv<Value>({
      store: adapter(environment, rows, textKey(name), schedule),
      useKeyPrefix: false,
      throwOnErrors: true,
    });
}

function adapter(
  environment: Environment,
  rows: Rows,
  name: string,
  schedule: (at: number, ...row: string[]) => void,
): KeyvStoreAdapter {
  const read = (id: string): DocumentRow | undefined => {
    const row = rows.get([name, textKey(id)]);
    return isLive(row) ? row : undefined;
  };
  return {
    // Keyv offers an iterator only for the dialects it knows.
    opts: { dialect: 'redis', url: '' },
    // It listens for errors of a connection; here every error rejects the call that met it.
    on() {
      return this;
    },
    // Keyv's type speaks of the document, its code of the text.
    get: async <Value>(id: string) => read(id)?.text as Value | undefined,
    getMany: async <Value>(ids: string[]) => ids.map((id) => read(id)?.text as Value | undefined),
    has: async (id) => read(id) !== undefined,
    set: (id: string, text: string, ttlMs?: number) =>
      environment.write(() => {
        const key = textKey(id);
        if (ttlMs === undefined) rows.put([name, key], { id, text });
        else {
          const expiresAt = Date.now() + ttlMs;
          rows.put([name, key], { id, text, expiresAt });
          schedule(expiresAt, name, key);
        }
      }),
    delete: (id) =>
      environment.write(() => {
        const existed = read(id) !== undefined;
        rows.remove([name, textKey(id)]);
        return existed;
      }),
    async clear() {
      const removePage = () =>
        environment.write(() => {
          const keys = [...rows.keys({ start: [name], end: [name, LAST], limit: PAGE })];
          for (const key of keys) rows.remove(key);
          return keys.length;
        });
      while ((await removePage()) === PAGE);
    },
    async *iterator<Value>() {
      // By pages: a cursor left open between two turns would keep every page freed since from being used again.
      let start: (string | Uint8Array)[] = [name];
      for (;;) {
        const page = [...rows.entries({ start, exclusiveStart: true, end: [name, LAST], limit: PAGE })];
        for (const { key, value } of page) {
          start = key;
          if (isLive(value)) yield [value.id, value.text as Awaited<Value>];
        }
        if (page.length < PAGE) return;
      }
    },
  };
}

export function openIndex(environment: Environment): Index {
  const byScore = environment.table<[list: string, score: number], string>('index-by-score');
  const byMember = environment.table<[list: string, member: string], number>('index-by-member');
  const counts = environment.table<string, number>('index-counts');

  const addToCount = (list: string, change: number) => counts.put(list, (counts.get(list) ?? 0) + change);
  const entry = ({ key: [, score], value: member }: { key: [string, number]; value: string }): IndexEntry => ({
    score,
    member,
  });

  return {
    add: async (name, wished, member) => {
      if (!Number.isSafeInteger(wished)) throw new RangeError('A score is an integer.');
      const list = textKey(name);
      return environment.write(() => {
        const old = byMember.get([list, textKey(member)]);
        if (old === undefined) addToCount(list, 1);
        else byScore.remove([list, old]);

        // Not -0, which sorts apart from 0.
        let score = wished + 0;
        for (const [, taken] of byScore.keys({ start: [list, score], end: [list, LAST] })) {
          if (taken !== score) break;
          score += 1;
        }
        byScore.put([list, score], member);
        byMember.put([list, textKey(member)], score);
        return score;
      });
    },
    remove: (name, member) =>
      environment.write(() => {
        const list = textKey(name);
        const score = byMember.get([list, textKey(member)]);
        if (score === undefined) return false;
        byMember.remove([list, textKey(member)]);
        byScore.remove([list, score]);
        addToCount(list, -1);
        return true;
      }),
    async newest(name, { limit, below }) {
      const list = textKey(name);
      const start = [list, below ?? LAST];
      return Array.from(byScore.entries({ start, exclusiveStart: true, end: [list], reverse: true, limit }), entry);
    },
    async oldest(name, { limit, below }) {
      const list = textKey(name);
      return Array.from(byScore.entries({ start: [list], end: [list, below ?? LAST], limit }), entry);
    },
    async count(name) {
      return counts.get(textKey(name)) ?? 0;
    },
  };
}
