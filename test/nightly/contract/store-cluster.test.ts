/**
 * The driver on a Redis in cluster mode: one node that has every slot, which still refuses a command, a transaction or a
 * script that touches two of them.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createClient } from '@keyv/redis';
import { freePort } from '../../../src/http/server.ts';
import { describeParts } from '../../service/contract/store-suite/describe-store.ts';
import { permitsSuite } from '../../service/contract/store-suite/permits-suite.ts';
import { type RedisServer, startRedisServer } from '../../support/redis-server.ts';
import { openRedisUnderTest } from '../../support/store-drivers.ts';
import { eventually } from '../../support/store-wait.ts';

async function startCluster(): Promise<RedisServer> {
  const port = String(await freePort('127.0.0.1'));
  const server = await startRedisServer({ 'cluster-enabled': 'yes', 'cluster-port': port, appendfsync: 'no' });
  const client = await createClient({ url: server.url }).connect();
  await client.sendCommand(['CLUSTER', 'ADDSLOTSRANGE', '0', '16383']);
  await eventually('it has every slot', async () =>
    String(await client.sendCommand(['CLUSTER', 'INFO'])).includes('cluster_state:ok'),
  );
  await client.close();
  return server;
}

describe('store: every step on redis touches one slot', () => {
  let server: RedisServer;
  before(async () => {
    server = await startCluster();
  });
  after(() => server.destroy());
  const open = () => openRedisUnderTest(server);

  it('where two are refused', async () => {
    const client = await createClient({ url: server.url }).connect();
    await assert.rejects(client.mGet(['here', 'there']), /CROSSSLOT/);
    await client.close();
  });
  // Not documents: several at once are one command, which a cluster client has to split.
  describeParts(open, ['claims', 'windows', 'index', 'histogram', 'channel']);
  permitsSuite(open);
});
