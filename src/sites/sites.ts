/** The sites of an account: a site appears when it is scanned, and goes with the last scan of it. */
import { parseUrl } from '../basics/parse-url.ts';
import { ServiceError } from '../errors.ts';
import { quote } from '../scanner/checks/evidence.ts';
import { normalisedRoot } from '../scanner/net/submitted-url.ts';
import type { ScanObserver } from '../scans/scan-end.ts';
import type { ReportCover } from '../schema/report-cover.ts';
import { withLock } from '../store/claims.ts';
import type { Store } from '../store/store.ts';
import { safeCover } from './cover.ts';
import type { Outcome } from './outcome.ts';
import type { Site } from './site.ts';
import type { SiteRow } from './site-list.ts';
import { createSiteObserver } from './site-observer.ts';
import { createStoredSites, MOST_SITES } from './stored-sites.ts';

export const MOST_LABELS = 20;
export const MAX_LABEL = 40;

/** The sites that are kept. */
export interface Sites {
  /** What keeps them up to date. */
  readonly observer: ScanObserver;
  /** Newest change first; only those that changed strictly before `before` (milliseconds) when it is given. */
  newest(accountId: string, page: { limit: number; before?: number | undefined }): Promise<Site[]>;
  /** The newest 10,000 sites of an account, newest change first. */
  all(accountId: string): Promise<Site[]>;
  /** The same in short and in no order, from memory as far as nothing has changed. */
  rows(accountId: string): Promise<readonly SiteRow[]>;
  /** How many sites the account has, also those beyond the newest 10,000. */
  count(accountId: string): Promise<number>;
  /** The sites of an account with these ids, in their order; those it does not have are left out. */
  get(accountId: string, ids: readonly string[]): Promise<Site[]>;
  find(accountId: string, rootUrl: string): Promise<Site | undefined>;
  /** The sites of a host, such as `example.com` or `example.com:8080`, or the one of a root URL. */
  named(accountId: string, hostOrUrl: string): Promise<Site[]>;
  /**
   * Changes the labels of a site; does nothing for one that the account does not have.
   * @throws ServiceError invalid_request for more labels than a site may have
   */
  label(accountId: string, rootUrl: string, change: (labels: readonly string[]) => readonly string[]): Promise<void>;
  /** What the reports of a site have in front; undefined for nothing. Its logo is safe to show. */
  coverOf(accountId: string, rootUrl: string): Promise<ReportCover | undefined>;
  /**
   * Sets the cover of a site that the account has; {} takes it away.
   * @throws ServiceError invalid_request for a logo that cannot be shown
   */
  setCover(accountId: string, rootUrl: string, cover: ReportCover): Promise<void>;
  /** What scans came to, in the order of the ids; undefined for those that were deleted. */
  outcomes(scanIds: readonly string[]): Promise<(Outcome | undefined)[]>;
}

/** Labels as they are kept: quoted, sorted, each once, none empty. */
export const cleanLabels = (labels: readonly string[]): string[] =>
  [...new Set(labels.map((label) => quote(label, MAX_LABEL)).filter((label) => label !== ''))].sort();

export function createSites(store: Pick<Store, 'documents' | 'index' | 'claims'>, now = Date.now): Sites {
  const stored = createStoredSites(store, now);
  const { records, covers, rows, listOf, siteIdOf, get } = stored;

  async function read(accountId: string, page: { limit: number; before?: number | undefined }): Promise<Site[]> {
    const below = page.before === undefined ? {} : { below: page.before };
    const entries = await store.index.newest(listOf(accountId), { limit: page.limit, ...below });
    return get(
      accountId,
      entries.map(({ member }) => member),
    );
  }

  const all: Sites['all'] = (accountId) => read(accountId, { limit: MOST_SITES });
  const find: Sites['find'] = (accountId, rootUrl) => records.get(siteIdOf(accountId, rootUrl));

  return {
    observer: createSiteObserver(stored, now),
    newest: read,
    all,
    rows: (accountId) => rows.of(accountId),
    count: (accountId) => store.index.count(listOf(accountId)),
    get,
    find,
    outcomes: stored.outcomes,
    async named(accountId, hostOrUrl) {
      const root = /^https?:/i.test(hostOrUrl) ? normalisedRoot(hostOrUrl) : undefined;
      if (root !== undefined) {
        const site = await find(accountId, root);
        return site === undefined ? [] : [site];
      }
      const host = hostOrUrl.toLowerCase();
      const named = (await rows.of(accountId)).filter(({ rootUrl }) => parseUrl(rootUrl)?.host === host);
      return get(
        accountId,
        named.map(({ id }) => id),
      );
    },
    coverOf: (accountId, rootUrl) => covers.get(siteIdOf(accountId, rootUrl)),
    async setCover(accountId, rootUrl, cover) {
      const id = siteIdOf(accountId, rootUrl);
      const kept = safeCover(cover);
      await withLock(store, `site:${id}`, async () => {
        if (!(await records.has(id))) return;
        if (Object.keys(kept).length === 0) await covers.delete(id);
        else await covers.set(id, kept);
      });
    },
    async label(accountId, rootUrl, change) {
      const id = siteIdOf(accountId, rootUrl);
      await withLock(store, `site:${id}`, async () => {
        const site = await records.get(id);
        if (site === undefined) return;
        const labels = cleanLabels(change(site.labels));
        if (labels.length > MOST_LABELS)
          throw new ServiceError('invalid_request', `labels: a site has at most ${MOST_LABELS}.`);
        await records.set(id, { ...site, labels });
        await rows.noteWrite(accountId, id);
      });
    },
  };
}
