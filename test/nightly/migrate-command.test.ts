/** `legible migrate`: data of the embedded store is served from Redis. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { tinyLegit } from '../fixtures/sites/tiny-legit.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { newDataDir, startTestService } from '../support/service.ts';
import { readScan, startScan, untilEnded } from '../support/service-doors.ts';
import { legibleUnder } from '../support/service-process.ts';
import { serveSite } from '../support/site-server.ts';

describe('legible migrate', () => {
  let redis: RedisServer;
  let dataDir = '';
  before(async () => {
    [redis, dataDir] = await Promise.all([startRedisServer(), newDataDir()]);
  });
  after(async () => {
    await redis.destroy();
    await rm(dataDir, { recursive: true });
  });
  const migrate = (settings: Record<string, string> = { REDIS_URL: redis.url }) =>
    legibleUnder({ DATA_DIR: dataDir, ...settings }, 'migrate', '--to', 'redis');

  it('keys and scans are there, and a scan that waited is done', async () => {
    const site = await serveSite(tinyLegit);
    const old = await startTestService({ dataDir });
    const key = await old.key();
    const ended = await startScan(old, key, { url: `${site.origin}/`, pageLimit: 2 });
    const before = await untilEnded(old, key, ended.id);
    await old.stop();
    const door = await startTestService({ dataDir, withWorkers: false });
    const waiting = await startScan(door, key, { url: `${site.origin}/`, pageLimit: 2 });
    await door.stop();

    const { code, stdout, stderr } = await migrate();
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^jobs\t1$/m);

    const service = await startTestService({ dataDir, settings: { REDIS_URL: redis.url } });
    assert.deepEqual(await readScan(service, key, ended.id), before);
    assert.equal((await untilEnded(service, key, waiting.id)).status, 'completed');
    await service.stop();
    await site.close();
  });

  it('refuses a Redis that is in use, and says which setting is missing', async () => {
    const again = await migrate();
    assert.equal(again.code, 2);
    assert.match(again.stderr, /already/);
    const nowhere = await migrate({});
    assert.equal(nowhere.code, 64);
    assert.match(nowhere.stderr, /REDIS_URL/);
    const elsewhere = await legibleUnder({ DATA_DIR: dataDir }, 'migrate', '--to', 'mars');
    assert.equal(elsewhere.code, 64);
  });
});
