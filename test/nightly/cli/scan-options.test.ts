/** The effect of further options of `legible scan`, observed at the scanned site. */

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Scan } from '../../../src/schema/scan.ts';
import { tinyLegit } from '../../fixtures/sites/tiny-legit.ts';
import { freePort } from '../../support/npm-tools.ts';
import { newDataDir } from '../../support/service.ts';
import { legibleUnder, spawnLegible } from '../../support/service-process.ts';
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

  it('an address without a scheme is scanned by http where nothing answers by https, and says so', async () => {
    const host = new URL(site.origin).host;
    const { code, stdout, stderr } = await legibleUnder(
      { DATA_DIR: dataDir },
      'scan',
      host,
      '--allow-private',
      '--format',
      'json',
    );
    assert.equal(code, 0, stderr);
    assert.equal(JSON.parse(stdout).rootUrl, `http://${host}/`);
    assert.match(stderr, new RegExp(`nothing answers by https; scanning http://${host}`));
  });

  it('--canonical-origin: links and canonicals of production are those of the preview', async () => {
    const production = 'https://www.production.example';
    const link = `<link rel="canonical" href="${production}/"><a href="${production}/about">About us</a>`;
    const body = (title: string) =>
      `<!doctype html><html lang="en"><title>${title}</title>${link}<p>${title}</p></html>`;
    const preview = await serveSite({ pages: { '/': { body: body('Home') }, '/about': { body: body('About') } } });
    const options = ['scan', `${preview.origin}/`, '--allow-private', '--format', 'json'];
    const { stdout, stderr } = await legibleUnder({ DATA_DIR: dataDir }, ...options, '--canonical-origin', production);
    await preview.close();
    assert.match(stdout, /^\{/, stderr);
    assert.deepEqual(
      Scan.parse(JSON.parse(stdout))
        .pageResults.map(({ url }) => new URL(url).pathname)
        .sort(),
      ['/', '/about'],
    );
  });

  it('--ignore-robots reads what robots.txt forbids; without it nothing is read', async () => {
    const robots = { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /\nCrawl-delay: 2\n' };
    const closed = await serveSite({ ...tinyLegit, pages: { ...tinyLegit.pages, '/robots.txt': robots } });
    const options = ['scan', `${closed.origin}/`, '--allow-private', '--format', 'json'];
    const obeyed = await legibleUnder({ DATA_DIR: dataDir }, ...options);
    const ignored = await legibleUnder({ DATA_DIR: dataDir }, ...options, '--ignore-robots');
    await closed.close();
    assert.equal(obeyed.code, 2);
    assert.match(obeyed.stderr, /robots\.txt forbids LegibleBot/);
    const { pageResults, siteChecks } = Scan.parse(JSON.parse(ignored.stdout));
    assert.equal(pageResults.length, 2);
    assert.equal(siteChecks.find(({ checkId }) => checkId === 'S2')?.status, 'fail');
  });

  it('--ignore FILE accepts findings with their reasons, and tells of entries that have run out or match nothing', async () => {
    const list = join(dataDir, 'accepted.json');
    const rules = [
      { check: 'S13', reason: 'No llms.txt before the relaunch' },
      { check: 'S10', reason: 'Over', until: '2020-01-31' },
      { check: 'P22', paths: ['/nowhere/'], reason: 'Frozen' },
    ];
    await writeFile(list, JSON.stringify(rules));
    const options = ['--fail-on', 'S13', '--format', 'markdown'];
    const plain = await scan(...options);
    assert.equal(plain.code, 1, 'the finding is there');
    const { code, stdout, stderr } = await scan(...options, '--ignore', list);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /Ignored: No llms\.txt before the relaunch/);
    assert.match(stderr, /ignore: the entry for S10 ran out on 2020-01-31\. Remove it, or set a later day\./);
    assert.match(stderr, /ignore: the entry for P22 matches no finding on its 1 path\. Remove it\./);
    const score = /(\d+)\/100/;
    assert.equal(score.exec(stdout)?.[1], score.exec(plain.stdout)?.[1], 'the score is the same');

    const missing = await scan('--ignore', join(dataDir, 'no-such.json'));
    assert.equal(missing.code, 64, missing.stderr);
    await writeFile(list, '[{"check": "S13"}]');
    const faulty = await scan('--ignore', list);
    assert.equal(faulty.code, 64);
    assert.match(faulty.stderr, /reason/);
  });

  it('--output: a file that is the baseline too stays when the scan fails, and is written over when it does not', async () => {
    const report = join(dataDir, 'report.json');
    const options = ['--output', `json=${report}`];
    assert.equal((await scan(...options)).code, 0);
    const before = await readFile(report, 'utf8');
    const failed = await legibleUnder(
      { DATA_DIR: dataDir },
      ...['scan', 'http://127.0.0.1:9/', '--allow-private', '--baseline', report, ...options],
    );
    assert.equal(failed.code, 2, failed.stderr);
    assert.equal(await readFile(report, 'utf8'), before);
    const next = await scan('--baseline', report, ...options);
    assert.match(next.stdout, /^Site score (\d+) -> \1 \(0\)/m);
    assert.notEqual(await readFile(report, 'utf8'), before);
  });

  it('--start: runs a server for as long as the scan takes', async () => {
    const program = join(dataDir, 'preview.mjs');
    const html = `<!doctype html><html lang="en"><title>Preview</title><main><h1>Preview</h1><p>A page.</p></main></html>`;
    await writeFile(
      program,
      `import { createServer } from 'node:http';
        console.log('the server speaks');
        createServer((_, response) => response.setHeader('content-type', 'text/html').end(${JSON.stringify(html)})).listen(Number(process.argv[2]), '127.0.0.1');`,
    );
    const port = await freePort();
    const address = `127.0.0.1:${port}`;
    const start = ['--start', `${process.execPath} ${program} ${port}`, '--format', 'json'];
    // The server writes to the stderr that it inherits.
    const { code, stdout, stderr } = await spawnLegible({ DATA_DIR: dataDir }, 'scan', address, ...start).ended;
    assert.equal(code, 0, stderr);
    assert.equal(Scan.parse(JSON.parse(stdout)).rootUrl, `http://${address}/`);
    assert.match(stderr, /the server speaks/);
    await assert.rejects(fetch(`http://${address}/`), 'it has ended with the scan');
  });

  it('--start: says why nothing could be scanned', async () => {
    const early = await legibleUnder({ DATA_DIR: dataDir }, 'scan', 'http://127.0.0.1:9/', '--start', 'exit 3');
    assert.equal(early.code, 64);
    assert.match(early.stderr, /^legible: --start: the command ended before http:\/\/127\.0\.0\.1:9\/ answered/m);
    const taken = await scan('--start', 'sleep 60');
    assert.equal(taken.code, 64);
    assert.match(taken.stderr, /answers already\. Stop what runs there, or leave --start out/);
  });

  it('--fail-on worse: exit 1 where the baseline was better, and a note where there is none', async () => {
    const better = join(dataDir, 'better.json');
    const { code, stdout, stderr } = await scan('--format', 'json', '--fail-on', 'worse');
    assert.equal(code, 0);
    assert.match(stderr, /without --baseline nothing can get worse/);
    await writeFile(better, JSON.stringify({ ...JSON.parse(stdout), siteScore: 100 }));
    const fallen = await scan('--baseline', better, '--fail-on', 'worse');
    assert.equal(fallen.code, 1);
    assert.match(fallen.stderr, /^legible: worse than the baseline: the site score fell from 100 to \d+$/m);
  });

  it('--checks: a line for each of them, passed ones too; --fail-on all and --skip look at these alone', async () => {
    const chosen = await scan('--checks', 's2,sitemap-valid', '--fail-on', 'all');
    assert.equal(chosen.code, 1, chosen.stderr);
    assert.match(chosen.stdout, /^✓ S2 .* https:\S+\n✗ S10 .* https:\S+\n\n2 checks: 1 failed, 1 passed$/m);
    assert.match(chosen.stderr, /^legible: S10 failed$/m);
    const skipped = await scan('--checks', 'S2,S10', '--skip', 'S10', '--fail-on', 'S10');
    assert.equal(skipped.code, 0, skipped.stderr);
    assert.match(skipped.stderr, /^legible: S10: not reported, so --fail-on does not look at it$/m);
    const scoreIn = (text: string) => /Site score (\d+)/.exec(text)?.[1];
    assert.equal(scoreIn(skipped.stdout), scoreIn((await scan()).stdout), 'the score counts all checks');
  });

  it('--urls scans exactly the listed pages; the first line can name the site', async () => {
    const list = join(dataDir, 'pages.txt');
    await writeFile(list, `# pages\n${site.origin}/opening-hours\n\n`);
    const { stdout, stderr, code } = await legibleUnder(
      { DATA_DIR: dataDir },
      ...['scan', '--urls', list, '--allow-private', '--format', 'json'],
    );
    assert.equal(code, 0, stderr);
    const { pageResults, rootUrl } = Scan.parse(JSON.parse(stdout));
    assert.equal(rootUrl, `${site.origin}/`);
    assert.deepEqual(
      pageResults.map(({ url }) => url),
      [`${site.origin}/opening-hours`],
    );
    await writeFile(list, '/\nhttps://other.example/\n');
    const refused = await scan('--urls', list);
    assert.equal(refused.code, 64);
    assert.match(refused.stderr, /--urls: line 2: another origin than http:/);
  });

  it('--dist scans the files of a build, and takes no URL as well', async () => {
    const folder = await mkdtemp(join(dataDir, 'dist-'));
    const page = (title: string) =>
      `<!doctype html><html lang="en"><title>${title}</title><a href="https://www.built.example/about">About</a><p>${title}</p></html>`;
    await writeFile(join(folder, 'index.html'), page('Home'));
    await writeFile(join(folder, 'about.html'), page('About'));
    const built = (...options: string[]) =>
      legibleUnder({ DATA_DIR: dataDir }, 'scan', '--dist', folder, '--format', 'json', ...options);
    const { code, stdout, stderr } = await built('--canonical-origin', 'https://www.built.example', '--fail-on', 'S10');
    assert.equal(code, 1, stderr);
    assert.match(stderr, /^legible: S10 failed$/m);
    assert.deepEqual(
      Scan.parse(JSON.parse(stdout))
        .pageResults.map(({ url }) => new URL(url).pathname)
        .sort(),
      ['/', '/about'],
    );
    const both = await built(site.origin);
    assert.equal(both.code, 64);
    assert.match(both.stderr, /^legible: --dist: expected no URL as well/);
    const absent = await legibleUnder({ DATA_DIR: dataDir }, 'scan', '--dist', join(folder, 'absent'));
    assert.equal(absent.code, 64, absent.stderr);
  });

  it('--concurrency and --delay bound the requests to the site', async () => {
    const starts: number[] = [];
    let open = 0;
    let most = 0;
    const slow = await serveSite({
      ...tinyLegit,
      fallback: () => {
        starts.push(performance.now());
        open += 1;
        most = Math.max(most, open);
        const body = (response: ServerResponse) =>
          setTimeout(() => {
            open -= 1;
            response.end('none');
          }, 100);
        return { status: 404, body };
      },
    });
    const options = ['scan', `${slow.origin}/`, '--allow-private'];
    const alone = await legibleUnder({ DATA_DIR: dataDir }, ...options, '--concurrency', '1');
    assert.equal(alone.code, 0, alone.stderr);
    assert.ok(starts.length > 10);
    assert.equal(most, 1);
    starts.length = 0;
    const spaced = await legibleUnder({ DATA_DIR: dataDir }, ...options, '--delay', '150');
    await slow.close();
    assert.equal(spaced.code, 0, spaced.stderr);
    const pause = ((starts.at(-1) ?? 0) - (starts[0] ?? 0)) / (starts.length - 1);
    // One gap says little: the site sees a request some milliseconds after it was begun.
    assert.ok(pause > 140, `${pause} ms`);
  });

  it('--verbose says each page as it is read, and --quiet nothing but the result', async () => {
    const verbose = await scan('--verbose');
    const lines = verbose.stderr.split('\n').filter((line) => line.includes(site.origin));
    assert.deepEqual(lines.map((line) => /^[✓!✗] (\S+)/.exec(line)?.[1]).sort(), [
      `${site.origin}/`,
      `${site.origin}/opening-hours`,
    ]);
    assert.match(verbose.stdout, /^✓ S2 /m);
    const { host } = new URL(site.origin);
    const quiet = await legibleUnder({ DATA_DIR: dataDir }, 'scan', host, '--allow-private', '--quiet');
    assert.deepEqual([quiet.code, quiet.stderr], [0, ''], 'no word of the change to http');
    assert.match(quiet.stdout, /^Site score /m);
  });

  it('--view opens the HTML report, and names it where nothing opens it', async () => {
    const bin = await mkdtemp(join(dataDir, 'bin-'));
    const opened = join(bin, 'opened');
    await writeFile(join(bin, 'xdg-open'), `#!/bin/sh\necho "$1" >"${opened}"\n`, { mode: 0o755 });
    const env = { DATA_DIR: dataDir, TMPDIR: bin };
    const parts = ['scan', `${site.origin}/`, '--allow-private', '--view'];
    const shown = await legibleUnder({ ...env, PATH: `${bin}:${process.env.PATH}` }, ...parts);
    const file = (await readFile(opened, 'utf8')).trim();
    assert.match(shown.stderr, new RegExp(`^legible: opened ${file}$`, 'm'));
    assert.match(await readFile(file, 'utf8'), /^<!doctype html>/i);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    await writeFile(join(bin, 'xdg-open'), '#!/bin/sh\nexit 3\n', { mode: 0o755 });
    const unopened = await legibleUnder({ ...env, PATH: `${bin}:${process.env.PATH}` }, ...parts);
    const path = /^legible: no program here opens the report; it is in (\S+)$/m.exec(unopened.stderr)?.[1];
    assert.equal(unopened.code, 0);
    assert.match(await readFile(path ?? '', 'utf8'), /^<!doctype html>/i);
  });

  it('--warn-under and --warn-on: name unmet thresholds, and exit 0', async () => {
    const { code, stderr } = await scan('--warn-under', '100', '--warn-on', 'S10,S2');
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^legible: warning: the site score \d+ is below 100\nlegible: warning: S10 failed$/m);
    const both = await scan('--fail-on', 'S10', '--warn-on', 'all', '--checks', 'S10');
    assert.deepEqual([both.code, both.stderr], [1, 'legible: S10 failed\n']);
  });

  it('--sign-in: the headers that a module answers reach the site', async () => {
    const module = join(dataDir, 'sign-in.mjs');
    await writeFile(
      module,
      `export default async ({ url, signal }) => {
        const { status } = await fetch(url, { signal });
        return { headers: { Cookie: 'session=' + status } };
      };`,
    );
    const { code, stderr } = await scan('--sign-in', module, '--header', 'x-mine: 1', '--user-agent', 'Signed/1');
    assert.equal(code, 0, stderr);
    const signed = asked.filter((headers) => headers['user-agent'] === 'Signed/1');
    assert.ok(signed.length > 0);
    assert.ok(signed.every((headers) => headers.cookie === 'session=200' && headers['x-mine'] === '1'));
  });

  it('--sign-in: reports the error of a module, and never a value', async () => {
    for (const [name, source, expected] of [
      ['none', 'export const other = 1;', /has no function as its default export/],
      ['thrown', "export default () => { throw new Error('wrong password'); };", /failed \(wrong password\)/],
      ['empty', 'export default () => undefined;', /answered no headers; expected/],
      [
        'bad',
        "export default () => ({ headers: { host: 'secret' } });",
        /answered wrong headers \(--header: host is the scanner's own/,
      ],
      [
        'lines',
        "export default () => ({ headers: { a: 'secret\\nb' } });",
        /answered wrong headers .*expected a value of one line/,
      ],
    ] as const) {
      const module = join(dataDir, `${name}.mjs`);
      await writeFile(module, source);
      const { code, stderr } = await scan('--sign-in', module);
      assert.equal(code, 64, stderr);
      assert.ok(stderr.startsWith(`legible: --sign-in: ${module} `), stderr);
      assert.match(stderr, expected);
      assert.doesNotMatch(stderr, /secret/);
    }
    const missing = await scan('--sign-in', join(dataDir, 'missing.mjs'));
    assert.equal(missing.code, 64);
    assert.match(missing.stderr, /missing\.mjs cannot be loaded/);
  });
});
