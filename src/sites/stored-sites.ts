/** Where the sites of accounts are kept, and the names that their parts have in the store. */
import { derivedText } from '../auth/random-text.ts';
import type { ReportCover } from '../schema/report-cover.ts';
import type { Documents, Store } from '../store/store.ts';
import type { Outcome } from './outcome.ts';
import type { Site } from './site.ts';
import { createSiteRows, type SiteRows } from './site-rows.ts';

/** More sites than this are listed by recency alone. */
export const MOST_SITES = 10_000;
const READ_AT_ONCE = 500;

export interface StoredSites {
  readonly store: Pick<Store, 'index' | 'claims'>;
  readonly records: Documents<Site>;
  readonly outcomesById: Documents<Outcome>;
  /** Apart from the records, because a logo is larger than they are. */
  readonly covers: Documents<ReportCover>;
  readonly rows: SiteRows;
  /** The list of an account's sites. */
  listOf(accountId: string): string;
  /** The list of a site's scans. */
  scansOf(siteId: string): string;
  siteIdOf(accountId: string, rootUrl: string): string;
  /** What scans came to, in the order of the ids; undefined for those that were deleted. */
  outcomes(scanIds: readonly string[]): Promise<(Outcome | undefined)[]>;
  /** The sites of an account with these ids, in their order; those it does not have are left out. */
  get(accountId: string, ids: readonly string[]): Promise<Site[]>;
}

export function createStoredSites(
  store: Pick<Store, 'documents' | 'index' | 'claims'>,
  now: () => number,
): StoredSites {
  const records = store.documents<Site>('sites');
  const outcomesById = store.documents<Outcome>('scan-outcomes');
  const listOf = (accountId: string) => `sites:${accountId}`;
  return {
    store,
    records,
    outcomesById,
    covers: store.documents<ReportCover>('report-covers'),
    rows: createSiteRows({ records, index: store.index, listOf, mostSites: MOST_SITES, now }),
    listOf,
    scansOf: (siteId) => `site-scans:${siteId}`,
    siteIdOf: (accountId, rootUrl) => `sit_${derivedText('site', `${accountId}\0${rootUrl}`, 16)}`,
    outcomes: (ids) => inParts(ids, (some) => outcomesById.getMany<Outcome>(some)),
    async get(accountId, ids) {
      const found = await inParts(ids, (some) => records.getMany<Site>(some));
      return found.filter((site) => site?.accountId === accountId).filter((site) => site !== undefined);
    },
  };
}

/** Reads many documents, some at a time. */
async function inParts<Value>(
  ids: readonly string[],
  read: (some: string[]) => Promise<readonly Value[]>,
): Promise<Value[]> {
  const found: Value[] = [];
  for (let at = 0; at < ids.length; at += READ_AT_ONCE) found.push(...(await read(ids.slice(at, at + READ_AT_ONCE))));
  return found;
}
