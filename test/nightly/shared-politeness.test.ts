/** Two processes that scan one site at once are as polite as one. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openRepositories } from '../../src/app/repositories.ts';
import { simplePage } from '../fixtures/sites/simple-page.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { newDataDir } from '../support/service.ts';
import { rest, startScan, untilEnded } from '../support/service-doors.ts';
import { type ServiceProcess, spawnService, spawnWorker, type WorkerProcess } from '../support/service-process.ts';
import { type Page, serveSite } from '../support/site-server.ts';

const LIMIT = 3;
const PAGES = 12;
const ANSWER_MS = 25;
const RETRY_AFTER_SECONDS = 3;
/** From the response 429 until every process knows it. */
const HEARD_MS = 500;

/** Counts requests in flight; the answer to page 5 is 429 once, when `refusesOnce`. */
async function serveCounted(refusesOnce: boolean) {
  const paths = Array.from({ length: PAGES - 1 }, (_, at) => `/page-${at}`);
  let inFlight = 0;
  let peak = 0;
  let refusedAt: number | undefined;
  const begunAt: number[] = [];
  const counted = (status: () => number, text: string): Page => ({
    async body(response) {
      begunAt.push(performance.now());
      inFlight += 1;
      peak = Math.max(peak, inFlight);
      await delay(ANSWER_MS);
      inFlight -= 1;
      if (status() === 429) {
        refusedAt ??= performance.now();
        response.end('Slow down');
      } else response.end(text);
    },
  });
  const pages = Object.fromEntries(
    ['/', ...paths].map((path, at) => {
      const { body } = simplePage({ title: `Page ${at}`, seed: at, links: path === '/' ? paths : [] });
      const whole = counted(() => 200, String(body));
      if (path !== '/page-5' || !refusesOnce) return [path, whole];
      const refusal = { status: 429, headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } };
      return [path, () => (refusedAt === undefined ? { ...counted(() => 429, ''), ...refusal } : whole)];
    }),
  );
  const site = await serveSite({ pages, fallback: { ...counted(() => 404, 'Nothing here'), status: 404 } });
  return { ...site, begunAt, peak: () => peak, refusedAt: () => refusedAt };
}

describe('politeness over two workers', () => {
  let redis: RedisServer;
  let dataDir = '';
  let door: ServiceProcess;
  let workers: WorkerProcess[] = [];
  let key = '';

  before(async () => {
    [redis, dataDir] = await Promise.all([startRedisServer(), newDataDir()]);
    const { store, accounts, apiKeys } = await openRepositories({ dataDir, redisUrl: redis.url });
    const account = await accounts.create({ email: 'polite@test.example', plan: 'team' });
    key = (await apiKeys.create(account, 'test')).key;
    await store.close();
    const settings = { REDIS_URL: redis.url, HOST_CONCURRENCY: String(LIMIT), SCAN_CONCURRENCY: '1' };
    [door, ...workers] = await Promise.all([
      spawnService(dataDir, settings, 'api'),
      spawnWorker(dataDir, settings),
      spawnWorker(dataDir, settings),
    ]);
  });
  after(async () => {
    await Promise.all([door, ...workers].map((process) => process.end('SIGKILL')));
    await redis.destroy();
    await rm(dataDir, { recursive: true });
  });

  const scanTwice = async (url: string): Promise<void> => {
    const begunBefore = workers.map((worker) => worker.begun().length);
    const started = await Promise.all([0, 1].map(() => startScan(door, key, { url, pageLimit: PAGES })));
    for (const { id } of started) assert.equal((await untilEnded(door, key, id, 60_000)).pagesScanned, PAGES);
    const begun = workers.map((worker, at) => worker.begun().length - (begunBefore[at] ?? 0));
    assert.deepEqual(begun, [1, 1], 'each worker scanned once');
  };

  it('has no more requests in flight than one may have, and uses them all', async () => {
    const site = await serveCounted(false);
    await scanTwice(`${site.origin}/`);
    assert.equal(site.peak(), LIMIT);
    await site.close();
  });

  it('counts the scans of MCP servers that a service process runs meanwhile', async () => {
    const site = await serveCounted(false);
    const scanMcp = () =>
      rest(door, '/api/v1/scan/mcp', { method: 'POST', key, body: { endpoint: `${site.origin}/page-1` } });
    const [, ...answers] = await Promise.all([scanTwice(`${site.origin}/`), ...Array.from({ length: 5 }, scanMcp)]);
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
    assert.equal(site.peak(), LIMIT);
    await site.close();
  });

  it('keeps to a pause that the site asked one of them for', async () => {
    const site = await serveCounted(true);
    await scanTwice(`${site.origin}/`);
    const refusedAt = site.refusedAt() ?? assert.fail('the site refused nothing');
    const early = site.begunAt.filter(
      (at) => at > refusedAt + HEARD_MS && at < refusedAt + RETRY_AFTER_SECONDS * 1000 - 50,
    );
    assert.deepEqual(early, []);
    await site.close();
  });
});
