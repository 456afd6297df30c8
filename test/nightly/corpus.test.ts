/** `legible corpus` fills the store that a server started in the same folder reads. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createAccounts } from '../../src/auth/accounts.ts';
import { createScans } from '../../src/scans/scans.ts';
import { openLmdbStore } from '../../src/store/lmdb/open.ts';
import { tinyLegit } from '../fixtures/sites/tiny-legit.ts';
import { programOf } from '../support/program.ts';
import { newDataDir } from '../support/service.ts';
import { serveSite } from '../support/site-server.ts';

describe('legible corpus', () => {
  let folder: string;
  before(async () => {
    folder = await newDataDir();
  });
  after(() => rm(folder, { recursive: true }));

  const corpus = async (lines: string, ...options: string[]): Promise<{ code: unknown; stdout: string }> => {
    const file = join(folder, `sites-${lines.length}.txt`);
    await writeFile(file, lines);
    const { PATH = '' } = process.env;
    return new Promise((resolve) => {
      const [program, ...parameters] = programOf('src/cli.ts');
      execFile(
        program,
        [...parameters, 'corpus', file, ...options],
        { cwd: folder, env: { PATH, HOME: folder, ALLOWED_PRIVATE_HOSTS: '127.0.0.1' } },
        (error, stdout) => resolve({ code: error === null ? 0 : error.code, stdout }),
      );
    });
  };

  it('scans into ./data, as the server does, and goes on after a site that is refused', async () => {
    const site = await serveSite(tinyLegit);
    const { code, stdout } = await corpus(`# a list\n${site.origin}/\nnot a site\nhttp://127.0.0.1:9/\n`);
    await site.close();
    assert.equal(code, 0);
    assert.match(stdout, new RegExp(`^\\d+\t\\d+\t2\t${site.origin}/$`, 'm'));
    assert.match(stdout, /^refused: .*\tnot a site$/m);
    assert.match(stdout, /^failed: The site could not be reached.*\thttp:\/\/127\.0\.0\.1:9\/$/m);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => !name.startsWith('sites-')),
      ['data'],
    );
    const store = await openLmdbStore({ dataDir: join(folder, 'data') });
    const { id } = await createAccounts(store).operator();
    assert.equal((await createScans(store).list(id, { limit: 10 })).length, 2);
    await store.close();
  });

  it('goes on where it was broken off, with a summary and a chart', async () => {
    const site = await serveSite(tinyLegit);
    const results = join(folder, 'sites-results.jsonl');
    const chart = join(folder, 'sites-chart.svg');
    const known = {
      url: 'https://known.example/',
      siteScore: 75,
      llmstxtScore: 90,
      pagesScanned: 9,
      failed: ['S10'],
    };
    await writeFile(results, `${JSON.stringify(known)}\n{"url":"${site.origin}/","siteSc`);
    await writeFile(results, '\n', { flag: 'a' });
    const offline = { url: `${site.origin}/`, failed: [], problem: 'failed' };
    await writeFile(results, `${JSON.stringify(offline)}\n`, { flag: 'a' });
    const list = `${known.url}\n${site.origin}/\n# the first is done\n`;
    const first = await corpus(list, '--results', results, '--chart', chart);
    const asked = site.requests.length;
    const second = await corpus(list, '--results', results);
    assert.equal(site.requests.length, asked, 'nothing is scanned twice');
    await site.close();
    assert.deepEqual([first.code, second.code], [0, 0]);
    assert.equal(first.stdout, second.stdout);
    assert.match(first.stdout, /^75\t90\t9\thttps:\/\/known\.example\/$/m);
    assert.match(first.stdout, /^sites\t2\tmedian\t\d+$/m);
    assert.match(first.stdout, /^70-79\t1$/m);
    assert.match(first.stdout, /^S10\t2\tThe sitemap is missing, invalid or not listed/m);
    assert.match(await readFile(chart, 'utf8'), /^<svg [^>]+>\n(?: {2}<rect .*\n {2}<text .*\n {2}<text .*\n){10}/);
  });

  it('says before the work that a result or the chart cannot be written', async () => {
    const site = await serveSite(tinyLegit);
    for (const option of ['--results', '--chart']) {
      const { code, stdout } = await corpus(`${site.origin}/\n`, option, '/dev/null/x');
      assert.deepEqual([code, stdout], [64, '']);
    }
    assert.equal(site.requests.length, 0);
    await site.close();
  });

  it('exits with 2 when no site could be scanned', async () => {
    const { code, stdout } = await corpus('http://10.0.0.1/\nnonsense\n');
    assert.equal(code, 2);
    assert.equal(stdout.match(/^refused: /gm)?.length, 2);
  });
});
