/** Scans without a key. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { openRepositories } from '../../../src/app/repositories.ts';
import { createScans } from '../../../src/scans/scans.ts';
import { Scan, StartScanResponse } from '../../../src/schema/scan.ts';
import { tinyLegit } from '../../fixtures/sites/tiny-legit.ts';
import { newDataDir, startTestService, type TestService } from '../../support/service.ts';
import { codeOf, type Reply, rest } from '../../support/service-doors.ts';
import { type SiteServer, serveSite } from '../../support/site-server.ts';
import { eventually } from '../../support/store-wait.ts';
import { hasExactly } from './scan-shape.ts';

const DAY_MS = 86_400_000;

describe('a scan without a key', () => {
  let service: TestService;
  let sites: SiteServer[];
  before(async () => {
    // Behind one proxy, so that each test has a separate address and quota.
    service = await startTestService({ settings: { TRUSTED_PROXIES: '1' } });
    sites = await Promise.all([1, 2, 3, 4, 5, 6].map(() => serveSite(tinyLegit)));
  });
  after(async () => {
    await service.stop();
    await Promise.all(sites.map((site) => site.close()));
  });

  const from = (address: string) => ({ 'x-forwarded-for': address });
  const start = (address: string, body: unknown): Promise<Reply> =>
    rest(service, '/api/scan', { method: 'POST', body, headers: from(address) });
  const urlOf = (site: number) => `${sites[site]?.origin}/`;

  it('is started, polled by its share token and readable by every bearer of that token', async () => {
    const reply = await start('192.0.2.1', { url: urlOf(0), payment: false });
    assert.equal(reply.status, 202, reply.text);
    hasExactly(reply.body, ['id', 'status', 'url', 'shareToken', 'shareUrl', 'pollUrl']);
    const { id, shareToken = '', shareUrl, pollUrl } = StartScanResponse.parse(reply.body);
    assert.equal(shareUrl, `/s/${shareToken}`);
    assert.equal(pollUrl, `/api/scan/${shareToken}`);
    assert.equal(reply.headers.get('x-ratelimit-limit'), '3');
    await eventually('the scan ends', async () => Object((await rest(service, pollUrl)).body).status === 'completed');
    const read = await rest(service, pollUrl, { headers: from('192.0.2.99') });
    const scan = Scan.parse(read.body);
    assert.equal(scan.id, id);
    assert.ok(scan.pageResults.length > 0);
    const etag = read.headers.get('etag') ?? '';
    assert.equal((await rest(service, pollUrl, { headers: { 'if-none-match': etag } })).status, 304);
    assert.equal((await rest(service, `/api/scan/${id}`)).status, 404, 'the id is no secret');
  });

  it('reads 25 pages, even when more are requested', async () => {
    const reply = await start('192.0.2.2', { url: urlOf(1), pageLimit: 2000 });
    const record = await service.repositories.store
      .documents<{ pageLimit: number }>('scans')
      .get(Object(reply.body).id);
    assert.equal(record?.pageLimit, 25);
  });

  it('is shared with everybody who asks for the URL within ten minutes, at the same moment too', async () => {
    const addresses = ['192.0.2.3', '192.0.2.4', '192.0.2.5', '192.0.2.6'];
    const replies = await Promise.all(addresses.map((address) => start(address, { url: urlOf(2) })));
    const later = await start('192.0.2.7', { url: `${urlOf(2)}#part` });
    assert.equal(new Set([...replies, later].map(({ body }) => Object(body).id)).size, 1);
    assert.match(String(Object(later.body).sharedSince), /^\d{4}-\d{2}-\d{2}T/);
    assert.equal(replies.filter(({ body }) => Object(body).sharedSince === undefined).length, 1, 'one started it');
    const other = await start('192.0.2.7', { url: `${urlOf(2)}project-b/` });
    assert.notEqual(Object(other.body).id, Object(later.body).id);
    assert.equal(Object(other.body).sharedSince, undefined);
  });

  it('costs no quota where it is shared, also when the quota is spent; one that is fresh does', async () => {
    const url = `${urlOf(5)}shared/`;
    const first = await start('192.0.2.40', { url });
    const shared = await start('192.0.2.41', { url });
    assert.equal(Object(shared.body).id, Object(first.body).id);
    for (const expected of ['2', '1', '0']) {
      const fresh = await start('192.0.2.41', { url, fresh: true });
      assert.equal(fresh.headers.get('x-ratelimit-remaining'), expected);
      assert.notEqual(Object(fresh.body).id, Object(first.body).id);
    }
    assert.equal((await start('192.0.2.41', { url, fresh: true })).status, 429);
    const still = await start('192.0.2.41', { url });
    assert.equal(still.status, 202);
    assert.notEqual(Object(still.body).id, Object(first.body).id, 'the newest is shared');
    assert.equal((await start('192.0.2.42', { url, fresh: 'yes' })).status, 400);
  });

  it('is not shared when it failed, and its report says what to do about that failure', async () => {
    const gone = await serveSite(tinyLegit);
    await gone.close();
    const first = StartScanResponse.parse((await start('192.0.2.43', { url: `${gone.origin}/` })).body);
    await eventually('the scan fails', async () => {
      return Object((await rest(service, first.pollUrl)).body).status === 'failed';
    });
    const page = await fetch(`${service.url}${first.shareUrl}`);
    const text = await page.text();
    assert.match(text, /the server and its firewall accept connections/);
    assert.match(text, /name="fresh" value="1"/);
    assert.ok(!text.includes('Scan its http address'));
    const secure = StartScanResponse.parse(
      (await start('192.0.2.45', { url: `${gone.origin.replace('http:', 'https:')}/` })).body,
    );
    await eventually('the scan fails', async () => {
      return Object((await rest(service, secure.pollUrl)).body).status === 'failed';
    });
    const other = await (await fetch(`${service.url}${secure.shareUrl}`)).text();
    assert.ok(other.includes(`value="${gone.origin}/"`) && other.includes('Scan its http address'));
    const again = await start('192.0.2.44', { url: `${gone.origin}/` });
    assert.notEqual(Object(again.body).id, first.id);
    assert.equal(Object(again.body).sharedSince, undefined);
  });

  it('is refused when the address has had three in a day, and not for others', async () => {
    for (const count of [1, 2, 3]) {
      const { status } = await start('192.0.2.8', { url: `${urlOf(3)}${count}/` });
      assert.equal(status, 202, `scan ${count}`);
    }
    const refused = await start('192.0.2.8', { url: urlOf(3) });
    assert.equal(refused.status, 429);
    assert.equal(codeOf(refused), 'rate_limited');
    assert.equal(refused.headers.get('x-ratelimit-remaining'), '0');
    assert.ok(Number(refused.headers.get('retry-after')) > 86_000);
    assert.equal((await start('192.0.2.9', { url: urlOf(3) })).status, 202);
  });

  const bad: [string, unknown, string][] = [
    ['no url', {}, 'invalid_url'],
    ['a url that is none', { url: 'not a url' }, 'invalid_url'],
    ['another scheme', { url: 'ftp://example.com/' }, 'invalid_url'],
    ['a private address', { url: 'http://10.0.0.1/' }, 'blocked_address'],
    ['a payment that is no boolean', { url: 'https://example.com/', payment: 'yes' }, 'invalid_request'],
  ];
  for (const [at, [what, body, code]] of bad.entries()) {
    it(`is refused with 400: ${what}`, async () => {
      const reply = await start(`192.0.2.${10 + at}`, body);
      assert.equal(reply.status, 400);
      assert.equal(codeOf(reply), code);
    });
  }

  it('needs a key to be valid when one is sent', async () => {
    const reply = await rest(service, '/api/scan', {
      method: 'POST',
      body: { url: urlOf(4) },
      key: 'svc_live_aaaaaaaa_bbb',
    });
    assert.equal(reply.status, 401);
  });

  it('of an unknown token is not found', async () => {
    const reply = await rest(service, '/api/scan/0123456789012345678901');
    assert.equal(codeOf(reply), 'not_found');
  });
});

describe('the keeping of scans without a key', () => {
  it('ends after 30 days, with everything of them; those of an account stay', async () => {
    const dataDir = await newDataDir();
    const { store } = await openRepositories({ dataDir });
    let nowMs = Date.now() - 31 * DAY_MS;
    const scans = createScans(store, () => nowMs);
    const target = { rootUrl: 'https://example.com/', pageLimit: 25 };
    const old = await scans.start({ ...target, accountId: undefined, tier: 'anonymous', queueOwner: 'address:a' });
    const owned = await scans.start({ ...target, accountId: 'acc_1' });
    await scans.beginRun(old.id, 1);
    await scans.writePages({ ...old, run: 1 }, 'early', 0, [{ url: target.rootUrl, checks: [] }]);
    nowMs += 30 * DAY_MS;
    const young = await scans.start({ ...target, accountId: undefined, tier: 'paid', queueOwner: 'payer:b' });
    assert.equal(await scans.removeUnowned(Date.now() - 30 * DAY_MS), 1);
    assert.equal(await scans.byId(old.id), undefined);
    assert.equal(await scans.byShareToken(old.shareToken), undefined);
    assert.equal(await store.documents('scan-pages').get(`${old.id}:1:early:0`), undefined);
    assert.ok(await scans.byId(owned.id));
    assert.ok(await scans.byShareToken(young.shareToken));
    await store.close();
    await rm(dataDir, { recursive: true });
  });
});
