import type { AskAnswer } from '../schema/ask.ts';
import type { Comparison } from '../schema/comparison.ts';
import type { Explanation } from '../schema/explanation.ts';
import type { PageView } from '../schema/page-view.ts';
import type { McpScanResponse, ResultReport, Scan, ScanListResponse, StartScanResponse } from '../schema/scan.ts';
import type { WatchAnswer, WatchList } from '../schema/watch.ts';
import type { OperationId } from './operations.ts';
import { type ClientOptions, createSend, LegibleError, wait as realWait } from './send.ts';

export type {
  AskAnswer,
  ClientOptions,
  Comparison,
  Explanation,
  McpScanResponse,
  PageView,
  ResultReport,
  Scan,
  ScanListResponse,
  StartScanResponse,
  WatchAnswer,
  WatchList,
};
export { LegibleError };

export interface StartScanInput {
  /** Root URL of the site or section; at most 2,000 characters. */
  readonly url: string;
  /** 1 to 2,000; default 100. */
  readonly pageLimit?: number | undefined;
  /** Pages to leave out, as up to 100 path patterns of robots.txt. */
  readonly exclude?: string[] | undefined;
  /** Origin where a preview will be published. */
  readonly canonicalOrigin?: string | undefined;
  /** Ids of the checks to report and fix; the score counts all checks. */
  readonly checks?: string[] | undefined;
  /** 1 to 255 of A-Z, a-z, 0-9, _ and -. Within a day the same key answers the same scan; default a new one a call. */
  readonly idempotencyKey?: string | undefined;
}

export interface ViewPageInput {
  /** URL of the page; at most 2,000 characters. */
  readonly url: string;
  /** The reader; default coding-assistant. */
  readonly as?: PageView['reader']['id'] | undefined;
  /** Id of a check of pages, such as P24, whose result is wanted too. */
  readonly check?: string | undefined;
}

export interface ReportResultInput {
  /** Id or share token of the scan. */
  readonly id: string;
  readonly checkId: string;
  /** URL of the page, for a check of pages. */
  readonly page?: string | undefined;
  /** Why the result is wrong; 1 to 1,000 characters. */
  readonly reason: string;
}

export interface WatchSiteInput {
  /** Root URL of the site. */
  readonly url: string;
  /** off ends the watch. */
  readonly cadence: 'hourly' | 'daily' | 'weekly' | 'monthly' | 'off';
  /** 1 to 2,000; default 100. With cadence hourly at most 25, which is its default. */
  readonly pageLimit?: number | undefined;
}

export interface WaitOptions {
  /** Between two reads of the scan, in milliseconds; default 1,000. */
  readonly pollMs?: number | undefined;
  /** Called with the state of the scan, without its pages, after every read. */
  readonly onProgress?: ((scan: Scan) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface AskInput {
  /** 1 to 2,000 characters. */
  readonly query: string;
  readonly mode?: 'list' | 'summarize' | undefined;
  readonly itemType?: 'methodology' | 'checks' | 'specs' | 'llms-txt' | 'check' | 'page' | 'recipe' | 'any' | undefined;
  /** The query before this one. */
  readonly prev?: string | undefined;
}

/** The API, typed. Every method rejects with a LegibleError, after the retries that the service prescribes. */
export interface LegibleClient {
  startScan(input: StartScanInput, signal?: AbortSignal): Promise<StartScanResponse>;
  /** `pages` defaults to all. */
  getScan(input: { id: string; pages?: 'failing' | 'all' | 'none' }, signal?: AbortSignal): Promise<Scan>;
  /** Newest first. `limit` is 1 to 100, default 20; `cursor` the nextCursor of the answer before. */
  listScans(input?: { limit?: number; cursor?: string }, signal?: AbortSignal): Promise<ScanListResponse>;
  /** Of a completed or failed scan, for good. A repeated call rejects with `not_found`. */
  deleteScan(input: { id: string }, signal?: AbortSignal): Promise<void>;
  /** Tells the operator that a result is wrong; the scan stays as it is. */
  reportResult(input: ReportResultInput, signal?: AbortSignal): Promise<ResultReport>;
  explainScan(input: { id: string }, signal?: AbortSignal): Promise<Explanation>;
  /** `with` is the earlier scan. */
  compareScans(input: { id: string; with: string }, signal?: AbortSignal): Promise<Comparison>;
  scanMcp(input: { endpoint: string }, signal?: AbortSignal): Promise<McpScanResponse>;
  ask(input: AskInput, signal?: AbortSignal): Promise<AskAnswer>;
  /** What one kind of agent receives of a page now. */
  viewPage(input: ViewPageInput, signal?: AbortSignal): Promise<PageView>;
  /** Begins, changes or ends the watch of a site. */
  watchSite(input: WatchSiteInput, signal?: AbortSignal): Promise<WatchAnswer>;
  listWatches(input?: Record<never, never>, signal?: AbortSignal): Promise<WatchList>;
  /** Waits for the end of a scan; answers it without its pages, also when it failed. */
  waitForScan(id: string, options?: WaitOptions): Promise<Scan>;
}

/** The answer of each operation. Every operation needs a method of that name above; `ask` calls the form with a body. */
type Answers = { [Id in Exclude<OperationId, 'askWithBody'>]: Awaited<ReturnType<LegibleClient[Id]>> } & {
  askWithBody: AskAnswer;
};

const POLL_MS = 1000;

/**
 * A client of one server. Needs nothing but `fetch`.
 * @throws TypeError for a key that must not be sent, such as over plain http
 */
export function createClient(options: ClientOptions): LegibleClient {
  const send = createSend<Answers>(options);
  const { wait = realWait } = options;
  return {
    startScan: (input, signal) =>
      // With a key of its own a start that is sent again, because its answer was lost, is still one scan.
      send('startScan', { ...input, idempotencyKey: input.idempotencyKey ?? crypto.randomUUID() }, signal),
    getScan: (input, signal) => send('getScan', input, signal),
    listScans: (input = {}, signal) => send('listScans', input, signal),
    deleteScan: (input, signal) => send('deleteScan', input, signal),
    reportResult: (input, signal) => send('reportResult', input, signal),
    explainScan: (input, signal) => send('explainScan', input, signal),
    compareScans: (input, signal) => send('compareScans', input, signal),
    scanMcp: (input, signal) => send('scanMcp', input, signal),
    ask: (input, signal) => send('askWithBody', input, signal),
    viewPage: (input, signal) => send('viewPage', input, signal),
    watchSite: (input, signal) => send('watchSite', input, signal),
    listWatches: (input = {}, signal) => send('listWatches', input, signal),
    async waitForScan(id, { pollMs = POLL_MS, onProgress, signal } = {}) {
      for (;;) {
        const scan = await send('getScan', { id, pages: 'none' }, signal);
        onProgress?.(scan);
        if (scan.status !== 'running') return scan;
        await wait(pollMs, signal);
      }
    },
  };
}
