/** The command as a new user has it: from the packed tarball, in an empty folder, without this repository. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { Scan } from '../../src/schema/scan.ts';
import { tinyLegit } from '../fixtures/sites/tiny-legit.ts';
import { installTools } from '../support/npm-tools.ts';
import { type PackedPackage, packPackage, type RunOptions, runPacked } from '../support/packed-package.ts';
import { startTestService, type TestService } from '../support/service.ts';
import type { Ended } from '../support/service-process.ts';
import { type SiteServer, serveSite } from '../support/site-server.ts';
import { eventually } from '../support/store-wait.ts';

const NOBODY = 65_534;
let packed: PackedPackage;
let site: SiteServer;
before(async () => {
  packed = await packPackage();
  site = await serveSite(tinyLegit);
});
after(async () => {
  await Promise.all([packed.remove(), site.close()]);
});

const legible = (parts: readonly string[], options: RunOptions = {}): Promise<Ended> =>
  runPacked(packed, 'legible', parts, options).ended;
const inShell = (script: string, env: Record<string, string> = {}): Promise<Ended> =>
  runPacked(packed, 'bash', ['-c', script], { env: { SITE: `${site.origin}/`, ...env } }).ended;

describe('the package', () => {
  it('holds only the files it needs', () => {
    const foreign = packed.files.filter(
      (file) =>
        !/^(?:dist\/|package\.json$|README\.md$|LICENSE$|CHANGELOG\.md$)/.test(file) ||
        /\.test\.|\.ts$/.test(file.replace(/\.d\.ts$/, '')),
    );
    assert.deepEqual(foreign, []);
    for (const part of ['dist/cli.mjs', 'dist/types/client/client.d.ts', 'dist/page-worker.mjs', 'dist/LICENCES.txt']) {
      assert.ok(packed.files.includes(part), part);
    }
  });

  it('has a README that says how its command is called, before the first line that only a clone can run', async () => {
    const readme = await readFile(join(packed.folder, 'node_modules/legible/README.md'), 'utf8');
    const [before = ''] = readme.split(/^npm run -s legible/m);
    assert.match(before, /read `npx legible` for\s`npm run -s legible --`/);
  });

  it('is clean by publint', async (t) => {
    const tools = await installTools({ publint: '0.3.25' });
    if (tools.problem !== undefined) return t.skip(tools.problem);
    const lint = promisify(execFile)(process.execPath, [
      join(tools.folder, 'node_modules/publint/src/cli.js'),
      'run',
      packed.tarball,
      '--strict',
    ]);
    const { stdout } = await lint.catch((error: { stdout: string }) => assert.fail(error.stdout));
    assert.match(stdout, /All good/);
  });

  it('the engine is typed, and scans from another project', async () => {
    await writeFile(join(packed.folder, 'package.json'), '{"type":"module"}');
    await writeFile(
      join(packed.folder, 'engine.ts'),
      `import { expectLegible, scan, type SiteResult } from 'legible';
const result: SiteResult = await scan(process.env.SITE ?? '', { pageLimit: 2, allowPrivate: true });
expectLegible(result).toScore(1).toPass('S2');
// @ts-expect-error: pageLimit is a number
void (() => scan('x', { pageLimit: 'some' }));
console.log(result.pagesScanned);
`,
    );
    const tsc = join(import.meta.dirname, '../../node_modules/.bin/tsc');
    const types = join(import.meta.dirname, '../../node_modules/@types');
    const flags = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node', '--typeRoots', types];
    const checked = await runPacked(packed, tsc, [...flags, 'engine.ts']).ended;
    assert.equal(checked.code, 0, checked.stdout);
    const { code, stdout, stderr } = await inShell('node engine.js');
    assert.equal(code, 0, stderr);
    assert.equal(stdout, '2\n');
  });

  it('legible/client is typed, and works as another project imports it', async () => {
    await writeFile(join(packed.folder, 'package.json'), '{"type":"module"}');
    await writeFile(
      join(packed.folder, 'use.ts'),
      `import { createClient, LegibleError, type Scan } from 'legible/client';
const client = createClient({ baseUrl: 'http://127.0.0.1:1', wait: async () => {} });
const score = (scan: Scan): number => scan.siteScore;
// @ts-expect-error: pages has three values
void (() => client.getScan({ id: 'x', pages: 'some' }).then(score));
client.listScans().catch((error) => console.log(error instanceof LegibleError, error.code));
`,
    );
    const tsc = join(import.meta.dirname, '../../node_modules/.bin/tsc');
    const flags = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom', '--types', ''];
    const { code, stdout } = await runPacked(packed, tsc, [...flags, 'use.ts']).ended;
    assert.deepEqual([code, stdout], [0, '']);
    const used = await runPacked(packed, process.execPath, ['use.js']).ended;
    assert.equal(used.stdout, 'true no_answer\n', used.stderr);
  });
});

describe('a scan from the packed command', { concurrency: 2 }, () => {
  it('npx runs it; the result is on stdout alone', async () => {
    const { code, stdout, stderr } = await runPacked(packed, 'npx', [
      '--no-install',
      'legible',
      'scan',
      `${site.origin}/`,
      '--allow-private',
    ]).ended;
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^http:.*\nSite score \d+\/100/);
    assert.ok(!stdout.includes('\u001b') && !stderr.includes('legible:'), stderr);
  });

  it('JSON goes into a pipe whole, thresholds set the exit code, and files hold the other formats', async () => {
    const script =
      'set -o pipefail; legible scan "$SITE" --allow-private --format json --fail-under 100 --fail-on S10 --output junit=j.xml --output sarif=s.json | cat; echo $?';
    const { stdout, stderr } = await inShell(script);
    const end = stdout.lastIndexOf('}') + 1;
    const { siteScore, pageResults } = Scan.parse(JSON.parse(stdout.slice(0, end)));
    assert.equal(pageResults.length, 2);
    assert.equal(stdout.slice(end).trim(), '1');
    assert.match(stderr, new RegExp(`the site score ${siteScore} is below 100\nlegible: S10 failed`));
    assert.match(
      await readFile(join(packed.folder, 'j.xml'), 'utf8'),
      /^<\?xml .*\n<testsuites name="legible" tests="\d+"/,
    );
    assert.equal(JSON.parse(await readFile(join(packed.folder, 's.json'), 'utf8')).version, '2.1.0');
  });

  it('a pipe that is closed ends it quietly', async () => {
    const { stdout, stderr } = await inShell('set -o pipefail; legible checks --format json | head -c 1; echo " $?"');
    assert.match(stdout, /^\[ (?:141|0)\n$/);
    assert.equal(stderr, '');
  });

  it('a pipe that is closed in the middle of a scan: 141, and nothing left behind', async () => {
    const temp = join(packed.folder, 'temp-of-pipe');
    await mkdir(temp, { recursive: true });
    const { stdout, stderr } = await inShell('set -o pipefail; legible scan "$SITE" --allow-private | true; echo $?', {
      TMPDIR: temp,
    });
    assert.deepEqual([stdout, stderr], ['141\n', '']);
    assert.deepEqual(await readdir(temp), []);
  });

  it('a full disk: 2, in one line, and nothing left behind', async () => {
    const temp = join(packed.folder, 'temp-of-disk');
    await mkdir(temp, { recursive: true });
    for (const command of ['scan "$SITE" --allow-private', 'checks --format json']) {
      const { stdout, stderr } = await inShell(`legible ${command} >/dev/full; echo $?`, { TMPDIR: temp });
      assert.deepEqual(
        [stdout, stderr],
        ['2\n', 'legible: the result cannot be written (ENOSPC: no space left on device, write)\n'],
      );
    }
    assert.deepEqual(await readdir(temp), []);
  });

  it('a folder for temporary files that is not there: 2, in one line', async () => {
    const { code, stderr } = await legible(['scan', `${site.origin}/`, '--allow-private'], {
      env: { TMPDIR: '/dev/null/none' },
    });
    assert.equal(code, 2, stderr);
    assert.match(stderr, /^legible: EN\w+: .*\n$/);
  });

  it('SIGTERM: 143', async () => {
    const slow = await serveSite(tinyLegit, { latencyMs: 5000 });
    const running = runPacked(packed, 'legible', ['scan', `${slow.origin}/`, '--allow-private']);
    await eventually('the site is asked', () => slow.requests.length > 0, 30_000);
    running.kill('SIGTERM');
    const { code } = await running.ended;
    await slow.close();
    assert.equal(code, 143);
  });

  it('Ctrl-C in the middle: 130, at once, nothing left behind', async () => {
    const slow = await serveSite(tinyLegit, { latencyMs: 5000 });
    const temp = join(packed.folder, 'temp');
    await mkdir(temp, { recursive: true });
    const running = runPacked(packed, 'legible', ['scan', `${slow.origin}/`, '--allow-private'], {
      env: { TMPDIR: temp },
    });
    await eventually('the site is asked', () => slow.requests.length > 0, 30_000);
    const begin = Date.now();
    running.kill('SIGINT');
    const { code, stdout } = await running.ended;
    await slow.close();
    assert.deepEqual([code, stdout], [130, `Cancelled after 0 pages of ${slow.origin}/. There is no score.\n`]);
    assert.ok(Date.now() - begin < 4000);
    assert.deepEqual(await readdir(temp), []);
  });

  it('a folder and a home that cannot be written: the scan is done, and the command names the unsaved data', async (t) => {
    if (process.getuid?.() !== 0) return t.skip('only root can become somebody else');
    const folder = join(packed.folder, 'read-only');
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o555);
    const { code, stdout, stderr } = await legible(['scan', `${site.origin}/`, '--allow-private'], {
      cwd: folder,
      uid: NOBODY,
      env: { HOME: folder, TMPDIR: tmpdir() },
    });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /Site score/);
    assert.match(stderr, /not saved for legible history/);
    const output = await legible(['scan', `${site.origin}/`, '--output', 'json=x.json'], { cwd: folder, uid: NOBODY });
    assert.equal(output.code, 64);
    assert.match(output.stderr, /^legible: output: x\.json cannot be written/);
  });

  it('a terminal of 20 columns: no line is wider, colours and the bar fit', async () => {
    const script = `stty cols 20; legible scan ${site.origin}/ --allow-private`;
    const { stdout, code } = await runPacked(packed, 'script', ['-qec', script, '/dev/null'], {
      env: { TERM: 'xterm-256color' },
    }).ended;
    assert.equal(code, 0, stdout);
    assert.ok(stdout.includes('\u001b['), 'colours');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one.
    const lines = stdout.replace(/\u001b\[[0-9;]*[A-Za-z]/g, '\r').split(/[\r\n]+/);
    assert.deepEqual(
      lines.filter((line) => line.length > 20),
      [],
    );
  });

  it('history lists the scans, and a baseline reports the changes', async () => {
    const env = { DATA_DIR: join(packed.folder, 'kept') };
    const changing = await serveSite({ pages: { ...tinyLegit.pages } });
    const options = ['scan', `${changing.origin}/`, '--allow-private'];
    const first = await legible([...options, '--output', 'json=base.json'], { env });
    assert.equal(first.code, 0, first.stderr);
    const second = await legible([...options, '--baseline', 'base.json', '--format', 'summary'], { env });
    assert.match(second.stdout, /Since the baseline\*\*\n\n- Site score (\d+) -\\?> \1 \(0\)/);
    const { stdout } = await legible(['history', `${changing.origin}/#top`], { env });
    await changing.close();
    assert.match(stdout, /^(.)\1\n20\d\d-/);
  });
});

describe('errors', { concurrency: 2 }, () => {
  it('a scan that fails leaves no report, not even that of the scan before', async () => {
    await writeFile(join(packed.folder, 'old.json'), '{"siteScore":100}');
    const outputs = ['--output', 'json=old.json', '--output', 'junit=new.xml', '--output', 'text=/dev/null'];
    const { code } = await legible(['scan', 'http://127.0.0.1:9/', '--allow-private', ...outputs]);
    assert.equal(code, 2);
    const left = await readdir(packed.folder);
    assert.ok(!left.includes('old.json') && !left.includes('new.xml'), left.join());
  });

  const ROWS: readonly [code: number, says: RegExp, ...parts: string[]][] = [
    [2, /url must start with http/, 'scan', 'ftp://a.example/'],
    [2, /url leads to a private network or to this machine/, 'scan', 'http://127.0.0.1:9/'],
    [2, /does not exist in DNS|could not scan/, 'scan', 'http://nothing.invalid/'],
    [2, /could not scan/, 'scan', 'http://127.0.0.1:9/', '--allow-private'],
    [2, /no such check/, 'checks', 'Z9'],
    [64, /--fail-on: scans of websites have no check "Z9"/, 'scan', 'http://a.example/', '--fail-on', 'Z9'],
    [64, /--fail-on: scans of websites have no check "M1"/, 'scan', 'http://a.example/', '--fail-on', 'S1,M1'],
    [64, /--header: host is the scanner's own/, 'scan', 'http://a.example/', '--header', 'Host: b'],
    [64, /--header: expected a name/, 'scan', 'http://a.example/', '--header', 'secret-value'],
    [
      64,
      /--canonical-origin: expected an http or https origin/,
      'scan',
      'http://a.example/',
      '--canonical-origin',
      'x',
    ],
    [64, /--exclude: expected a path pattern/, 'scan', 'http://a.example/', '--exclude', 'tags'],
    [64, /Allowed choices are/, 'scan', 'http://a.example/', '--format', 'pdf'],
    [64, /missing\.json: cannot be read/, 'scan', '--config', 'missing.json'],
    [64, /baseline: there is no none\.json/, 'scan', 'http://a.example/', '--baseline', 'none.json'],
    [64, /unknown command 'scann'/, 'scann'],
  ];
  for (const [code, says, ...parts] of ROWS) {
    it(`legible ${parts.join(' ')}: ${code}`, async () => {
      const ended = await legible(parts);
      assert.deepEqual([ended.code, ended.stdout], [code, ''], ended.stderr);
      assert.match(ended.stderr, says);
      assert.doesNotMatch(ended.stderr, /\n\s+at |secret-value/);
    });
  }

  it('legible.config.json: settings count below the options, and a mistake is named', async () => {
    const cwd = join(packed.folder, 'project');
    await mkdir(cwd, { recursive: true });
    const write = (settings: unknown) => writeFile(join(cwd, 'legible.config.json'), JSON.stringify(settings));
    await write({
      url: `${site.origin}/`,
      allowPrivate: true,
      format: 'json',
      failUnder: 100,
      exclude: ['/opening-hours'],
    });
    const scanned = await legible(['scan', '--fail-under', '1'], { cwd });
    assert.equal(scanned.code, 0, scanned.stderr);
    assert.equal(Scan.parse(JSON.parse(scanned.stdout)).pagesScanned, 1);
    for (const [settings, says] of [
      [{ pagez: 3 }, /legible\.config\.json: there is no setting "pagez"\. Did you mean pages\?/],
      [{ pages: 'many' }, /pages: expected a whole number from 1 to 2000/],
      [[], /expected an object/],
    ] as const) {
      await write(settings);
      const { code, stderr } = await legible(['scan'], { cwd });
      assert.equal(code, 64);
      assert.match(stderr, says);
    }
  });
});

describe('how long it takes', () => {
  it('--help is there within 300 ms of processor time', async () => {
    const takenMs: number[] = [];
    for (let at = 0; at < 7; at += 1) {
      const script = `TIMEFORMAT='%3U %3S'; time '${process.execPath}' '${packed.bin}' --help`;
      const { code, stdout, stderr } = await runPacked(packed, 'bash', ['-c', script]).ended;
      const [user = Number.NaN, system = Number.NaN] = stderr.trim().split(' ').map(Number);
      takenMs.push((user + system) * 1000);
      assert.equal(code, 0);
      assert.match(stdout, /^Usage: legible/);
    }
    // The quickest: other work on the machine only ever makes it slower.
    assert.ok(Math.min(...takenMs) < 300, takenMs.map(Math.round).join(' '));
  });
});

describe('against a server', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.stop());

  it('scans there, the same key being the same scan; options that a server lacks are refused', async () => {
    const env = { LEGIBLE_URL: service.url, LEGIBLE_API_KEY: await service.key() };
    const options = ['scan', `${site.origin}/`, '--format', 'json', '--idempotency-key', 'run-1'];
    const [first, second] = [await legible(options, { env }), await legible(options, { env })];
    assert.equal(first.code, 0, first.stderr);
    assert.equal(JSON.parse(first.stdout).id, JSON.parse(second.stdout).id);
    const refused = await legible([...options, '--header', 'a: b'], { env });
    assert.deepEqual([refused.code, refused.stderr.includes('--header: only scans of this machine')], [64, true]);
    const history = await legible(['history', `${site.origin}/`], { env });
    assert.match(history.stdout, /llms\.txt 0 {2}2 pages/);
    const asked = await legible(['ask', 'what is llms.txt'], { env });
    assert.match(asked.stdout, new RegExp(service.url));
  });

  it('a key that is not valid: 2, in the words of the server, and no key on the screen', async () => {
    const LEGIBLE_API_KEY = `svc_live_00000000_${'s'.repeat(40)}`;
    const { code, stderr } = await legible(['scan', `${site.origin}/`], {
      env: { LEGIBLE_URL: service.url, LEGIBLE_API_KEY },
    });
    assert.equal(code, 2);
    assert.match(stderr, /^legible: /);
    assert.ok(!stderr.includes('sssss'));
  });

  it('a server that is not there: 2, after the retries', async () => {
    const { code, stderr } = await legible(['ask', 'x'], { env: { LEGIBLE_URL: 'http://127.0.0.1:9' } });
    assert.equal(code, 2);
    assert.equal(stderr.match(/Trying again/g)?.length, 4);
  });
});
