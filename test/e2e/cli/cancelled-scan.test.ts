/** Ctrl-C during `legible scan`: the scan is cancelled, here and on a server, and what it found is printed. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type HeldSite, serveHeldSite } from '../../support/held-site.ts';
import { shareTestService, type TestService } from '../../support/service.ts';
import { readScan, rest } from '../../support/service-doors.ts';
import { spawnLegible } from '../../support/service-process.ts';
import { eventually } from '../../support/store-wait.ts';

describe('a scan that is interrupted', () => {
  let service: TestService;
  let site: HeldSite;
  before(async () => {
    service = await shareTestService();
    site = await serveHeldSite();
  });
  after(async () => {
    await site.close();
    await service.stop();
  });

  const isHeldSince = (from: number) => site.requests.slice(from).some(({ path }) => path.startsWith('/z-held'));

  it('prints what it found on this machine, and ends with 130', async () => {
    const from = site.requests.length;
    const running = spawnLegible({}, 'scan', `${site.origin}/`, '--allow-private');
    await eventually('the held page', () => isHeldSince(from), 30_000);
    running.child.kill('SIGINT');
    const { code, stdout, stderr } = await running.ended;
    assert.equal(code, 130, stderr);
    assert.match(stdout, /^Cancelled after \d+ pages? of http.*\. There is no score\.\n/);
  });

  it('cancels the scan of a server, and does not say that the server goes on', async () => {
    const from = site.requests.length;
    const key = await service.key('pro');
    const settings = { LEGIBLE_URL: service.url, LEGIBLE_API_KEY: key };
    const running = spawnLegible(settings, 'scan', `${site.origin}/`);
    await eventually('the held page', () => isHeldSince(from), 30_000);
    // The server may scan before the command has read the id.
    await delay(1000);
    running.child.kill('SIGINT');
    const { code, stdout, stderr } = await running.ended;
    assert.equal(code, 130, stderr);
    assert.match(stdout, /^Cancelled after /);
    assert.doesNotMatch(stderr, /--idempotency-key/);
    const [{ id }] = Object((await rest(service, '/api/v1/scans', { key })).body).data;
    assert.equal((await readScan(service, key, id)).error?.code, 'cancelled');
  });
});
