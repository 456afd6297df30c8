/** The sites of an account: a site appears when it is scanned, and goes with the last scan of it. */
import { derivedText } from '../auth/random-text.ts';
import { parseUrl } from '../basics/parse-url.ts';
import { ServiceError } from '../errors.ts';
import { quote } from '../scanner/checks/evidence.ts';
import { normalisedRoot } from '../scanner/net/submitted-url.ts';
import type { Ending, ScanObserver } from '../scans/scan-end.ts';
import type { ScanRecord } from '../scans/scan-record.ts';
import type { ReportCover } from '../schema/report-cover.ts';
import { withLock } from '../store/claims.ts';
import type { Store } from '../store/store.ts';
import { safeCover } from './cover.ts';
import { endedOutcome, type Outcome, runningOutcome } from './outcome.ts';
import type { Site } from './site.ts';
import type { SiteRow } from './site-list.ts';
import { createSiteRows } from './site-rows.ts';

export const MOST_LABELS = 20;
export const MAX_LABEL = 40;
/** Of a spark line. */
const MOST_RUNS = 20;
/** More sites than this are listed by recency alone. */
export const MOST_SITES = 10_000;
const READ_AT_ONCE = 500;

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

interface Owned {
  readonly accountId: string;
  readonly rootUrl: string;
}

export function createSites(store: Pick<Store, 'documents' | 'index' | 'claims'>, now = Date.now): Sites {
  const records = store.documents<Site>('sites');
  const outcomesById = store.documents<Outcome>('scan-outcomes');
  /** Apart from the records, because a logo is larger than they are. */
  const covers = store.documents<ReportCover>('report-covers');
  const listOf = (accountId: string) => `sites:${accountId}`;
  const scansOf = (siteId: string) => `site-scans:${siteId}`;
  const siteIdOf = (accountId: string, rootUrl: string) => `sit_${derivedText('site', `${accountId}\0${rootUrl}`, 16)}`;
  const rows = createSiteRows({ records, index: store.index, listOf, mostSites: MOST_SITES, now });

  const outcomes: Sites['outcomes'] = async (ids) => {
    const found: (Outcome | undefined)[] = [];
    for (let at = 0; at < ids.length; at += READ_AT_ONCE)
      found.push(...(await outcomesById.getMany<Outcome>(ids.slice(at, at + READ_AT_ONCE))));
    return found;
  };

  /** Makes the record of a site from its scans, under the site's lock. */
  async function rebuild(id: string, { accountId, rootUrl }: Owned, isNew: boolean): Promise<void> {
    const entries = await store.index.newest(scansOf(id), { limit: MOST_RUNS });
    if (entries.length === 0) {
      await records.delete(id);
      await covers.delete(id);
      await store.index.remove(listOf(accountId), id);
      await rows.noteRemoval(accountId, id);
      return;
    }
    const known = await records.get(id);
    const runs = (await outcomes(entries.map(({ member }) => member))).filter((run) => run !== undefined);
    const scored = runs.find(({ score }) => score !== undefined);
    const changedAt =
      known === undefined || isNew ? await store.index.add(listOf(accountId), now(), id) : known.changedAt;
    await records.set(id, {
      id,
      accountId,
      rootUrl,
      labels: known?.labels ?? [],
      scans: await store.index.count(scansOf(id)),
      runs: runs.map((run) => (run === scored ? run : withoutDetails(run))),
      changedAt,
    });
    await rows.noteWrite(accountId, id);
  }

  const note = async ({ accountId, rootUrl, id: scanId, createdAt }: ScanRecord, outcome: Outcome) => {
    if (accountId === undefined) return;
    const id = siteIdOf(accountId, rootUrl);
    await withLock(store, `site:${id}`, async () => {
      // A start that is repeated after a crash may come after the end.
      if (outcome.status === 'running' && (await outcomesById.has(scanId))) return;
      await outcomesById.set(scanId, outcome);
      await store.index.add(scansOf(id), Date.parse(createdAt), scanId);
      await rebuild(id, { accountId, rootUrl }, true);
    });
  };

  async function read(accountId: string, page: { limit: number; before?: number | undefined }): Promise<Site[]> {
    const below = page.before === undefined ? {} : { below: page.before };
    const entries = await store.index.newest(listOf(accountId), { limit: page.limit, ...below });
    return get(
      accountId,
      entries.map(({ member }) => member),
    );
  }

  const get: Sites['get'] = async (accountId, ids) => {
    const found: Site[] = [];
    for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
      const some = await records.getMany<Site>(ids.slice(at, at + READ_AT_ONCE));
      found.push(...some.filter((site) => site?.accountId === accountId).filter((site) => site !== undefined));
    }
    return found;
  };

  const all: Sites['all'] = (accountId) => read(accountId, { limit: MOST_SITES });
  const find: Sites['find'] = (accountId, rootUrl) => records.get(siteIdOf(accountId, rootUrl));

  return {
    observer: {
      onStart: (scan) => note(scan, runningOutcome(scan)),
      onEnd: (scan, ending: Ending) => note(scan, endedOutcome(scan, ending, new Date(now()).toISOString())),
      async onRemove({ accountId, rootUrl, id: scanId }) {
        if (accountId === undefined) return;
        const id = siteIdOf(accountId, rootUrl);
        await withLock(store, `site:${id}`, async () => {
          await store.index.remove(scansOf(id), scanId);
          await rebuild(id, { accountId, rootUrl }, false);
          await outcomesById.delete(scanId);
        });
      },
    },
    newest: read,
    all,
    rows: (accountId) => rows.of(accountId),
    count: (accountId) => store.index.count(listOf(accountId)),
    get,
    find,
    outcomes,
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

/** Of an earlier run only the score is shown. */
function withoutDetails({ fixes: _, losses: __, ...run }: Outcome): Outcome {
  return run;
}
