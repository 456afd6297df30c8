import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { defined } from '../basics/defined.ts';
import { catalogueOrder } from '../scanner/checks/catalogue.ts';
import { CHUNK_PAGES } from '../scanner/crawl/page-results.ts';
import type { CheckRecord } from '../scanner/model/result.ts';
import type { PageRecord } from '../scanner/model/scan.ts';
import { collectPageFindings, type Finding, type Findings } from '../scanner/scoring/explain.ts';
import { pageScore } from '../scanner/scoring/score.ts';
import type { Store } from '../store/store.ts';

/** Which run of a scan wrote the pages, and how many chunks of them there are. */
interface StoredPages {
  readonly id: string;
  readonly run: number;
  readonly chunkCount: number;
}

export interface PageStore {
  write(
    scan: Omit<StoredPages, 'chunkCount'>,
    part: 'early' | 'late',
    chunk: number,
    pages: readonly PageRecord[],
  ): Promise<void>;
  /** Chunk by chunk in scan order, each page with its early and late checks in catalogue order. */
  read(scan: StoredPages): AsyncGenerator<readonly PageRecord[]>;
  /** The page at a place of the scan, from 0; undefined when there is none. Reads its chunk alone. */
  page(scan: StoredPages, at: number): Promise<PageRecord | undefined>;
  /** Writes the summary down, once all pages are there. */
  writeSummary(scan: StoredPages): Promise<void>;
  /** As it was written down; made of the pages when it was not, which takes a large scan a third of a second. */
  summary(scan: StoredPages): Promise<PageSummary>;
  remove(scan: StoredPages): Promise<void>;
}

/** Page results in compressed chunks. */
export function createPageStore(store: Store): PageStore {
  const chunks = packedDocuments<readonly PageRecord[]>(store, 'scan-pages');
  const summaries = packedDocuments<PageSummary>(store, 'scan-page-summaries');
  const keyOf = ({ id, run }: Omit<StoredPages, 'chunkCount'>, part: string, chunk: number) =>
    `${id}:${run}:${part}:${chunk}`;
  const summaryKeyOf = ({ id, run }: StoredPages) => `${id}:${run}`;

  const readPart = async (key: string) => (await chunks.get(key)) ?? [];
  const readChunk = async (scan: StoredPages, chunk: number): Promise<readonly PageRecord[]> => {
    const [early, late] = await Promise.all([
      readPart(keyOf(scan, 'early', chunk)),
      readPart(keyOf(scan, 'late', chunk)),
    ]);
    return early.map(({ url, checks }, at) => ({
      url,
      checks: [...checks, ...(late[at]?.checks ?? [])].sort(catalogueOrder),
    }));
  };
  async function* read(scan: StoredPages): AsyncGenerator<readonly PageRecord[]> {
    for (let chunk = 0; chunk < scan.chunkCount; chunk += 1) yield await readChunk(scan, chunk);
  }

  return {
    read,
    async write(scan, part, chunk, pages) {
      await chunks.set(keyOf(scan, part, chunk), pages);
    },
    async page(scan, at) {
      return (await readChunk(scan, Math.floor(at / CHUNK_PAGES)))[at % CHUNK_PAGES];
    },
    async writeSummary(scan) {
      await summaries.set(summaryKeyOf(scan), await summarizePages(read(scan)));
    },
    async summary(scan) {
      return (await summaries.get(summaryKeyOf(scan))) ?? summarizePages(read(scan));
    },
    async remove(scan) {
      await summaries.delete(summaryKeyOf(scan));
      for (let chunk = 0; chunk < scan.chunkCount; chunk += 1) {
        await chunks.delete(keyOf(scan, 'early', chunk));
        await chunks.delete(keyOf(scan, 'late', chunk));
      }
    },
  };
}

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Documents that are kept compressed. */
export interface PackedDocuments<Value> {
  get(key: string): Promise<Value | undefined>;
  set(key: string, value: Value): Promise<void>;
  delete(key: string): Promise<void>;
}

/** Results of checks repeat their words: they pack about five to one, many pages together about ten to one. */
export function packedDocuments<Value>(store: Store, name: string): PackedDocuments<Value> {
  const documents = store.documents<string | Value>(name);
  return {
    async get(key) {
      const stored = await documents.get(key);
      // Only `set` writes packed strings; any other value is from before packing.
      return typeof stored === 'string' ? ((await unpack(stored)) as Value) : stored;
    },
    async set(key, value) {
      await documents.set(key, await pack(value));
    },
    async delete(key) {
      await documents.delete(key);
    },
  };
}

