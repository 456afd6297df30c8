import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceProcess } from './service-process.ts';

/** Where scans are started, and as whom. */
export type Endpoint = Pick<ServiceProcess, 'url' | 'key'>;

const headersOf = ({ key }: Endpoint) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' });

export interface StartedScan {
  readonly id: string;
  readonly pollUrl: string;
}

/** @throws Error when the scan was not accepted */
export async function startScan(endpoint: Endpoint, target: string, pageLimit: number): Promise<StartedScan> {
  const body = JSON.stringify({ url: target, pageLimit });
  const response = await fetch(`${endpoint.url}/api/v1/scans`, { method: 'POST', headers: headersOf(endpoint), body });
  if (response.status !== 202) throw new Error(`no scan was started: ${response.status} ${await response.text()}`);
  // What the contract has a 202 hold.
  return (await response.json()) as StartedScan;
}

/**
 * Looks until the scan has ended, in the list of scans, which is small whatever a scan holds: waiting costs next to
 * nothing. Answers the pages scanned.
 * @throws Error when it failed
 */
export async function untilScanned(endpoint: Endpoint, { id, pollUrl }: StartedScan, everyMs: number): Promise<number> {
  for (;;) {
    await delay(everyMs);
    const list = (await (
      await fetch(`${endpoint.url}/api/v1/scans?limit=100`, { headers: headersOf(endpoint) })
    ).json()) as {
      data: { id: string; pagesScanned: number | null; siteScore: number | null }[];
    };
    const scan = list.data.find((each) => each.id === id);
    if (scan?.pagesScanned == null) continue;
    if (scan.siteScore !== null) return scan.pagesScanned;
    throw new Error(
      `the scan failed: ${await (await fetch(endpoint.url + pollUrl, { headers: headersOf(endpoint) })).text()}`,
    );
  }
}
