import { wait } from '../client/wait.ts';
import type { LocalScanOptions } from '../scanner/model/scan.ts';
import { Scan, StartScanResponse } from '../schema/scan.ts';
import type { CallTool } from './local-engine.ts';

export interface FollowOptions {
  readonly url: string;
  readonly pageLimit?: number | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly canonicalOrigin?: string | undefined;
  readonly checks?: readonly string[] | undefined;
  /** Within a day the same key answers the same scan. */
  readonly idempotencyKey?: string | undefined;
  /** Only where this process scans. */
  readonly local?: LocalScanOptions | undefined;
  /** Polling interval; default 300 ms, because it only loads this process. */
  readonly pollMs?: number;
  readonly signal?: AbortSignal | undefined;
  /** Waits for events of the scan: resolves when it has ended, or when no more events come and it must be polled. */
  readonly hear?: HearScan | undefined;
  /** Called with the scan's progress, at every poll and every event. */
  onProgress?(progress: ScanProgress): void;
}

export type ScanProgress = Pick<Scan, 'pagesScanned' | 'pagesDiscovered'>;
/** Rejects only when the command is aborted. */
export type HearScan = (scanId: string, onProgress: (progress: ScanProgress) => void) => Promise<void>;

/** Why a scan has no grade and what to do, in one line. */
export function whyFailed({ siteChecks }: Pick<Scan, 'siteChecks'>): string {
  const { message, howToFix } = siteChecks.find(({ status }) => status === 'error') ?? {};
  return `${message ?? 'no page could be read.'} ${howToFix ?? ''}`.trimEnd();
}

/** Starts a scan and waits until it has ended; answers it without its pages. Rejects when `signal` is aborted. */
export async function followScan(
  call: CallTool,
  { pollMs = 300, signal, hear, onProgress, local, ...input }: FollowOptions,
): Promise<Scan> {
  const { id } = StartScanResponse.parse(await call('start_scan', input, local));
  await hear?.(id, (progress) => onProgress?.(progress));
  for (;;) {
    const scan = Scan.parse(await call('get_scan', { id, pages: 'none' }));
    onProgress?.(scan);
    if (scan.status !== 'running') return scan;
    await wait(pollMs, signal);
  }
}
