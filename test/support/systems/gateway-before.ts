import { startGateway } from '../../../src/middleware/gateway/gateway.ts';
import { freePort } from '../npm-tools.ts';

export interface RunningGateway {
  /** http://127.0.0.1:port, also its public origin. */
  readonly origin: string;
  close(): Promise<void>;
}

/** A gateway before a system, as its owner starts it who trusts that visitors without cookies see public pages. */
export async function gatewayBefore(target: string, anonymousIsPublic: boolean): Promise<RunningGateway> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const options = { host: '127.0.0.1', port, trustsClients: false, origin, anonymousIsPublic };
  const gateway = await startGateway({ ...options, target: new URL(target) });
  return { origin, close: () => gateway.close(1000) };
}

/** The crawl itself may take a minute. */
const LISTED_MS = 90_000;

/** Waits until llms.txt, which grows during the crawl, lists this many pages. @throws Error after 90 s */
export async function untilListed(origin: string, pages: number): Promise<void> {
  const untilMs = performance.now() + LISTED_MS;
  let count = 0;
  while (performance.now() < untilMs) {
    const text = await (await fetch(`${origin}/llms.txt`)).text();
    count = text.split('\n- ').length - 1;
    if (count >= pages) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`llms.txt lists ${count} pages, not ${pages}`);
}
