/** Anonymous scans of slow sites leave places for scans with a key. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Scan } from '../../../src/schema/scan.ts';
import { simplePage } from '../../fixtures/sites/simple-page.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { rest, startScan, untilEnded } from '../../support/service-doors.ts';
import { type SiteServer, serveSite } from '../../support/site-server.ts';

const SLOW_SITES = 2;
const SLOW_MS = 5_000;
const KEYED_SCANS = 3;

/** A scan of it lasts for longer than the test: each of its 25 pages waits for 2 s, and takes 5 s. */
function serveSlowSite(): Promise<SiteServer> {
  const paths = Array.from({ length: 24 }, (_, at) => `/page-${at}`);
  const pages = ['/', ...paths].map((path, at) => [
    path,
    simplePage({ title: `Page ${at}`, seed: at, links: path === '/' ? paths : [] }),
  ]);
  const robots = { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nCrawl-delay: 2\n' };
  return serveSite({ pages: { ...Object.fromEntries(pages), '/robots.txt': robots } }, { latencyMs: SLOW_MS });
}

for (const places of [1, 2]) {
  describe(`scans with a key next to anonymous scans of slow sites, with SCAN_CONCURRENCY=${places}`, () => {
    let service: TestService;
    let slow: SiteServer[];
    before(async () => {
      const settings = { SCAN_CONCURRENCY: String(places), ANONYMOUS_PRIVATE_SCANS: 'on' };
      service = await startTestService({ settings });
      slow = await Promise.all(Array.from({ length: SLOW_SITES }, serveSlowSite));
    });
    after(() => Promise.all([service.stop(), ...slow.map((site) => site.close())]));

    const startAnonymous = async (url: string): Promise<string> => {
      const { status, body } = await rest(service, '/api/scan', { method: 'POST', body: { url } });
      assert.equal(status, 202);
      return String(Object(body).pollUrl);
    };

    it('begin and complete before the next anonymous one begins', { timeout: 60_000 }, async () => {
      const [first, second] = slow;
      assert.ok(first !== undefined && second !== undefined);
      /** How often the next anonymous scan had asked its site for something, at each request of a scan with a key. */
      const nextHadAsked: number[] = [];
      const fast = await serveSite({
        pages: {
          '/'() {
            nextHadAsked.push(second.requests.length);
            return simplePage({ title: 'Fast', seed: 0 });
          },
        },
      });
      const keys = [];
      for (let number = 0; number < KEYED_SCANS; number += 1) keys.push(await service.key('team'));
      const pollUrls = [await startAnonymous(`${first.origin}/`), await startAnonymous(`${second.origin}/`)];
      while (first.requests.length === 0) await delay(20);
      const body = { url: `${fast.origin}/`, pageLimit: 1 };
      const started = await Promise.all(keys.map(async (key) => ({ key, ...(await startScan(service, key, body)) })));
      for (const { key, id } of started) assert.equal((await untilEnded(service, key, id)).status, 'completed');
      assert.ok(nextHadAsked.length >= KEYED_SCANS);
      assert.deepEqual(new Set(nextHadAsked), new Set([0]));
      for (const pollUrl of pollUrls) {
        const scan = Scan.parse((await rest(service, pollUrl)).body);
        assert.equal(scan.status, 'running', 'neither failed nor was charged with an attempt');
      }
      await fast.close();
    });
  });
}
