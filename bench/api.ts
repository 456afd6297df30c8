import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccounts } from '../src/auth/accounts.ts';
import { createApiKeys } from '../src/auth/api-keys.ts';
import { createQuotas } from '../src/auth/quotas.ts';
import { createLog } from '../src/log.ts';
import { openStore } from '../src/store/open-store.ts';
import { createAnswerCache, keptAnswer } from '../src/tools/answer-cache.ts';
import { manyPages } from '../test/fixtures/sites/many-pages.ts';
import { serveSite } from '../test/support/site-server.ts';
import { recordAnswer, startBareServer } from './bare-process.ts';
import { type LoadFigures, measureLoad } from './http-load.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

const PAGES = 25;
const CONNECTIONS = 32;
const ROUND_MS = 600;
const ROUNDS = 3;
/** Below the 720 reads a minute of a team's key, and the 60 failures of an address. */
const READS_A_KEY = 680;
/** As many as an account may have, with the one it has. */
const MORE_KEYS = 19;
const FAILURES_AN_ADDRESS = 50;
const POLL_MS = 200;
const STEP_ROUNDS = 2000;

/** Reads and refusals over HTTP beside a bare handler that sends the same bytes, and what each step of a call costs. */
export async function benchApi(): Promise<string> {
  const service = await startServiceProcess({ ALLOWED_PRIVATE_HOSTS: '127.0.0.1', TRUSTED_PROXIES: '1' });
  try {
    const id = await scanOnce(service);
    const keys = [service.key, ...(await moreKeys(service))];
    const path = `/api/v1/scans/${id}`;
    let reads = 0;
    const read = () => {
      reads += 1;
      return { path, headers: { authorization: `Bearer ${keys[Math.floor(reads / READS_A_KEY) % keys.length]}` } };
    };
    let refusals = 0;
    const refusal = () => {
      refusals += 1;
      const address = Math.floor(refusals / FAILURES_AN_ADDRESS);
      const from = `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`;
      return { path, headers: { 'x-forwarded-for': from } };
    };
    const readRow = await beside(service.url, 200, read);
    const noKeyRow = await beside(service.url, 401, refusal);
    const spent = { path, headers: { authorization: `Bearer ${keys.at(-1)}` } };
    await spend(service.url, spent);
    const refusedRow = await beside(service.url, 429, () => spent);
    const steps = await costOfSteps();
    return `
A scan of ${PAGES} pages (${(readRow.bytes / 1024).toFixed(0)} KB of JSON, not compressed), ${CONNECTIONS} connections. Ratios are to a bare h3 handler that sends the same bytes, in turns with it. Target: at least 0.35.

| | requests a second | p99 | bare h3 | bare p99 | ratio |
|---|---|---|---|---|---|
${[
  ['GET /api/v1/scans/{id}', readRow] as const,
  ['the same over the limit: 429', refusedRow] as const,
  ['the same without a key: 401', noKeyRow] as const,
]
  .map(
    ([name, { ours, bare }]) =>
      `| ${name} | ${ours.perSecond.toFixed(0)} | ${ours.p99Ms.toFixed(0)} ms | ${bare.perSecond.toFixed(0)} | ${bare.p99Ms.toFixed(0)} ms | ${(ours.perSecond / bare.perSecond).toFixed(2)} |`,
  )
  .join('\n')}

What a call pays, each alone: ${steps}.
`;
  } finally {
    await service.stop();
  }
}

async function scanOnce(service: ServiceProcess): Promise<string> {
  const site = await serveSite(manyPages(PAGES + 5));
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ url: `${site.origin}/`, pageLimit: PAGES });
  const started = await fetch(`${service.url}/api/v1/scans`, { method: 'POST', headers, body });
  const { id } = (await started.json()) as { id: string };
  for (;;) {
    const scan = (await (await fetch(`${service.url}/api/v1/scans/${id}`, { headers })).json()) as { status: string };
    if (scan.status !== 'running') break;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  await site.close();
  return id;
}

async function moreKeys({ dataDir, key }: ServiceProcess): Promise<string[]> {
  const store = await openStore({ dataDir });
  const apiKeys = createApiKeys(store);
  const record = await apiKeys.verify(key);
  const account = record === undefined ? undefined : await createAccounts(store).get(record.accountId);
  if (account === undefined) throw new Error('the key is not one of the service');
  const keys: string[] = [];
  for (let at = 0; at < MORE_KEYS; at += 1) keys.push((await apiKeys.create(account, `bench ${at}`)).key);
  await store.close();
  return keys;
}

/** Draws on a key's reads until nothing is left for a minute. */
async function spend(origin: string, { path, headers }: ReturnType<RequestOf>): Promise<void> {
  while ((await fetch(origin + path, { method: 'HEAD', headers })).status !== 429);
}

type RequestOf = () => { path: string; headers: Record<string, string> };

/** The service and the bare handler in turns, so that what else the machine does hits both; means of all rounds. */
async function beside(origin: string, status: number, request: RequestOf) {
  const first = request();
  const answer = await recordAnswer(origin + first.path, first.headers);
  const bare = await startBareServer({ [first.path]: answer });
  try {
    const load = { connections: CONNECTIONS, durationMs: ROUND_MS, status };
    const measureOurs = () => measureLoad({ ...load, origin, request });
    const measureBare = () => measureLoad({ ...load, origin: bare.origin, request: () => first });
    await measureOurs();
    await measureBare();
    const rounds: { ours: LoadFigures; bare: LoadFigures }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ ours: await measureOurs(), bare: await measureBare() });
    }
    const mean = (of: 'ours' | 'bare') => ({
      perSecond: rounds.reduce((sum, each) => sum + each[of].perSecond, 0) / ROUNDS,
      p99Ms: rounds.reduce((sum, each) => sum + each[of].p99Ms, 0) / ROUNDS,
    });
    return { bytes: Buffer.byteLength(answer.body), ours: mean('ours'), bare: mean('bare') };
  } finally {
    bare.stop();
  }
}

/** Microseconds of the steps that every call has, one after the other on an idle store. */
async function costOfSteps(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'legible-bench-'));
  const store = await openStore({ dataDir });
  const quotas = createQuotas(store);
  const caller = (at: number) => ({ kind: 'address', address: `10.0.${at >> 8}.${at & 255}` }) as const;
  const log = createLog('info', { write: () => {} });
  const cache = createAnswerCache(1 << 20);
  cache.set(
    'a',
    keptAnswer({ a: 1 }, () => ''),
  );
  const steps: [string, (at: number) => unknown][] = [
    ['drawing on a quota', (at) => quotas.draw(caller(at), 'fair-use')],
    ['a log line', (at) => log.info({ at, path: '/api/v1/scans' }, 'a line')],
    ['finding a kept answer', () => cache.get('a')?.bytes()],
  ];
  const figures: string[] = [];
  for (const [name, step] of steps) {
    for (let at = 0; at < STEP_ROUNDS; at += 1) await step(at);
    const startedMs = performance.now();
    for (let at = 0; at < STEP_ROUNDS; at += 1) await step(at);
    figures.push(`${name} ${(((performance.now() - startedMs) * 1000) / STEP_ROUNDS).toFixed(0)} µs`);
  }
  await store.close();
  rmSync(dataDir, { recursive: true });
  return figures.join(', ');
}
