/** The effect of the most used options of `legible scan`, observed at the scanned site; the others are in the nightly tier. */

import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { Scan } from '../../../src/schema/scan.ts';
import { tinyLegit } from '../../fixtures/sites/tiny-legit.ts';
import { newDataDir } from '../../support/service.ts';
import { legibleUnder } from '../../support/service-process.ts';
import { noting, type SiteRequest, type SiteServer, serveSite } from '../../support/site-server.ts';

describe('options of a scan', { concurrency: 2 }, () => {
  let site: SiteServer;
  let dataDir: string;
  const asked: SiteRequest['headers'][] = [];
  before(async () => {
    dataDir = await newDataDir();
    site = await serveSite(noting(tinyLegit, asked));
  });
  after(async () => {
    await site.close();
    await rm(dataDir, { recursive: true });
  });
  const scan = (...options: string[]) =>
    legibleUnder({ DATA_DIR: dataDir }, 'scan', `${site.origin}/`, '--allow-private', ...options);

  it('--header and --user-agent reach the site', async () => {
    const { code, stderr } = await scan('--header', 'X-Preview: a b', '--header', 'x-two: 2', '--user-agent', 'Mine/1');
    assert.equal(code, 0, stderr);
    const mine = asked.filter((headers) => headers['user-agent'] === 'Mine/1');
    assert.ok(mine.length > 0);
    assert.ok(mine.every((headers) => headers['x-preview'] === 'a b' && headers['x-two'] === '2'));
  });

  it('--pages limits the pages read, --format json prints the result', async () => {
    const { stdout } = await scan('--pages', '1', '--format', 'json');
    assert.equal(Scan.parse(JSON.parse(stdout)).pageResults.length, 1);
  });

  it('--baseline: says how the first one is made where there is none', async () => {
    const { code, stderr } = await scan('--baseline', 'none.json');
    assert.equal(code, 64);
    assert.match(stderr, /^legible: baseline: there is no none\.json\. Leave --baseline out for the first scan/);
  });

  it('refuses a name that is there twice, for one of them would be passed over', async () => {
    for (const [option, first, second] of [
      ['--output', 'json=a.json', 'json=b.json'],
      ['--header', 'X-One: 1', 'x-one: 2'],
    ] as const) {
      const { code, stderr } = await scan(option, first, option, second);
      assert.equal(code, 64);
      assert.match(stderr, new RegExp(`^legible: ${option}: expected each name once, not [\\w-]+ twice\n$`));
    }
  });

  it('names the setting that permits a private address, for local scans', async () => {
    const { code, stderr } = await legibleUnder({ DATA_DIR: dataDir }, 'scan', 'http://127.0.0.1:9/');
    assert.equal(code, 2);
    assert.match(stderr, /From this machine --allow-private permits it/);
    const never = await legibleUnder({ DATA_DIR: dataDir }, 'scan', 'http://169.254.169.254/', '--allow-private');
    assert.doesNotMatch(never.stderr, /--allow-private/);
  });

  it('a folder in place of the URL is refused with the option for it; a name with a dot is an address', async () => {
    for (const folder of ['src', './src', '..']) {
      const { code, stderr } = await legibleUnder({ DATA_DIR: dataDir }, 'scan', folder);
      assert.equal(code, 64, folder);
      assert.equal(stderr, `legible: url: ${folder} is a folder here. Scan its files with --dist ${folder}\n`);
    }
    const { stderr } = await legibleUnder({ DATA_DIR: dataDir }, 'scan', '.ci');
    assert.match(stderr, /^legible: url must name a host/);
  });

  it('an address without a command is scanned', async () => {
    const { code, stdout, stderr } = await legibleUnder(
      { DATA_DIR: dataDir },
      ...[`${site.origin}/`, '--allow-private', '--pages', '1', '--format', 'json'],
    );
    assert.equal(code, 0, stderr);
    assert.equal(Scan.parse(JSON.parse(stdout)).rootUrl, `${site.origin}/`);
    const typo = await legibleUnder({ DATA_DIR: dataDir }, 'scann');
    assert.equal(typo.code, 64);
    assert.match(typo.stderr, /unknown command 'scann'/);
  });

  it('--fail-on alone: 1 when the check fails, 0 when another one does', async () => {
    const failed = await scan('--fail-on', 'S10');
    assert.equal(failed.code, 1, failed.stderr);
    assert.match(failed.stderr, /^legible: S10 failed$/m);
    assert.doesNotMatch(failed.stderr, /below/);
    const met = await scan('--fail-on', 'S2');
    assert.deepEqual([met.code, met.stderr], [0, '']);
  });
});
