/** `legible scan --watch`, until Ctrl-C. */
import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { tinyLegit } from '../../../fixtures/sites/tiny-legit.ts';
import { newDataDir } from '../../../support/service.ts';
import { legibleUnder, spawnLegible } from '../../../support/service-process.ts';
import { serveSite } from '../../../support/site-server.ts';
import { eventually } from '../../../support/store-wait.ts';

const WAIT_MS = 60_000;

describe('watching a site', () => {
  let dataDir: string;
  before(async () => {
    dataDir = await newDataDir();
  });
  after(() => rm(dataDir, { recursive: true }));

  it('prints the first scan in full, then only changes', async () => {
    let hasLlmsTxt = false;
    let begun = 0;
    const text = '# Tiny\n\n> A site of two pages.\n\n## Pages\n\n- [Home](/): the home page\n';
    const site = await serveSite({
      ...tinyLegit,
      pages: {
        ...tinyLegit.pages,
        '/robots.txt': () => {
          begun += 1;
          return { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nAllow: /\n' };
        },
        '/llms.txt': () =>
          hasLlmsTxt
            ? { headers: { 'content-type': 'text/plain; charset=utf-8' }, body: text }
            : { status: 404, body: 'none' },
      },
    });
    const report = join(dataDir, 'report.xml');
    const config = join(dataDir, 'config.json');
    await writeFile(report, 'of an earlier scan');
    await writeFile(config, JSON.stringify({ allowPrivate: true, output: { junit: report } }));
    const options = ['--config', config, '--watch', '1'];
    const running = spawnLegible({ DATA_DIR: dataDir }, 'scan', `${site.origin}/`, ...options);
    try {
      await eventually('the first report', () => running.stdout().includes('Site score'), WAIT_MS);
      const before = begun;
      await eventually('two more scans', () => begun >= before + 2, WAIT_MS);
      assert.doesNotMatch(running.stdout(), /Site score \d+ ->/, 'nothing changed, so nothing is told');
      hasLlmsTxt = true;
      await eventually('the change', () => /^Better: S13 fail -> /m.test(running.stdout()), WAIT_MS);
      running.child.kill('SIGINT');
      assert.equal((await running.ended).code, 130);
      assert.equal(running.stdout().match(/What to fix/g)?.length, 1);
      assert.equal(await readFile(report, 'utf8'), 'of an earlier scan', 'files are neither written nor taken away');
      assert.match(running.stdout(), /\n20\d\d-\S+Z\nSite score \d+ -> \d+ /);
    } finally {
      running.child.kill('SIGKILL');
      await site.close();
    }
  });

  for (const [says, ...options] of [
    [/'--watch \[seconds\]' cannot be used with option '--format/, '--watch', '--format', 'json'],
    [/'--watch \[seconds\]' cannot be used with option '--fail-under/, '--watch', '--fail-under', '1'],
    [/expected a whole number from 1 to 86400/, '--watch=0'],
  ] as const) {
    it(`${options.join(' ')}: 64`, async () => {
      const { code, stderr } = await legibleUnder({}, 'scan', 'https://a.example/', ...options);
      assert.equal(code, 64);
      assert.match(stderr, says);
    });
  }
});
