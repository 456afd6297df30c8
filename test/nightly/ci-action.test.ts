/** action.yml and the scripts behind it, run as a runner of GitHub Actions runs them. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { tinyLegit } from '../fixtures/sites/tiny-legit.ts';
import { installTools } from '../support/npm-tools.ts';
import { type SiteServer, serveSite } from '../support/site-server.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

describe('action.yml', () => {
  it('is valid', async (t) => {
    const tools = await installTools({ '@action-validator/cli': '0.6.0', '@action-validator/core': '0.6.0' });
    if (tools.problem !== undefined) return t.skip(tools.problem);
    const validator = join(tools.folder, 'node_modules/@action-validator/cli/cli.mjs');
    await run(process.execPath, [validator, join(ROOT, 'action.yml')]);
    const broken = join(tools.folder, 'action.yml');
    await writeFile(broken, 'name: x\nruns:\n  using: nonsense\n');
    await assert.rejects(run(process.execPath, [validator, broken]), 'the validator can say no');
  });

  it('hands every input over as a variable, never as text of a script', async () => {
    const text = await readFile(join(ROOT, 'action.yml'), 'utf8');
    const scripts = [...text.matchAll(/^ +run: (.+)$/gm)].map(([, line = '']) => line);
    assert.equal(scripts.length, 4);
    for (const script of scripts) assert.doesNotMatch(script, /\$\{\{/);
    const shell = await readFile(join(ROOT, 'ci/scan.sh'), 'utf8');
    for (const [, name = ''] of text.matchAll(/^ +(INPUT_[A-Z_]+):/gm)) assert.ok(shell.includes(name), name);
  });
});

describe('the step that looks for Node', () => {
  it('takes that of the job where it is new enough', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'legible-node-'));
    const usable = async (version: string) => {
      await writeFile(join(folder, 'node'), `#!/usr/bin/env bash\n${version}\n`, { mode: 0o755 });
      const env = { PATH: `${folder}:/usr/bin:/bin`, GITHUB_OUTPUT: join(folder, 'output') };
      await rm(env.GITHUB_OUTPUT, { force: true });
      await run('bash', [join(ROOT, 'ci/find-node.sh')], { env });
      return (await readFile(env.GITHUB_OUTPUT, 'utf8')).trim();
    };
    for (const version of ['v20.19.0', 'v20.20.2', 'v22.1.0']) {
      assert.equal(await usable(`echo ${version}`), 'usable=true', version);
    }
    for (const version of ['v20.18.3', 'v18.20.8', 'v8.19.0']) {
      assert.equal(await usable(`echo ${version}`), 'usable=false', version);
    }
    assert.equal(await usable('exit 127'), 'usable=false', 'none');
    await rm(folder, { recursive: true });
    assert.match(
      await readFile(join(ROOT, 'action.yml'), 'utf8'),
      /- uses: actions\/setup-node@[0-9a-f]{40} # v4\.\d+\.\d+\n +if: steps\.node\.outputs\.usable != 'true'\n/,
    );
  });
});

describe('the step that comments', () => {
  /** A fake of GitHub's command line: it records its calls and returns the test's answers. */
  const GH = `#!/usr/bin/env bash
printf '%s\\n' "$*" >>"$CALLS"
case "$*" in *--paginate*) printf "$KNOWN" ;; esac
case "$*" in *"$REFUSED"*) exit 1 ;; esac
`;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'legible-comment-'));
    await writeFile(join(folder, 'gh'), GH, { mode: 0o755 });
  });
  after(() => rm(folder, { recursive: true }));

  const rows: readonly [what: string, known: string, refused: string, last: RegExp, says: RegExp][] = [
    [
      'a first comment',
      '',
      'none',
      /^api --silent --method POST repos\/o\/r\/issues\/7\/comments .*body=@s\.md$/,
      /^$/,
    ],
    [
      'the comment of before',
      '41\n42\n',
      'none',
      /^api --silent --method PATCH repos\/o\/r\/issues\/comments\/41 /,
      /^$/,
    ],
    ['a token that cannot write', '', 'POST', /POST/, /^::warning title=Legible::/],
    ['a token that cannot read', '', '--paginate', /--paginate/, /^::warning title=Legible::/],
  ];
  for (const [at, [what, KNOWN, REFUSED, last, says]] of rows.entries()) {
    it(`${what} does not fail the job`, async () => {
      const CALLS = join(folder, `calls-${at}`);
      const { stdout } = await run('bash', [join(ROOT, 'ci/comment.sh')], {
        cwd: folder,
        env: {
          PATH: `${folder}:${process.env.PATH}`,
          GH_REPO: 'o/r',
          PULL_REQUEST: '7',
          SUMMARY: 's.md',
          CALLS,
          KNOWN,
          REFUSED,
        },
      });
      assert.match(stdout, says);
      const calls = (await readFile(CALLS, 'utf8')).trim().split('\n');
      assert.match(calls.at(-1) ?? '', last);
      assert.match(calls[0] ?? '', /startswith\("<!-- legible: summary -->"\)/);
    });
  }
});

