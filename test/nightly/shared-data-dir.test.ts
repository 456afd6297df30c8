/** Two services on one DATA_DIR share the embedded store: its queue, its locks and its limits. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { openRepositories } from '../../src/app/repositories.ts';
import { tinyLegit } from '../fixtures/sites/tiny-legit.ts';
import { serveHeldSite } from '../support/held-site.ts';
import { newDataDir } from '../support/service.ts';
import { readScan, startScan, untilEnded, untilScan } from '../support/service-doors.ts';
import { type ServiceProcess, spawnService } from '../support/service-process.ts';
import { type SiteServer, serveSite } from '../support/site-server.ts';
import { eventually } from '../support/store-wait.ts';

const SCANS = 12;
const PATIENCE_MS = 90_000;
const OPEN_PAGES = 3;
const STARTS_A_MINUTE = 10;

describe('two services on one DATA_DIR', () => {
  let dataDir = '';
  let services: ServiceProcess[] = [];
  let site: SiteServer;
  let key = '';
  let limited = '';

  const at = (index: number): ServiceProcess => {
    const one = services[index % services.length];
    assert.ok(one);
    return one;
  };
  const post = (index: number, usedKey: string, headers: Record<string, string> = {}) =>
    fetch(`${at(index).url}/api/v1/scans`, {
      method: 'POST',
      headers: { authorization: `Bearer ${usedKey}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ url: `${site.origin}/`, pageLimit: 1 }),
    });

  before(async () => {
    [dataDir, site] = await Promise.all([newDataDir(), serveSite(tinyLegit)]);
    const { store, accounts, apiKeys } = await openRepositories({ dataDir });
    key = (await apiKeys.create(await accounts.create({ email: 'shared@test.example', plan: 'team' }), 'test')).key;
    const other = await accounts.create({ email: 'limited@test.example', plan: 'pro' });
    limited = (await apiKeys.create(other, 'test')).key;
    await store.close();
    services = await Promise.all([spawnService(dataDir), spawnService(dataDir)]);
  });
  after(async () => {
    await Promise.all(services.map((service) => service.end('SIGKILL')));
    await site.close();
    await rm(dataDir, { recursive: true });
  });

  it(`run each of ${SCANS} scans once, and either reads those of both`, async () => {
    const body = { url: `${site.origin}/`, pageLimit: 2 };
    const started = await Promise.all(Array.from({ length: SCANS }, (_, index) => startScan(at(index), key, body)));
    for (const [index, { id }] of started.entries()) {
      assert.equal((await untilEnded(at(index + 1), key, id, PATIENCE_MS)).status, 'completed');
    }
    const begun = services.flatMap((service) => service.begun());
    assert.deepEqual(begun.sort(), started.map(({ id }) => id).sort());
  });

  it('run a request with an Idempotency-Key once, and count one limit', async () => {
    const headers = { 'idempotency-key': 'of-both' };
    const first = await Promise.all(Array.from({ length: 6 }, (_, index) => post(index, limited, headers)));
    assert.ok(first.every(({ status }) => status === 202 || status === 409));
    const replays = await Promise.all([0, 1].map(async (index) => (await post(index, limited, headers)).json()));
    assert.equal(new Set(replays.map(({ id }) => id)).size, 1);
    const more = await Promise.all(Array.from({ length: STARTS_A_MINUTE }, (_, index) => post(index, limited)));
    assert.equal(more.filter(({ status }) => status === 202).length, STARTS_A_MINUTE - 1);
    assert.equal(more.filter(({ status }) => status === 429).length, 1);
  });

  it('take over the scan of the one that is killed', async () => {
    const held = await serveHeldSite(OPEN_PAGES);
    const { id } = await startScan(at(0), key, { url: `${held.origin}/` });
    await untilScan(at(0), key, id, ({ pagesScanned }) => pagesScanned === OPEN_PAGES, PATIENCE_MS);
    const killed = services.find((service) => service.begun().includes(id));
    assert.ok(killed);
    services = services.filter((service) => service !== killed);
    await killed.end('SIGKILL');
    assert.equal((await readScan(at(0), key, id)).status, 'running');
    await eventually('the other begins it', () => at(0).begun().includes(id), PATIENCE_MS);
    held.release();
    assert.equal((await untilEnded(at(0), key, id, PATIENCE_MS)).status, 'completed');
    assert.equal((await at(0).end('SIGTERM')).code, 0);
    await held.close();
  });
});
