/** Many browser scans through the whole service leave nothing: no process, folder, file or memory. BROWSER_SCANS sets their number. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Scan } from '../../../../src/schema/scan.ts';
import { ferrySite } from '../../../fixtures/sites/ferry.ts';
import { browserMissing, CHROMIUM } from '../../../support/browser.ts';
import { processesWith } from '../../../support/processes.ts';
import { startTestService } from '../../../support/service.ts';
import { rest, startScan } from '../../../support/service-doors.ts';
import { serveSite } from '../../../support/site-server.ts';

const SCANS = Number(process.env.BROWSER_SCANS ?? 8);
/** Scans after which all code is loaded and caches are as full as they get. */
const WARM = Math.min(15, SCANS >> 1);
const MEGABYTE = 1024 * 1024;
const MAX_HEAP_GROWTH = 12 * MEGABYTE;
const MAX_RESIDENT_GROWTH = 100 * MEGABYTE;
const WAIT_MS = 120_000;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const state = (folder: string) => {
  collect();
  const { heapUsed, rss } = process.memoryUsage();
  return {
    heapUsed,
    rss,
    openFiles: readdirSync('/proc/self/fd').length,
    files: readdirSync(folder, { recursive: true }).length,
  };
};

describe(`${SCANS} browser scans in a row through the service`, { skip: browserMissing }, () => {
  it('leave no process, no folder, no open file and no memory that grows', async () => {
    const { TMPDIR: before } = process.env;
    const temporary = await mkdtemp(join(tmpdir(), 'legible-test-'));
    process.env.TMPDIR = temporary;
    const site = await serveSite(ferrySite);
    const service = await startTestService({ settings: { BROWSER: CHROMIUM, BROWSER_SANDBOX: 'off' } });
    try {
      const key = await service.key('team');
      let warm = state(temporary);
      for (let at = 1; at <= SCANS; at += 1) {
        const { id } = await startScan(service, key, { url: `${site.origin}/`, browser: true });
        const until = Date.now() + WAIT_MS;
        for (;;) {
          const { browser } = (await rest(service, `/api/v1/scans/${id}?waitSeconds=20`, { key }))
            .body as unknown as Scan;
          if (browser?.status === 'done') {
            assert.notEqual(browser.browserScore, null, browser.reason ?? '');
            break;
          }
          assert.ok(Date.now() < until, JSON.stringify(browser));
        }
        await rest(service, `/api/v1/scans/${id}`, { method: 'DELETE', key });
        assert.equal(processesWith(temporary), 0, `processes after scan ${at}`);
        assert.equal(
          readdirSync(temporary).filter((name) => name.startsWith('legible-browser-')).length,
          0,
          `folders after scan ${at}`,
        );
        if (at === WARM) warm = state(temporary);
      }
      const last = state(temporary);
      const grown = `${(last.heapUsed - warm.heapUsed) / MEGABYTE} MB of heap, ${(last.rss - warm.rss) / MEGABYTE} MB resident`;
      if (process.env.BROWSER_SCANS !== undefined) console.log(grown, warm, last);
      assert.ok(last.heapUsed - warm.heapUsed < MAX_HEAP_GROWTH && last.rss - warm.rss < MAX_RESIDENT_GROWTH, grown);
      assert.ok(last.openFiles <= warm.openFiles + 2, 'open files');
      assert.ok(last.files <= warm.files, 'files');
    } finally {
      await service.stop();
      await site.close();
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      await rm(temporary, { recursive: true });
    }
  });
});
