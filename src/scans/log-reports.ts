import { BASE32, randomText } from '../auth/random-text.ts';
import type { LogReport } from '../schema/log-report.ts';
import type { Store } from '../store/store.ts';

/** The summary of an access log, without a line of it. */
export interface KeptLog {
  readonly id: string;
  readonly createdAt: string;
  readonly report: LogReport;
}

/** Summaries of access logs, each under its account. */
export interface LogReports {
  /** Above `MAX_KEPT` the oldest of the account goes. */
  add(accountId: string, report: LogReport): Promise<KeptLog>;
  find(accountId: string, id: string): Promise<KeptLog | undefined>;
  /** Newest first. */
  list(accountId: string, page: { limit: number }): Promise<KeptLog[]>;
  /** False when the account has none with this id. */
  remove(accountId: string, id: string): Promise<boolean>;
}

/** Of one account. */
const MAX_KEPT = 100;

type Stored = KeptLog & { readonly accountId: string };

export function createLogReports(store: Pick<Store, 'documents' | 'index'>, now: () => number = Date.now): LogReports {
  const records = store.documents<Stored>('log-reports');
  const listOf = (accountId: string) => `log-reports:${accountId}`;
  const remove = async (accountId: string, id: string): Promise<void> => {
    await records.delete(id);
    await store.index.remove(listOf(accountId), id);
  };
  const find = async (accountId: string, id: string): Promise<KeptLog | undefined> => {
    const record = await records.get(id);
    if (record?.accountId !== accountId) return undefined;
    return { id: record.id, createdAt: record.createdAt, report: record.report };
  };
  return {
    find,
    async add(accountId, report) {
      const id = `log_${randomText(20, BASE32)}`;
      const createdMs = await store.index.add(listOf(accountId), now(), id);
      const kept = { id, createdAt: new Date(createdMs).toISOString(), report };
      await records.set(id, { ...kept, accountId });
      const surplus = (await store.index.count(listOf(accountId))) - MAX_KEPT;
      if (surplus > 0) {
        const oldest = await store.index.oldest(listOf(accountId), { limit: surplus });
        for (const { member } of oldest) await remove(accountId, member);
      }
      return kept;
    },
    async list(accountId, { limit }) {
      const entries = await store.index.newest(listOf(accountId), { limit });
      const found = await Promise.all(entries.map(({ member }) => find(accountId, member)));
      return found.filter((kept) => kept !== undefined);
    },
    async remove(accountId, id) {
      if ((await find(accountId, id)) === undefined) return false;
      await remove(accountId, id);
      return true;
    },
  };
}
