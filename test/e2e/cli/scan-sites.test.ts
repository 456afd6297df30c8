/** `legible scan --sites`: a table in the order of the list, files, a second run that goes on, and bad lists. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { simplePage } from '../../fixtures/sites/simple-page.ts';
import { serveHeldSite } from '../../support/held-site.ts';
import { spawnLegible } from '../../support/service-process.ts';
import { type SiteServer, serveSite } from '../../support/site-server.ts';
import { eventually } from '../../support/store-wait.ts';

let site: SiteServer;
let folder: string;
before(async () => {
  site = await serveSite({
    pages: {
      '/': simplePage({ title: 'Flour', seed: 1 }),
      '/docs/': simplePage({ title: 'Bread', seed: 2 }),
    },
  });
  folder = await mkdtemp(join(tmpdir(), 'legible-sites-'));
});
after(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

describe('legible scan --sites', () => {
  it('prints a table in the order of the list, writes CSV and JSON, and a second run reads the same batch', async () => {
    const list = join(folder, 'sites.txt');
    await writeFile(list, `# mine\n${site.origin}/docs/\nnot a host\n${site.origin}/\n${site.origin}/#same\n`);
    const [csv, json] = [join(folder, 'table.csv'), join(folder, 'table.json')];
    const call = [
      'scan',
      '--sites',
      list,
      '--pages',
      '3',
      '--allow-private',
      '--output',
      `csv=${csv}`,
      '--output',
      `json=${json}`,
    ];
    const env = { XDG_DATA_HOME: folder };
    const first = await spawnLegible(env, ...call).ended;
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stdout, /Faults of every site\n2 of 2\t/);
    const rows = (await readFile(csv, 'utf8')).split('\r\n').map((row) => row.split(','));
    assert.deepEqual(
      rows.slice(1, 5).map(([line, , state]) => [line, state]),
      [
        ['1', 'completed'],
        ['2', 'refused'],
        ['3', 'completed'],
        ['4', 'duplicate'],
      ],
    );
    const ids = () =>
      readFile(json, 'utf8').then((text) => JSON.parse(text).lines.map(({ scanId }: { scanId: string }) => scanId));
    const before = await ids();
    assert.equal((await spawnLegible(env, ...call).ended).code, 0);
    assert.deepEqual(await ids(), before);
    const id = /legible: batch (bat_[a-z0-9]+)/.exec(first.stderr)?.[1] ?? '';
    const shorter = join(folder, 'shorter.txt');
    await writeFile(shorter, `${site.origin}/\n`);
    const scanShorter = ['scan', '--sites', shorter, '--pages', '3', '--allow-private', '--with'];
    const compared = await spawnLegible(env, ...scanShorter, id).ended;
    assert.equal(compared.code, 0, compared.stderr);
    assert.match(compared.stdout, /of 1 site with a score in both 0 better, 0 worse\n(\d+) -> \1\thttp/);
    assert.match(compared.stdout, /only before\thttp\S+\/docs\//);
    const unknown = await spawnLegible(env, ...scanShorter, 'bat_none').ended;
    assert.match(unknown.stderr, /no such batch/);
    assert.equal(unknown.stdout, '');
  });

  it('prints what it has on Ctrl-C, and the next run scans the rest', async () => {
    const held = await serveHeldSite();
    after(() => held.close());
    const list = join(folder, 'held.txt');
    const csv = join(folder, 'held.csv');
    await writeFile(list, `${site.origin}/\n${held.origin}/\n`);
    const call = ['scan', '--sites', list, '--pages', '6', '--allow-private', '--output', `csv=${csv}`];
    const env = { XDG_DATA_HOME: folder };
    const running = spawnLegible(env, ...call);
    await eventually('the held page', () => held.requests.some(({ path }) => path.startsWith('/z-held')), 60_000);
    // The other site has two pages.
    await delay(4000);
    running.child.kill('SIGINT');
    const { code, stdout, stderr } = await running.ended;
    assert.equal(code, 130);
    assert.match(stderr, /^legible: cancelling…\nlegible: wrote /m);
    assert.match(stdout, /^\d+\t\d\thttp:\S+$/m);
    assert.match(stdout, /^-\t\d+\thttp:\S+\tcancelled/m);
    assert.match(await readFile(csv, 'utf8'), /,cancelled,/);
    held.release();
    const again = await spawnLegible(env, ...call).ended;
    assert.equal(again.code, 0, again.stderr);
    assert.equal(again.stdout.match(/^\d+\t\d\thttp:\S+$/gm)?.length, 2, again.stdout);
    assert.match(again.stdout, /Faults of every site\n2 of 2\t/);
  });

  it('tries refused sites again, names the option that permits them, and begins anew with --fresh', async () => {
    const list = join(folder, 'private.txt');
    await writeFile(list, `${site.origin}/\nnot a host\n`);
    const scan = (...options: string[]) =>
      spawnLegible({ XDG_DATA_HOME: folder }, 'scan', '--sites', list, '--pages', '2', ...options).ended;
    const batchIn = ({ stderr }: { stderr: string }) => /legible: (batch.*)/.exec(stderr)?.[1];
    const without = await scan();
    assert.equal(without.code, 2, without.stderr);
    assert.match(without.stdout, /refused: .*--allow-private/);
    assert.doesNotMatch(without.stdout, /ALLOWED_PRIVATE_HOSTS/);
    const permitted = await scan('--allow-private');
    assert.equal(permitted.code, 0, permitted.stderr);
    assert.match(permitted.stdout, /^\d+\t\d\thttp:\S+\n-\t-\tnot a host\trefused/m);
    const fresh = await scan('--allow-private', '--fresh');
    assert.match(fresh.stdout, /^\d+\t\d\thttp:\S+$/m);
    assert.notEqual(batchIn(fresh), batchIn(permitted));
    assert.equal(batchIn(await scan('--allow-private')), batchIn(fresh));
  });

  const refused: [string, string, RegExp, ...string[]][] = [
    ['an empty list', '# nothing\n', /names no site/],
    ['1,001 sites', 'a.example\n'.repeat(1001), /at most 1000/],
    ['a format that a table has not', 'a.example\n', /--format: .*expected text or json/, '--format', 'html'],
  ];
  for (const [name, text, message, ...options] of refused) {
    it(`${name}: 64`, async () => {
      const list = join(folder, 'bad.txt');
      await writeFile(list, text);
      const { code, stderr } = await spawnLegible({}, 'scan', '--sites', list, ...options).ended;
      assert.equal(code, 64);
      assert.match(stderr, message);
    });
  }
});
