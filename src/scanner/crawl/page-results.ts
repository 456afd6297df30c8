import type { CheckRecord } from '../model/result.ts';
import type { PageRecord, ScanSink } from '../model/scan.ts';
import type { PageTotals } from '../model/score.ts';

/** Pages that are handed to the sink together. */
export const CHUNK_PAGES = 50;

interface ResultParts {
  readonly sink: ScanSink;
  readonly pageLimit: number;
  /** Called with every page and its records, in scan order. */
  onPage(page: PageRecord): void;
  /** Called once, with the pages of the first whole waves, or with all there are. */
  onFirstPages(pages: readonly PageRecord[]): void;
}

/** The results of the pages of a crawl on their way to the sink, with their counts. */
interface PageResults {
  /** Pages that were added. */
  readonly scanned: number;
  readonly chunkCount: number;
  readonly unreadable: PageTotals['unreadable'];
  /** @param discovered how many pages are known, once the page is handed on */
  add(page: PageRecord, discovered: () => number): Promise<void>;
  /** Hands on the first pages, unless they were handed on. */
  endFirstPages(): void;
  /** Hands on the rest of the pages. */
  flush(): Promise<void>;
}

/** Hands the pages of a crawl on, chunk by chunk, with its progress. */
export function createPageResults({ sink, pageLimit, onPage, onFirstPages }: ResultParts): PageResults {
  const fails = new Map<string, number>();
  const unreadable = { wall: 0, shell: 0, both: 0 };
  let firstPages: PageRecord[] | undefined = [];
  let chunk: PageRecord[] = [];
  let chunkCount = 0;
  let scanned = 0;

  const flush = async () => {
    if (chunk.length === 0) return;
    await sink.pages(chunkCount, chunk);
    chunkCount += 1;
    chunk = [];
  };
  const count = (records: readonly CheckRecord[]) => {
    for (const { id, status } of records) if (status === 'fail') fails.set(id, (fails.get(id) ?? 0) + 1);
    const wall = records.some(({ id, status }) => id === 'P4' && status === 'fail');
    const shell = records.some(({ id, status }) => id === 'P5' && status === 'fail');
    if (wall || shell) unreadable[wall && shell ? 'both' : wall ? 'wall' : 'shell'] += 1;
  };

  return {
    get scanned() {
      return scanned;
    },
    get chunkCount() {
      return chunkCount;
    },
    unreadable,
    async add(page, countDiscovered) {
      scanned += 1;
      onPage(page);
      firstPages?.push(page);
      count(page.checks);
      chunk.push(page);
      if (chunk.length === CHUNK_PAGES) await flush();
      const discovered = countDiscovered();
      sink.progress({
        pagesDiscovered: discovered,
        pagesScanned: scanned,
        currentUrl: page.url,
        phase: { name: 'pages', done: scanned, of: Math.max(scanned, Math.min(discovered, pageLimit)) },
        fails: Object.fromEntries(fails),
      });
    },
    endFirstPages() {
      const pages = firstPages;
      firstPages = undefined;
      if (pages !== undefined) onFirstPages(pages);
    },
    flush,
  };
}
