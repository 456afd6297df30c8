/** The two halves of an installation as processes of their own: one takes scans in, the other one scans. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { it } from 'node:test';
import { openRepositories } from '../../src/app/repositories.ts';
import { tinyLegit } from '../fixtures/sites/tiny-legit.ts';
import { newDataDir } from '../support/service.ts';
import { startScan, untilEnded } from '../support/service-doors.ts';
import { spawnService, spawnWorker } from '../support/service-process.ts';
import { serveSite } from '../support/site-server.ts';

it('a scan that the api takes in is done by the worker, and both end on a stop signal', async () => {
  const dataDir = await newDataDir();
  const { store, accounts, apiKeys } = await openRepositories({ dataDir });
  const account = await accounts.create({ email: 'roles@test.example', plan: 'pro' });
  const { key } = await apiKeys.create(account, 'test');
  await store.close();
  const [api, worker, site] = await Promise.all([
    spawnService(dataDir, {}, 'api'),
    spawnWorker(dataDir, {}),
    serveSite(tinyLegit),
  ]);
  const { id } = await startScan(api, key, { url: `${site.origin}/`, pageLimit: 1 });
  assert.equal((await untilEnded(api, key, id)).status, 'completed');
  assert.deepEqual([api.begun(), worker.begun()], [[], [id]]);
  assert.equal((await worker.end('SIGTERM')).code, 0);
  assert.equal((await api.end('SIGTERM')).code, 0);
  await site.close();
  await rm(dataDir, { recursive: true });
});
