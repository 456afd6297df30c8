import { defined } from '../basics/defined.ts';
import type { PageRecord } from '../scanner/model/scan.ts';
import type { StoredLook } from './browser-looks.ts';
import type { PageSummary } from './page-store.ts';
import type { ScanChecks, ScanRecord } from './scan-record.ts';
import { listOf, type StoredScans } from './stored-scans.ts';

/** Reads scans and their results. */
export interface ScanReads {
  /** Undefined when there is none or it belongs to another account. */
  find(accountId: string, id: string): Promise<ScanRecord | undefined>;
  /** A bearer of the token may read. */
  byShareToken(shareToken: string): Promise<ScanRecord | undefined>;
  /** The latest completed scan of a host within the hour, for any owner. */
  recentOf(host: string): Promise<ScanRecord | undefined>;
  /** For any owner. */
  byId(id: string): Promise<ScanRecord | undefined>;
  /** Whether a scan still runs: its worker stops when it was cancelled. */
  isRunning(id: string): Promise<boolean>;
  /** Newest first; only scans created strictly before `before` (milliseconds) when it is given. */
  list(accountId: string, page: { limit: number; before?: number }): Promise<ScanRecord[]>;
  checks(id: string): Promise<ScanChecks>;
  pages(scan: ScanRecord): AsyncGenerator<readonly PageRecord[]>;
  /** The page at a place of the scan, from 0; undefined when there is none. */
  page(scan: ScanRecord, at: number): Promise<PageRecord | undefined>;
  /** What a report shows of all pages: cheap once the scan has ended. */
  pageSummary(scan: ScanRecord): Promise<PageSummary>;
  /** What a browser showed of it; undefined until it has. */
  browserLook(scan: ScanRecord): Promise<StoredLook | undefined>;
  /** The JPEG of one of its screens, by its place from 0. */
  picture(scan: ScanRecord, at: number): Promise<Uint8Array | undefined>;
}

export function createScanReads({
  store,
  records,
  endings,
  idsByToken,
  pages,
  browserLooks,
  recent,
}: StoredScans): ScanReads {
  const readKnown = async (id: string | undefined) => (id === undefined ? undefined : records.get(id));
  return {
    async find(accountId, id) {
      const scan = await records.get(id);
      return scan?.accountId === accountId ? scan : undefined;
    },
    byShareToken: async (shareToken) => readKnown(await idsByToken.get(shareToken)),
    recentOf: async (host) => readKnown(await recent.of(host)),
    byId: (id) => records.get(id),
    async isRunning(id) {
      return (await records.get(id))?.status === 'running';
    },
    async list(accountId, { limit, before }) {
      const scans: ScanRecord[] = [];
      let below = before;
      // A crash between the list and the record leaves an entry without a scan; those are skipped.
      for (;;) {
        const wanted = limit - scans.length;
        const entries = await store.index.newest(listOf(accountId), {
          limit: wanted,
          ...defined({ below }),
        });
        const found = await Promise.all(entries.map(({ member }) => records.get(member)));
        scans.push(...found.filter((scan) => scan !== undefined));
        if (scans.length >= limit || entries.length < wanted) return scans;
        below = entries.at(-1)?.score;
      }
    },
    async checks(id) {
      return (await endings.get(id)) ?? { site: [], llmsTxt: [] };
    },
    pages: (scan) => pages.read(scan),
    page: (scan, at) => pages.page(scan, at),
    pageSummary: (scan) => pages.summary(scan),
    browserLook: async (scan) => (scan.browserLook?.state === 'done' ? browserLooks.read(scan.id) : undefined),
    picture: (scan, at) => browserLooks.picture(scan.id, at),
  };
}
