import { setTimeout as delay } from 'node:timers/promises';

/** Requests a second of each kind. 60 starts in a minute are what a Team key may have. */
export const RATES = { ask: 10, mcp: 5, get_scan: 5, start: 1 } as const;
export type Kind = keyof typeof RATES;
export const KINDS = Object.keys(RATES) as readonly Kind[];

/** Whom the traffic goes to, and what it asks for. */
export interface Destination {
  readonly url: string;
  readonly key: string;
  /** A site of which every start scans one page. */
  readonly site: string;
  /** A scan that has ended, to be read. */
  readonly pollUrl: string;
}

export interface Traffic {
  /** Milliseconds from when a request was due to the end of its answer. */
  readonly times: Readonly<Record<Kind, number[]>>;
  /** Answers by their status; 0 is none. */
  readonly statuses: Map<number, number>;
}

/** Sends each request at its time, whether or not the one before was answered, and waits for the last answer. */
export async function drive(destination: Destination, durationMs: number): Promise<Traffic> {
  const traffic: Traffic = { times: { ask: [], mcp: [], get_scan: [], start: [] }, statuses: new Map() };
  const startedMs = performance.now();
  const lines = KINDS.map(async (kind) => {
    const underWay: Promise<void>[] = [];
    for (let sent = 0; ; sent += 1) {
      const dueMs = startedMs + (sent * 1000) / RATES[kind];
      if (dueMs > startedMs + durationMs) break;
      await delay(Math.max(0, dueMs - performance.now()));
      underWay.push(
        statusOf(destination, kind, sent).then((status) => {
          // From the due time, so that the delay of a stalled service counts for the requests behind too.
          traffic.times[kind].push(performance.now() - dueMs);
          traffic.statuses.set(status, (traffic.statuses.get(status) ?? 0) + 1);
        }),
      );
    }
    await Promise.all(underWay);
  });
  await Promise.all(lines);
  return traffic;
}

/** Sends one request and reads the answer to its end; 0 when there is none. */
async function statusOf({ url, key, site, pollUrl }: Destination, kind: Kind, number: number): Promise<number> {
  const authorization = { authorization: `Bearer ${key}` };
  const post = (path: string, headers: Readonly<Record<string, string>>, body: unknown) =>
    fetch(url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        // As many callers, none of whom comes to the limit of an address.
        'x-forwarded-for': `10.${(number >> 8) & 255}.${number & 255}.1`,
        ...headers,
      },
      body: JSON.stringify(body),
    });
  const send = {
    ask: () => post('/api/v1/ask', {}, { query: { text: 'How is a scan scored?' } }),
    mcp: () =>
      post(
        '/mcp',
        {},
        {
          jsonrpc: '2.0',
          id: number,
          method: 'tools/call',
          params: { name: 'ask', arguments: { query: { text: 'robots.txt' } } },
        },
      ),
    get_scan: () => fetch(url + pollUrl, { headers: authorization }),
    start: () => post('/api/v1/scans', authorization, { url: site, pageLimit: 1 }),
  }[kind];
  try {
    const response = await send();
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}
