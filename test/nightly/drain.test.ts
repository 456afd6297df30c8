/** SIGTERM behind a balancer: not ready first, then nothing accepted, and no request lost. */

import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { type IncomingMessage, request as send } from 'node:http';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openRepositories } from '../../src/app/repositories.ts';
import { newDataDir } from '../support/service.ts';
import { spawnService } from '../support/service-process.ts';
import { eventually } from '../support/store-wait.ts';

const GRACE_MS = 4_000;
const CLIENTS = 4;

/** A POST whose body comes in two halves. */
function postInHalves(url: string, key: string, body: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'content-length': body.length };
  const request = send(url, { method: 'POST', headers });
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject);
  });
  request.write(body.slice(0, 10));
  return { answer, finish: () => request.end(body.slice(10)) };
}

describe('a process that receives a stop signal', () => {
  it('in the moment it listens on an empty store: exits with 0', async () => {
    const dataDir = await newDataDir();
    const service = await spawnService(dataDir);
    const { code, signal, stderr } = await service.end('SIGTERM');
    assert.equal(code, 0, `${signal}: ${stderr.slice(-1000)}`);
    await rm(dataDir, { recursive: true });
  });

  it('is not ready at once, answers for the grace, and drops nothing', async () => {
    const dataDir = await newDataDir();
    const { store, accounts, apiKeys } = await openRepositories({ dataDir });
    const account = await accounts.create({ email: 'drain@test.example', plan: 'team' });
    const { key } = await apiKeys.create(account, 'test');
    await store.close();
    const service = await spawnService(dataDir, { DRAIN_GRACE_MS: String(GRACE_MS) }, 'api');

    let isReady = true;
    let answered = 0;
    const failed: unknown[] = [];
    const get = async (path: string): Promise<Response> => {
      const response = await fetch(service.url + path, { headers: { authorization: `Bearer ${key}` } });
      await response.text();
      return response;
    };
    // As a balancer does: it asks now and then, and sends nothing more once the answer is no.
    const balancer = async () => {
      while (isReady) {
        isReady = (await get('/readyz')).ok;
        await delay(50);
      }
    };
    const client = async () => {
      while (isReady) {
        await get('/api/v1/scans?limit=1').then(
          ({ status }) => {
            if (status === 200 || status === 429) answered += 1;
            else failed.push(status);
          },
          (error: unknown) => failed.push(error),
        );
        await delay(5);
      }
    };
    const traffic = Promise.all([balancer(), ...Array.from({ length: CLIENTS }, client)]);
    await eventually('there is traffic', () => answered > 20);

    const slow = postInHalves(`${service.url}/api/v1/scans`, key, JSON.stringify({ url: 'http://127.0.0.1:9/' }));
    await delay(100);
    const stoppedAt = performance.now();
    const ended = service.end('SIGTERM');
    await traffic;
    assert.deepEqual(failed, []);
    assert.ok(performance.now() - stoppedAt < GRACE_MS, 'clients learnt of it within the grace');
    const late = await get('/healthz');
    assert.equal(late.status, 200);
    assert.equal(late.headers.get('connection'), 'close');

    // After the grace it accepts no new requests, but running ones may finish.
    await delay(Math.max(0, stoppedAt + GRACE_MS + 500 - performance.now()));
    await assert.rejects(get('/healthz'));
    slow.finish();
    assert.equal((await slow.answer).statusCode, 202);
    assert.equal((await ended).code, 0);
    await rm(dataDir, { recursive: true });
  });
});
