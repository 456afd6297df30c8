import { startServerScript } from './server-script.ts';
import { cpuMsOf } from './service-process.ts';

export interface BareServer {
  readonly origin: string;
  /** User and system time used so far, in milliseconds (Linux). */
  cpuMs(): number;
  stop(): Promise<void>;
}

/** An answer that is always the same. */
export interface BareAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding']);

/** What a server answers to one request, as the bare server can send it again. */
export async function recordAnswer(url: string, headers: Readonly<Record<string, string>>): Promise<BareAnswer> {
  const response = await fetch(url, { headers: { ...headers, 'accept-encoding': 'identity' } });
  const head = [...response.headers].filter(([name]) => !OF_THE_CONNECTION.has(name));
  return { status: response.status, headers: Object.fromEntries(head), body: await response.text() };
}

/** Starts bare-h3.ts in a process of its own: what a server on h3 can do at most. @param answers by path and query */
export async function startBareServer(answers: Readonly<Record<string, BareAnswer>>): Promise<BareServer> {
  const { url, child, stop } = await startServerScript('bench/bare-h3.ts', [], JSON.stringify(answers));
  return { origin: new URL(url).origin, cpuMs: () => cpuMsOf(child), stop };
}
