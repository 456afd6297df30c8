/** `waitSeconds` over REST: the answer comes when the scan has ended, and shapes and replays stay as they are. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { tinyLegit } from '../../fixtures/sites/tiny-legit.ts';
import { serveHeldSite } from '../../support/held-site.ts';
import { shareTestService, type TestService } from '../../support/service.ts';
import { readScan, rest, untilEnded } from '../../support/service-doors.ts';
import { type SiteServer, serveSite } from '../../support/site-server.ts';

let service: TestService;
let key: string;
let site: SiteServer;
before(async () => {
  [service, site] = await Promise.all([shareTestService(), serveSite(tinyLegit)]);
  key = await service.key('team');
});
after(async () => {
  await service.stop();
  await site.close();
});

const post = (query: string, body: unknown, headers: Record<string, string> = {}) =>
  rest(service, `/api/v1/scans${query}`, { method: 'POST', key, body, headers });

describe('waitSeconds over REST', () => {
  it('answers a start once the scan has ended, in the shape of the contract', async () => {
    const { status, body } = await post('?waitSeconds=55', { url: site.origin });
    assert.equal(status, 202);
    const { id, ...others } = Object(body);
    assert.deepEqual(others, { status: 'completed', url: `${site.origin}/`, pollUrl: `/api/v1/scans/${id}` });
    assert.equal((await readScan(service, key, id)).status, 'completed');
  });

  it('answers a read when the time is up, and one that does not wait at once', async () => {
    const held = await serveHeldSite();
    const { id } = Object((await post('', { url: held.origin })).body);
    const startedMs = performance.now();
    const waited = await rest(service, `/api/v1/scans/${id}?waitSeconds=4`, { key });
    const tookMs = performance.now() - startedMs;
    assert.equal(waited.status, 200, waited.text);
    assert.equal(Object(waited.body).status, 'running');
    assert.ok(tookMs > 3500, `longer than other reads may take: ${tookMs}`);
    const reading = rest(service, `/api/v1/scans/${id}?waitSeconds=30&pages=none`, { key });
    held.release();
    assert.equal(Object((await reading).body).status, 'completed');
    await held.close();
  });

  it('ignores it in a body, where the contract has no such member', async () => {
    const held = await serveHeldSite();
    const { id, status } = Object((await post('', { url: held.origin, waitSeconds: 55 })).body);
    assert.equal(status, 'running');
    held.release();
    await untilEnded(service, key, id);
    await held.close();
  });

  it('names the parameter of a bad value', async () => {
    for (const query of ['?waitSeconds=56', '?waitSeconds=-1', '?waitSeconds=1.5', '?waitSeconds=x']) {
      const { status, text } = await post(query, { url: site.origin });
      assert.equal(status, 400, query);
      assert.match(text, /waitSeconds: expected a whole number from 0 to 55/);
    }
  });

  it('frees the idempotency key before it waits: a replay is answered meanwhile, and may wait itself', async () => {
    const held = await serveHeldSite();
    const headers = { 'idempotency-key': 'waits' };
    const first = post('?waitSeconds=50', { url: held.origin }, headers);
    let replay = await post('', { url: held.origin }, headers);
    // The first may still be on its way to its scan.
    for (let tries = 0; replay.status === 409 && tries < 50; tries += 1)
      replay = await post('', { url: held.origin }, headers);
    assert.deepEqual([replay.status, replay.headers.get('idempotency-replayed')], [202, 'true']);
    assert.equal(Object(replay.body).status, 'running');
    const waiting = post('?waitSeconds=50', { url: held.origin }, headers);
    held.release();
    const [ended, waited] = await Promise.all([first, waiting]);
    assert.deepEqual([Object(ended.body).status, Object(waited.body).status], ['completed', 'completed']);
    assert.equal(Object(waited.body).id, Object(replay.body).id);
    const later = await post('', { url: held.origin }, headers);
    assert.equal(Object(later.body).status, 'running', 'what was stored is the acceptance');
    await held.close();
  });
});
