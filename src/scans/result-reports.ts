import { BASE32, randomText } from '../auth/random-text.ts';
import { quote } from '../scanner/checks/evidence.ts';
import type { Store } from '../store/store.ts';

/** Most characters of a reason. */
export const MAX_REASON = 1000;
/** Above this number the oldest reports go, so that callers without a key cannot fill the store. */
const MAX_REPORTS = 10_000;
const REMOVED_AT_ONCE = 1000;

/** What a reader of a result says against it, with the result as it was. */
export interface ResultReport {
  readonly id: string;
  readonly createdAt: string;
  /** Undefined for a reader without an account. */
  readonly accountId: string | undefined;
  readonly scanId: string;
  /** Of the website or the MCP server. */
  readonly url: string;
  readonly rubricVersion: string;
  readonly checkId: string;
  /** Undefined for a result of the whole site or server. */
  readonly page?: string;
  readonly status: string;
  readonly message: string;
  /** As the scan kept it: text of the scanned site. */
  readonly evidence?: unknown;
  /** Text of the reader, on one line and without invisible characters. */
  readonly reason: string;
}

export type NewResultReport = Omit<ResultReport, 'id' | 'createdAt'>;

/** Results that readers call wrong, for the operator. */
export interface ResultReports {
  add(report: NewResultReport): Promise<ResultReport>;
  /** Newest first. */
  list(page: { limit: number }): Promise<ResultReport[]>;
  /** Forgets reports of before `before` (milliseconds), and the oldest above 10,000; returns their number. */
  sweep(before: number): Promise<number>;
}

const ALL = 'result-reports';

export function createResultReports(store: Store, now: () => number = Date.now): ResultReports {
  const records = store.documents<ResultReport>('result-reports');

  return {
    async add(report) {
      const id = `rep_${randomText(16, BASE32)}`;
      const createdMs = await store.index.add(ALL, now(), id);
      const record = {
        ...report,
        id,
        createdAt: new Date(createdMs).toISOString(),
        reason: quote(report.reason, MAX_REASON),
      };
      await records.set(id, record);
      return record;
    },
    async list({ limit }) {
      const entries = await store.index.newest(ALL, { limit });
      const found = await Promise.all(entries.map(({ member }) => records.get(member)));
      return found.filter((record) => record !== undefined);
    },
    async sweep(before) {
      let removed = 0;
      for (;;) {
        const surplus = (await store.index.count(ALL)) - MAX_REPORTS;
        const oldest = await store.index.oldest(ALL, { limit: REMOVED_AT_ONCE });
        const leaving = oldest.filter(({ score }, at) => score < before || at < surplus);
        for (const { member } of leaving) {
          await records.delete(member);
          await store.index.remove(ALL, member);
        }
        removed += leaving.length;
        if (leaving.length < REMOVED_AT_ONCE) return removed;
      }
    },
  };
}
