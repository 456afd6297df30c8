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
  /** Between two looks at the scan; default 300 ms, which only this process is bothered by. */
  readonly pollMs?: number;
  readonly signal?: AbortSignal | undefined;
  /** Where the scan can be heard of: resolves when it has ended, or when nothing more is heard and it must be looked at. */
  readonly hear?: HearScan | undefined;
  /** Told how far the scan is, at every look and whenever something is heard of it. */
  onProgress?(progress: ScanProgress): void;
}

export type ScanProgress = Pick<Scan, 'pagesScanned' | 'pagesDiscovered'>;
/** Rejects only when the command is broken off. */
export type HearScan = (scanId: string, onProgress: (progress: ScanProgress) => void) => Promise<void>;

/** Why a scan has no grade, and what helps, in one line. */
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
