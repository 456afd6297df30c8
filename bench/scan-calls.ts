import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceProcess } from './service-process.ts';

/** Where scans are started, and as whom. */
export type Door = Pick<ServiceProcess, 'url' | 'key'>;

const headersOf = ({ key }: Door) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' });

export interface StartedScan {
  readonly id: string;
  readonly pollUrl: string;
}

/** @throws Error when the scan was not accepted */
export async function startScan(door: Door, target: string, pageLimit: number): Promise<StartedScan> {
  const body = JSON.stringify({ url: target, pageLimit });
  const response = await fetch(`${door.url}/api/v1/scans`, { method: 'POST', headers: headersOf(door), body });
  if (response.status !== 202) throw new Error(`no scan was started: ${response.status} ${await response.text()}`);
  // What the contract has a 202 hold.
  return (await response.json()) as StartedScan;
}

/**
 * Looks until the scan has ended, in the list of scans, which is small whatever a scan holds: waiting costs next to
 * nothing. Answers the pages scanned.
 * @throws Error when it failed
 */
export async function untilScanned(door: Door, { id, pollUrl }: StartedScan, everyMs: number): Promise<number> {
  for (;;) {
    await delay(everyMs);
    const list = (await (await fetch(`${door.url}/api/v1/scans?limit=100`, { headers: headersOf(door) })).json()) as {
      data: { id: string; pagesScanned: number | null; siteScore: number | null }[];
    };
    const scan = list.data.find((each) => each.id === id);
    if (scan?.pagesScanned == null) continue;
    if (scan.siteScore !== null) return scan.pagesScanned;
    throw new Error(`the scan failed: ${await (await fetch(door.url + pollUrl, { headers: headersOf(door) })).text()}`);
  }
}
