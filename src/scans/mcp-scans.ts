import { BASE32, BASE62, randomText } from '../auth/random-text.ts';
import { defined } from '../basics/defined.ts';
import { ServiceError } from '../errors.ts';
import type { McpScan } from '../schema/scan.ts';
import type { Store } from '../store/store.ts';

/** The stored form of an MCP scan: its public result and its owner. */
export interface McpScanRecord {
  /** Undefined when it was made without a key. */
  readonly accountId: string | undefined;
  readonly createdAt: string;
  readonly scan: McpScan;
}

export type NewMcpScan = Omit<McpScanRecord, 'createdAt' | 'scan'> & {
  readonly scan: Omit<McpScan, 'id' | 'shareToken'>;
};

/** The scans of MCP servers that are kept. They are made in one go, so there is nothing to follow or to take up again. */
export interface McpScans {
  /** Writes a scan down under a new id and share token. */
  add(scan: NewMcpScan): Promise<McpScanRecord>;
  /** A bearer of the token may read. */
  byShareToken(shareToken: string): Promise<McpScanRecord | undefined>;
  /** Undefined when there is none or it belongs to another account. */
  find(accountId: string, id: string): Promise<McpScanRecord | undefined>;
  /**
   * Forgets a scan of the account for good.
   * @throws ServiceError not_found
   */
  remove(accountId: string, id: string): Promise<void>;
  /** Of one account, newest first; only those created strictly before `before` (milliseconds) when it is given. */
  list(accountId: string, page: { limit: number; before?: number }): Promise<McpScanRecord[]>;
  /** Forgets scans without an owner that were made before `before` (milliseconds); answers how many. */
  removeUnowned(before: number): Promise<number>;
}

const UNOWNED = 'mcp-scans-unowned';
const REMOVED_AT_ONCE = 1000;

export function createMcpScans(store: Store, now: () => number = Date.now): McpScans {
  const records = store.documents<McpScanRecord>('mcp-scans');
  const idsByToken = store.documents<string>('mcp-scan-tokens');
  const listOf = (accountId: string | undefined) => (accountId === undefined ? UNOWNED : `mcp-scans:${accountId}`);

  const find: McpScans['find'] = async (accountId, id) => {
    const record = await records.get(id);
    return record?.accountId === accountId ? record : undefined;
  };
  /** The list comes last: what a crash leaves half removed can still be found in it. */
  const forget = async (list: string, id: string) => {
    const record = await records.get(id);
    if (record !== undefined) await idsByToken.delete(record.scan.shareToken);
    await records.delete(id);
    await store.index.remove(list, id);
  };

  return {
    find,
    async remove(accountId, id) {
      if ((await find(accountId, id)) === undefined) {
        throw new ServiceError('not_found', 'There is no such scan, or it is not yours.');
      }
      await forget(listOf(accountId), id);
    },
    async add({ accountId, scan }) {
      const id = `mcp_${randomText(20, BASE32)}`;
      const shareToken = randomText(22, BASE62);
      // The list is written first, so that every written record can be listed or removed.
      const createdMs = await store.index.add(listOf(accountId), now(), id);
      const record = { accountId, createdAt: new Date(createdMs).toISOString(), scan: { ...scan, id, shareToken } };
      await records.set(id, record);
      await idsByToken.set(shareToken, id);
      return record;
    },
    async byShareToken(shareToken) {
      const id = await idsByToken.get(shareToken);
      return id === undefined ? undefined : records.get(id);
    },
    async list(accountId, { limit, before }) {
      const entries = await store.index.newest(listOf(accountId), {
        limit,
        ...defined({ below: before }),
      });
      const found = await Promise.all(entries.map(({ member }) => records.get(member)));
      return found.filter((record) => record !== undefined);
    },
    async removeUnowned(before) {
      let removed = 0;
      for (;;) {
        const entries = await store.index.oldest(UNOWNED, { limit: REMOVED_AT_ONCE, below: before });
        for (const { member } of entries) await forget(UNOWNED, member);
        removed += entries.length;
        if (entries.length < REMOVED_AT_ONCE) return removed;
      }
    },
  };
}