const pack = async (value: unknown): Promise<string> => (await deflate(JSON.stringify(value))).toString('base64');
const unpack = async (packed: string): Promise<unknown> =>
  JSON.parse((await inflate(Buffer.from(packed, 'base64'))).toString());

/** One page of a scan in a table: which checks are not passed there. */
export interface PageRow {
  readonly url: string;
  readonly fails: readonly string[];
  readonly warns: readonly string[];
  readonly errors: readonly string[];
  readonly passed: number;
  /** Undefined where not all checks were kept, and in scans from before pages had a score. */
  readonly score?: number;
}

/** A result of the page at a place of the scan, from 0. */
export interface PlacedRecord {
  readonly at: number;
  readonly record: CheckRecord;
}

/** The page figures of a report: a hundredth of the stored data of all pages, as plain JSON. */
export interface PageSummary {
  /** In scan order. */
  readonly rows: readonly PageRow[];
  readonly findings: readonly (readonly [string, Finding])[];
  /** The first failure of each check, and its first warning when that came before. */
  readonly worst: readonly PlacedRecord[];
  /** Of each check the first result that could not be measured. */
  readonly unmeasured: readonly CheckRecord[];
  /** How many pages each check does not apply to. */
  readonly notApplicable: Readonly<Record<string, number>>;
}

/** Reads all pages of a scan once, a chunk at a time. */
export async function summarizePages(
  chunks: AsyncIterable<readonly PageRecord[]> | Iterable<readonly PageRecord[]>,
): Promise<PageSummary> {
  const rows: PageRow[] = [];
  const findings: Findings = new Map();
  const worst: PlacedRecord[] = [];
  const unmeasured = new Map<string, CheckRecord>();
  const notApplicable = new Map<string, number>();
  const isNew = createNovelty();
  for await (const chunk of chunks) {
    collectPageFindings(findings, chunk);
    for (const page of chunk) {
      for (const record of page.checks) {
        const { id, status } = record;
        if (status === 'na') notApplicable.set(id, (notApplicable.get(id) ?? 0) + 1);
        else if (status === 'error') unmeasured.set(id, unmeasured.get(id) ?? record);
        else if (status !== 'pass' && isNew(id, status)) worst.push({ at: rows.length, record });
      }
      rows.push(rowOf(page));
    }
  }
  return {
    rows,
    findings: [...findings],
    worst,
    unmeasured: [...unmeasured.values()],
    notApplicable: Object.fromEntries(notApplicable),
  };
}

/** Whether a finding is worse than all before it of the same check. */
function createNovelty(): (id: string, status: 'fail' | 'warn') => boolean {
  const seen = new Map<string, 'fail' | 'warn'>();
  return (id, status) => {
    const before = seen.get(id);
    if (before === 'fail' || before === status) return false;
    seen.set(id, status);
    return true;
  };
}

function rowOf({ url, checks }: PageRecord): PageRow {
  const idsOf = (wanted: CheckRecord['status']) => checks.flatMap(({ id, status }) => (status === wanted ? id : []));
  return {
    url,
    fails: idsOf('fail'),
    warns: idsOf('warn'),
    errors: idsOf('error'),
    passed: checks.filter(({ status }) => status === 'pass').length,
    ...defined({ score: pageScore(checks) }),
  };
}

/** The results that a summary keeps, page by page in scan order, each page's in catalogue order. */
export function keptRecords({ rows, worst, unmeasured }: PageSummary): PageRecord[] {
  const errors = new Map(unmeasured.map((record) => [record.id, record]));
  const worstOf = new Map<number, CheckRecord[]>();
  for (const { at, record } of worst) worstOf.set(at, [...(worstOf.get(at) ?? []), record]);
  return rows.flatMap(({ url, errors: ids }, at) => {
    const checks = [...(worstOf.get(at) ?? []), ...ids.flatMap((id) => errors.get(id) ?? [])];
    return checks.length === 0 ? [] : [{ url, checks: checks.sort(catalogueOrder) }];
  });
}
