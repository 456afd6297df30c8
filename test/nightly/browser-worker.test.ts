/** Processes that only let browsers look at pages, on both stores, ended and killed while they do. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Scan } from '../../src/schema/scan.ts';
import { browserMissing, CHROMIUM } from '../support/browser.ts';
import { programOf } from '../support/program.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { newDataDir, startTestService, type TestService } from '../support/service.ts';
import { rest, startScan, untilEnded } from '../support/service-doors.ts';
import { spawnWorker } from '../support/service-process.ts';
import { type SiteServer, serveSite } from '../support/site-server.ts';

const BROWSER = { BROWSER: CHROMIUM, BROWSER_SANDBOX: 'off' };
const WORKER = [...programOf('src/main.ts'), 'worker', 'browser'];
const WAIT_MS = 120_000;

/** Command lines of the processes of this machine that hold a text. */
const processesWith = (text: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, 'utf8')];
      } catch {
        return [];
      }
    })
    .filter((line) => line.includes(text));

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + WAIT_MS;
  while (!(await isSo())) {
    assert.ok(Date.now() < end, what);
    await delay(100);
  }
}

for (const store of ['LMDB', 'Redis'] as const) {
  describe(`browser workers on ${store}`, { skip: browserMissing }, () => {
    let redis: RedisServer | undefined;
    let settings: Record<string, string> = {};
    let dataDir = '';
    /** What the workers have for temporary files, and browsers for their profiles. */
    let temporary = '';
    let door: TestService;
    let site: SiteServer;
    let key = '';
    let isSlow = false;
    before(async () => {
      dataDir = await newDataDir();
      temporary = await mkdtemp(join(tmpdir(), 'legible-test-'));
      redis = store === 'Redis' ? await startRedisServer() : undefined;
      settings = redis === undefined ? {} : { REDIS_URL: redis.url };
      site = await serveSite({
        pages: {
          '/': {
            body: '<!doctype html><title>Boats</title><h1>Boats</h1><p>Six a day.</p><script src="/late.js"></script>',
          },
          '/late.js': () => ({
            headers: { 'content-type': 'text/javascript' },
            body: async (response) => {
              if (isSlow) await delay(4_000);
              response.end('document.title = "Late"');
            },
          }),
        },
      });
      door = await startTestService({ dataDir, settings: { ...settings, BROWSER: 'off' } });
      key = await door.key('team');
    });
    after(async () => {
      await door.stop();
      await site.close();
      await redis?.destroy();
      for (const folder of [dataDir, temporary]) await rm(folder, { recursive: true });
    });

    const start = () => startScan(door, key, { url: `${site.origin}/`, browser: true });
    const read = async (id: string) => (await rest(door, `/api/v1/scans/${id}`, { key })).body as unknown as Scan;
    const spawned = () => spawnWorker(dataDir, { ...settings, ...BROWSER, TMPDIR: temporary }, WORKER);
    const untilLooked = (id: string) =>
      until('a browser looks', async () => (await read(id)).browser?.status === 'done');
    const isLooking = () => processesWith(temporary).length > 0;
    const nothingIsLeft = async () => {
      await until(`no process is left: ${processesWith(temporary)}`, () => !isLooking());
      assert.deepEqual(await readdir(temporary), []);
    };

    it('take browser passes and no scan; without them a scan cannot ask for one', async () => {
      const refused = await rest(door, '/api/v1/scans', {
        method: 'POST',
        key,
        body: { url: `${site.origin}/`, browser: true },
      });
      assert.match(refused.text, /unsupported_option/);
      const worker = await spawned();
      const { id } = await start();
      await untilEnded(door, key, id);
      await untilLooked(id);
      assert.deepEqual(worker.begun(), []);
      assert.ok(((await read(id)).browser?.browserScore ?? 0) > 50);
      assert.equal((await worker.end('SIGTERM')).code, 0);
      await nothingIsLeft();
    });

    it('hand a pass back when they are stopped, and lose none when they are killed', async () => {
      isSlow = true;
      for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
        const worker = await spawned();
        const { id } = await start();
        await until('a browser is started', isLooking);
        await worker.end(signal);
        await until(`the browser ends after ${signal}`, () => !isLooking());
        if (signal === 'SIGTERM') await nothingIsLeft();
        assert.equal((await read(id)).browser?.status, 'waiting');
        const next = await spawned();
        await untilLooked(id);
        assert.ok(((await read(id)).browser?.browserScore ?? 0) > 50);
        assert.equal((await next.end('SIGTERM')).code, 0);
      }
      isSlow = false;
    });

    it('do not start without a browser, and say how to get one', async () => {
      await assert.rejects(
        spawnWorker(dataDir, { ...settings, BROWSER: '/nowhere/chromium' }, WORKER),
        /A browser worker needs a browser: no Chromium or Chrome was found: .*apt-get install chromium/,
      );
    });
  });
}
