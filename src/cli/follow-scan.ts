import { Scan, StartScanResponse } from '../schema/scan.ts';
import type { CallTool } from './local-engine.ts';

const POLL_MS = 300;

export interface ScanOptions {
  readonly url: string;
  readonly pageLimit?: number | undefined;
  /** Told the state of the scan about three times a second. */
  onProgress?(scan: Scan): void;
}

/** Starts a scan and waits until it has ended; answers it without its pages. */
export async function followScan(call: CallTool, { url, pageLimit, onProgress }: ScanOptions): Promise<Scan> {
  const input = { url, ...(pageLimit === undefined ? {} : { pageLimit }) };
  const { id } = StartScanResponse.parse(await call('start_scan', input));
  for (;;) {
    const scan = Scan.parse(await call('get_scan', { id, pages: 'none' }));
    onProgress?.(scan);
    if (scan.status !== 'running') return scan;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
