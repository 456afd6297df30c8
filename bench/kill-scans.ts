import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { openRepositories } from '../src/app/repositories.ts';
import { tinyLegit } from '../test/fixtures/sites/tiny-legit.ts';
import { newDataDir } from '../test/support/service.ts';
import { serveSite } from '../test/support/site-server.ts';
import { type KillOptions, startKilledService } from './killed-service.ts';

const CLIENTS = 3;
const BETWEEN_STARTS_MS = 400;
const RETRY_MS = 250;
/** Without the end of any scan: a minute in which an abandoned one is taken up, for each of its three attempts. */
const ENDED_WITHIN_MS = 180_000;
/** Of one client: with more, a slow machine would have hundreds of scans left when the kills are over. */
const UNFINISHED = 8;
const LATENCY_MS = 20;
const LIST_LIMIT = 100;
const BROKEN_OFF = /begun three times and broke off/;

export interface KilledScans {
  readonly kills: number;
  /** Scans whose start was answered with 202. */
  readonly acknowledged: number;
  readonly completed: number;
  /** Begun three times and broken off by a kill each time, after which a scan is given up. */
  readonly brokenOff: number;
  readonly failedOtherwise: number;
  /** Acknowledged, and not there any more. */
  readonly lost: number;
  readonly leftRunning: number;
  /** Scans whose start no client received: the retried request started a second one. */
  readonly twice: number;
}

/** Starts scans without a pause, each with an Idempotency-Key, while the service is killed again and again. */
export async function killDuringScans(options: KillOptions): Promise<KilledScans> {
  const { redisUrl } = options;
  const dataDir = await newDataDir();
  const { store, accounts, apiKeys } = await openRepositories({ dataDir, redisUrl });
  const account = await accounts.create({ email: 'kill@bench.example', plan: 'team' });
  const keys = await Promise.all(Array.from({ length: CLIENTS }, (_, at) => apiKeys.create(account, `client ${at}`)));
  await store.close();
  const site = await serveSite(tinyLegit, { latencyMs: LATENCY_MS });
  const acknowledged = new Map<string, string>();
  const service = await startKilledService(dataDir, {}, options, () => `${acknowledged.size} scans acknowledged`);
  const { start, stateOf, listAll } = createScanClient(service.url, `${site.origin}/`);
  let isOver = false;
  let lastEndMs = 0;

  async function keepStarting(key: string, client: number): Promise<void> {
    const started: string[] = [];
    while (!isOver) {
      const id = await start(key, `kill-${client}-${started.length}`);
      acknowledged.set(id, key);
      started.push(id);
      await delay(BETWEEN_STARTS_MS);
      const earlier = started.at(-UNFINISHED);
      while (earlier !== undefined && !isOver && (await stateOf(earlier, key)) === 'running') await delay(RETRY_MS);
    }
  }

  /** Once it has ended; `running` when it never does. */
  async function endOf(id: string, key: string): Promise<string> {
    for (;;) {
      const state = await stateOf(id, key);
      if (state !== 'running') lastEndMs = performance.now();
      if (state !== 'running' || performance.now() - lastEndMs > ENDED_WITHIN_MS) return state;
      await delay(RETRY_MS);
    }
  }

  const clients = Promise.all(keys.map(({ key }, at) => keepStarting(key, at)));
  const killed = await Promise.race([service.killAgainAndAgain(), clients.then(() => 0)]);
  isOver = true;
  await clients;
  lastEndMs = performance.now();
  const ends: string[] = [];
  for (const [id, key] of acknowledged) ends.push(await endOf(id, key));
  const listed = await listAll(keys[0]?.key ?? '');
  await service.stop();
  await site.close();
  await rm(dataDir, { recursive: true });
  const count = (end: string) => ends.filter((each) => each === end).length;
  return {
    kills: killed,
    acknowledged: acknowledged.size,
    completed: count('completed'),
    brokenOff: count('broken off'),
    failedOtherwise: count('failed'),
    lost: count('lost'),
    leftRunning: count('running'),
    twice: [...listed].filter((id) => !acknowledged.has(id)).length,
  };
}

/** A client of the contract that asks again until it is answered. */
function createScanClient(serviceUrl: string, siteUrl: string) {
  /** Sends the same request until it is acknowledged, as the contract has clients do. */
  async function start(key: string, idempotencyKey: string): Promise<string> {
    for (;;) {
      const response = await fetch(`${serviceUrl}/api/v1/scans`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': idempotencyKey,
        },
        body: JSON.stringify({ url: siteUrl, pageLimit: 2 }),
      }).catch(() => undefined);
      const body = await response?.json().catch(() => undefined);
      if (response?.status === 202 && body !== undefined) return String(body.id);
      if (response !== undefined && ![202, 409, 429, 503].includes(response.status)) {
        throw new Error(`a start was answered with ${response.status}: ${JSON.stringify(body)}`);
      }
      await delay(RETRY_MS);
    }
  }

  async function read(path: string, key: string): Promise<{ status: number; body: Record<string, unknown> }> {
    for (;;) {
      const response = await fetch(serviceUrl + path, { headers: { authorization: `Bearer ${key}` } }).catch(
        () => undefined,
      );
      const body = await response?.json().catch(() => undefined);
      const isAnswer = response !== undefined && body !== undefined && ![429, 503].includes(response.status);
      if (isAnswer) return { status: response.status, body: Object(body) };
      await delay(1000 * Number(response?.headers.get('retry-after') ?? 1));
    }
  }

  /** Of an acknowledged scan: `lost` when there is none. */
  async function stateOf(id: string, key: string): Promise<string> {
    const { status, body } = await read(`/api/v1/scans/${id}`, key);
    if (status !== 200) return 'lost';
    if (body.status === 'failed' && BROKEN_OFF.test(JSON.stringify(body.siteChecks))) return 'broken off';
    return String(body.status);
  }

  async function listAll(key: string): Promise<Set<string>> {
    const ids = new Set<string>();
    for (let cursor = ''; ; ) {
      const { body } = await read(`/api/v1/scans?limit=${LIST_LIMIT}${cursor}`, key);
      // As the contract has it.
      for (const { id } of body.data as { id: string }[]) ids.add(id);
      if (body.nextCursor === undefined) return ids;
      cursor = `&cursor=${encodeURIComponent(String(body.nextCursor))}`;
    }
  }

  return { start, stateOf, listAll };
}
