import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { openRepositories } from '../src/app/repositories.ts';
import { createAdmission } from '../src/auth/admit.ts';
import { createIdempotency } from '../src/auth/idempotency.ts';
import { createQuotas } from '../src/auth/quotas.ts';
import { createLog } from '../src/log.ts';
import { defineTool, type ToolServices } from '../src/tools/define-tool.ts';
import { createGate } from '../src/tools/gate.ts';
import { manyPages } from '../test/fixtures/sites/many-pages.ts';
import { serveSite } from '../test/support/site-server.ts';
import { recordAnswer, startBareServer } from './bare-process.ts';
import { type LoadFigures, measureLoad } from './http-load.ts';
import { startScan, untilScanned } from './scan-calls.ts';
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

/**
 * Reads and refusals over HTTP compared with a bare handler that sends the same bytes, and the cost of each step of a
 * call.
 */
export async function benchApi(): Promise<string> {
  const service = await startServiceProcess({ ALLOWED_PRIVATE_HOSTS: '127.0.0.1', TRUSTED_PROXIES: '1' });
  try {
    const id = await scanOnce(service);
    const keys = [service.key];
    for (let at = 0; at < MORE_KEYS; at += 1) keys.push(await service.newKey('bench'));
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
  const started = await startScan(service, `${site.origin}/`, PAGES);
  await untilScanned(service, started, POLL_MS);
  await site.close();
  return started.id;
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
    await bare.stop();
  }
}

/** Goes in and comes out. */
const nothing = defineTool({
  name: 'nothing',
  title: 'Nothing',
  description: 'Does nothing.',
  input: z.object({ id: z.string() }),
  output: z.object({ id: z.string() }),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  access: 'key',
  budget: 'other',
  summarize: ({ id }) => id,
  handle: async ({ id }) => ({ id }),
});

/** Microseconds of the steps that every call has, one after the other on an idle store. */
async function costOfSteps(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'legible-bench-'));
  const { store, accounts, apiKeys } = await openRepositories({ dataDir });
  const quotas = createQuotas(store);
  const caller = (at: number) => ({ kind: 'address', address: `10.0.${at >> 8}.${at & 255}` }) as const;
  const spent = { kind: 'address', address: '192.0.2.1' } as const;
  for (let at = 0; at < 3; at += 1) await quotas.draw(spent, 'anonymous-scan');
  const account = await accounts.create({ email: 'bench@localhost', plan: 'pro' });
  const { key } = await apiKeys.create(account, 'bench');
  const admission = createAdmission({ accounts, apiKeys, quotas, requiresTls: false });
  const credentials = { authorization: `Bearer ${key}`, clientAddress: '192.0.2.1', isSecure: false };
  // The tool does nothing, so it asks for no services and scans no address.
  const services = {} as ToolServices;
  const targets = { accept: () => Promise.reject(new Error('not asked')) };
  const gate = createGate({ tools: [nothing], quotas, idempotency: createIdempotency(store), targets, services });
  // Whom no window counts: the gate alone.
  const operator = { kind: 'operator', accountId: account.id } as const;
  const request = new AbortController();
  const log = createLog('info', { write: () => {} });
  const steps: [string, (at: number) => unknown][] = [
    ['knowing whose key it is', () => admission.identify(credentials)],
    ['the gate', () => gate.call({ tool: nothing.name, input: { id: 'a' }, caller: operator, request })],
    ['drawing on a quota, until that is on disk', (at) => quotas.draw(caller(at), 'fair-use')],
    ['being refused by a quota', () => quotas.draw(spent, 'anonymous-scan').catch(() => {})],
    ['a log line', (at) => log.info({ at, path: '/api/v1/scans' }, 'a line')],
  ];
  const figures: string[] = [];
  for (const [name, step] of steps) {
    for (let at = 0; at < STEP_ROUNDS; at += 1) await step(at);
    const startedMs = performance.now();
    for (let at = 0; at < STEP_ROUNDS; at += 1) await step(at);
    figures.push(`${name} ${(((performance.now() - startedMs) * 1000) / STEP_ROUNDS).toFixed(1)} µs`);
  }
  await store.close();
  rmSync(dataDir, { recursive: true });
  return figures.join(', ');
}
