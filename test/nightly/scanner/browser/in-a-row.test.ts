/** Many browser passes in one process leave nothing: no process, no folder, no memory. BROWSER_PASSES sets their number. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ferrySite } from '../../../fixtures/sites/ferry.ts';
import { browserMissing } from '../../../support/browser.ts';
import { pagesOf, passOver } from '../../../support/browser-pass.ts';
import { processesWith } from '../../../support/processes.ts';
import { serveSite } from '../../../support/site-server.ts';
import { eventually } from '../../../support/store-wait.ts';

const PASSES = Number(process.env.BROWSER_PASSES ?? 10);
/** Passes after which all code is loaded and caches are as full as they get. */
const WARM = 3;
const MEGABYTE = 1024 * 1024;
const MAX_HEAP_GROWTH = 8 * MEGABYTE;
const MAX_FILE_GROWTH = 2;
const MAX_RESIDENT_GROWTH = 80 * MEGABYTE;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const memory = () => {
  collect();
  const { heapUsed, rss } = process.memoryUsage();
  return { heapUsed, rss };
};

const openFiles = (): number => readdirSync('/proc/self/fd').length;

describe(`${PASSES} browser passes in a row`, { skip: browserMissing }, () => {
  it('leave no process, no folder, no open file and no memory that grows', async () => {
    const { TMPDIR: before } = process.env;
    const temporary = await mkdtemp(join(tmpdir(), 'legible-test-'));
    const site = await serveSite(ferrySite);
    process.env.TMPDIR = temporary;
    try {
      let warm = memory();
      let files = 0;
      for (let pass = 1; pass <= PASSES; pass += 1) {
        // Every third is ended by its deadline, in the middle of what it does.
        const signal = pass % 3 === 0 ? AbortSignal.timeout(2_500) : new AbortController().signal;
        const pages = pagesOf(await passOver(site, { paths: ['/'], word: 'osprey', signal }));
        if (pass % 3 !== 0) assert.equal(pages[0]?.outcome, 'read');
        assert.equal(processesWith(temporary), 0, `processes after pass ${pass}`);
        assert.deepEqual(readdirSync(temporary), [], `folders after pass ${pass}`);
        if (pass !== WARM) continue;
        warm = memory();
        files = openFiles();
      }
      const { heapUsed, rss } = memory();
      const grown = `${(heapUsed - warm.heapUsed) / MEGABYTE} MB of heap, ${(rss - warm.rss) / MEGABYTE} MB resident`;
      assert.ok(heapUsed - warm.heapUsed < MAX_HEAP_GROWTH && rss - warm.rss < MAX_RESIDENT_GROWTH, grown);
      // Connections that the last pass kept alive close within seconds.
      await eventually('no more open files', () => openFiles() <= files + MAX_FILE_GROWTH);
      if (process.env.BROWSER_PASSES !== undefined) console.log(grown);
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      await site.close();
      await rm(temporary, { recursive: true });
    }
  });
});