describe('the step that scans', () => {
  let site: SiteServer;
  let folder: string;
  before(async () => {
    site = await serveSite(tinyLegit);
    folder = await mkdtemp(join(tmpdir(), 'legible-ci-'));
  });
  after(async () => {
    await site.close();
    await rm(folder, { recursive: true });
  });

  it('hands every input over as its option, and none that is empty', async () => {
    await writeFile(join(folder, 'node'), '#!/usr/bin/env bash\nshift 2; printf "%s\\n" "$@" >"$CALLS"\n', {
      mode: 0o755,
    });
    await writeFile(join(folder, 'before.json'), '{}');
    const partsFor = async (inputs: Record<string, string>) => {
      const CALLS = join(folder, 'parts');
      const env = { PATH: `${folder}:${process.env.PATH}`, RUNNER_TEMP: folder, GITHUB_ACTION_PATH: ROOT, CALLS };
      await run('bash', [join(ROOT, 'ci/scan.sh')], { cwd: folder, env: { ...env, ...inputs } });
      const parts = (await readFile(CALLS, 'utf8')).trim().split('\n');
      return parts.slice(0, parts.indexOf('--output')).join(' ');
    };
    const INPUT_URL = 'https://a.example/';
    const short = await partsFor({ INPUT_URL, INPUT_PAGES: '', INPUT_HEADERS: '', INPUT_ALLOW_PRIVATE: 'false' });
    const full = await partsFor({
      INPUT_URL,
      INPUT_PAGES: '7',
      INPUT_FAIL_UNDER: '80',
      INPUT_FAIL_ON: 'S2,P5',
      INPUT_WARN_UNDER: '90',
      INPUT_WARN_ON: 'all',
      INPUT_CANONICAL_ORIGIN: 'https://b.example',
      INPUT_BASELINE: 'before.json',
      INPUT_ALLOW_PRIVATE: 'true',
      INPUT_HEADERS: 'A: 1\nB: 2\n',
      INPUT_EXCLUDE: '/x\n/y\n',
    });
    const built = await partsFor({ INPUT_URL: '', INPUT_DIST: 'dist' });
    await rm(join(folder, 'node'));
    assert.equal(built, 'scan --format text --dist dist');
    assert.equal(short, 'scan https://a.example/ --format text');
    assert.equal(
      full,
      `${short} --pages 7 --fail-under 80 --fail-on S2,P5 --warn-under 90 --warn-on all --canonical-origin https://b.example --baseline before.json --allow-private --header A: 1 --header B: 2 --exclude /x --exclude /y`,
    );
  });

  it('sets the outputs, writes summary and annotations, and fails by its thresholds', async () => {
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      RUNNER_TEMP: folder,
      GITHUB_ACTION_PATH: ROOT,
      GITHUB_OUTPUT: join(folder, 'output'),
      GITHUB_STEP_SUMMARY: join(folder, 'step-summary'),
      INPUT_URL: `${site.origin}/`,
      INPUT_ALLOW_PRIVATE: 'true',
      INPUT_BASELINE: 'not-there-yet.json',
      INPUT_HEADERS: 'X-One: 1\nX-Two: $(touch injected)\n',
      INPUT_FAIL_UNDER: '100',
    };
    const failed = await run('bash', [join(ROOT, 'ci/scan.sh')], { cwd: folder, env }).then(
      () => assert.fail('the score is below 100'),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
    assert.equal(failed.code, 1, failed.stderr);
    assert.match(failed.stdout, /^::error title=S10 /m);
    const stop = /^::stop-commands::([0-9a-f]{32})$/m.exec(failed.stdout)?.[1];
    assert.ok(stop !== undefined && failed.stdout.includes(`\n::${stop}::\n`));
    assert.match(await readFile(join(folder, 'step-summary'), 'utf8'), /^<!-- legible: summary -->/);
    const outputs = Object.fromEntries(
      (await readFile(join(folder, 'output'), 'utf8'))
        .trim()
        .split('\n')
        .map((line) => line.split('=', 2)),
    );
    assert.match(outputs.score, /^\d{1,3}$/);
    for (const name of ['report', 'sarif', 'junit', 'summary']) {
      assert.ok((await readFile(outputs[name], 'utf8')).length > 100, name);
    }
    await run('cp', [outputs.report, join(folder, 'base.json')]);
    const warned = await run('bash', [join(ROOT, 'ci/scan.sh')], {
      cwd: folder,
      env: {
        ...env,
        INPUT_FAIL_UNDER: '',
        INPUT_WARN_UNDER: '100',
        INPUT_BASELINE: join(folder, 'base.json'),
        INPUT_IGNORE: '[{"check": "S13", "reason": "of last year", "until": "2020-01-01"}]',
      },
    });
    assert.match(warned.stdout, /^::warning title=Legible::the site score \d+ is below 100$/m);
    assert.match(warned.stdout, /^::notice title=Legible::ignore: the entry for S13 ran out on 2020-01-01\. /m);
    assert.match(await readFile(outputs.summary, 'utf8'), /Since the baseline/);
    assert.ok(site.requests.length > 0);
    await assert.rejects(readFile(join(folder, 'injected')), 'inputs are not run');
  });
});
