/** The commands that start a process which only scans, as npm runs them. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { serveHeldSite } from '../support/held-site.ts';
import { newDataDir, startTestService, type TestService } from '../support/service.ts';
import { startScan, untilEnded, untilScan } from '../support/service-doors.ts';
import { spawnWorker } from '../support/service-process.ts';

const OPEN_PAGES = 3;
const TOKEN = 'a-token-of-some-length';

describe('a worker that npm starts', () => {
  let dataDir = '';
  let door: TestService;
  before(async () => {
    dataDir = await newDataDir();
    door = await startTestService({ dataDir, withWorkers: false });
  });
  after(async () => {
    await door.stop();
    await rm(dataDir, { recursive: true });
  });

  for (const command of ['npm run -s worker', 'npm run -s legible -- worker']) {
    it(`scans, answers operators, and hands its scan back when npm receives a stop signal: ${command}`, async () => {
      const site = await serveHeldSite(OPEN_PAGES);
      const key = await door.key();
      const settings = { WORKER_PORT: '0', METRICS_TOKEN: TOKEN };
      const worker = await spawnWorker(dataDir, settings, command.split(' '));
      const operators = worker.operatorsUrl() ?? assert.fail('it answers nobody');
      const ready = await fetch(`${operators}/readyz`);
      assert.deepEqual([ready.status, await ready.json()], [200, { status: 'ready', store: true, workers: true }]);

      const { id } = await startScan(door, key, { url: `${site.origin}/` });
      await untilScan(door, key, id, ({ pagesScanned }) => pagesScanned === OPEN_PAGES);
      assert.deepEqual(worker.begun(), [id]);
      const metrics = await fetch(`${operators}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
      assert.match(await metrics.text(), /^legible_scans_running 1$/m);
      assert.equal((await fetch(`${operators}/metrics`)).status, 404);
      assert.equal((await fetch(`${operators}/api/v1/scans`)).status, 404, 'it has no doors');

      // Its output ends with the last process that holds it, so no child survives.
      assert.equal((await worker.end('SIGTERM')).code, 0);
      assert.deepEqual(await door.repositories.store.jobs.counts(), { waiting: 1, running: 0 });

      const next = await spawnWorker(dataDir, {});
      site.release();
      assert.equal((await untilEnded(door, key, id)).status, 'completed');
      assert.equal((await next.end('SIGTERM')).code, 0);
      await site.close();
    });
  }
});
