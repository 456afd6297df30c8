import { wait } from '../client/wait.ts';
import { Scan, StartScanResponse } from '../schema/scan.ts';
import type { CallTool } from './local-engine.ts';

export interface FollowOptions {
  readonly url: string;
  readonly pageLimit?: number | undefined;
  /** Within a day the same key answers the same scan. */
  readonly idempotencyKey?: string | undefined;
  /** Between two looks at the scan; default 300 ms, which only this process is bothered by. */
  readonly pollMs?: number;
  readonly signal?: AbortSignal | undefined;
  /** Told the state of the scan, without its pages, at every look. */
  onProgress?(scan: Scan): void;
}

/** Starts a scan and waits until it has ended; answers it without its pages. Rejects when `signal` is aborted. */
export async function followScan(
  call: CallTool,
  { url, pageLimit, idempotencyKey, pollMs = 300, signal, onProgress }: FollowOptions,
): Promise<Scan> {
  const input = {
    url,
    ...(pageLimit === undefined ? {} : { pageLimit }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  };
  const { id } = StartScanResponse.parse(await call('start_scan', input));
  for (;;) {
    const scan = Scan.parse(await call('get_scan', { id, pages: 'none' }));
    onProgress?.(scan);
    if (scan.status !== 'running') return scan;
    await wait(pollMs, signal);
  }
}
