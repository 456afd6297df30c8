import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createAgain } from '../../support/runner/again.ts';
import { bundleTests } from '../../support/runner/bundle.ts';
import { selectFiles, shuffle } from '../../support/runner/plan.ts';
import { type FileResult, runFiles } from '../../support/runner/pool.ts';
import { createSummary } from '../../support/runner/summary.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'legible-runner-'));
after(() => rmSync(folder, { recursive: true }));

const HEAD = "import assert from 'node:assert/strict'; import { after, before, describe, it } from 'node:test';\n";
function write(name: string, text: string): string {
  const file = join(folder, `${name}.test.mjs`);
  writeFileSync(file, HEAD + text);
  return file;
}

async function run(files: readonly string[], fileTimeoutMs = 60_000, bundle?: string) {
  const results: FileResult[] = [];
  const lines: string[] = [];
  const summary = createSummary((line) => lines.push(line));
  const onFile = (result: FileResult) => {
    results.push(result);
    summary.add(result);
  };
  await runFiles(files, { processes: 1, filesPerProcess: Infinity, fileTimeoutMs, bundle, onFile });
  summary.print(1);
  return { results, output: lines.join('\n'), succeeded: summary.succeeded() };
}

async function runTwice(files: readonly string[], onSecond = () => {}) {
  const lines: string[] = [];
  const summary = createSummary((line) => lines.push(line));
  const again = createAgain(summary, (line) => lines.push(line));
  const options = { processes: 1, filesPerProcess: Infinity, fileTimeoutMs: 60_000 };
  await runFiles(files, { ...options, onFile: again.add });
  await again.runAgain((file, onFile) => {
    onSecond();
    return runFiles([file], { ...options, onFile });
  });
  summary.print(1);
  return { output: lines.join('\n'), succeeded: summary.succeeded() };
}

const PASSES = "describe('a suite', () => { it('passes', () => {}); it('is skipped', { skip: true }, () => {}); });";

describe('the test runner', () => {
  it('counts the tests of several files in one process, each with its own hooks', async () => {
    const hooked =
      "const open = []; before(() => open.push(1)); after(() => { globalThis.closed = open.length; }); it('has a hook', () => assert.equal(open.length, 1));";
    const later = "it('runs after the hooks of the file before', () => assert.equal(globalThis.closed, 1));";
    const { output, succeeded } = await run([write('hooked', hooked), write('later', later), write('passes', PASSES)]);
    assert.ok(succeeded, output);
    assert.match(output, /ℹ tests 4\nℹ suites 1\nℹ pass 3\nℹ fail 0\nℹ cancelled 0\nℹ skipped 1\nℹ todo 0\n/);
  });

  it('names the file, the title and the error of a failed test', async () => {
    const file = write('fails', "describe('outer', () => it('fails', () => assert.equal(1, 2)));");
    const { output, succeeded } = await run([file]);
    assert.ok(!succeeded);
    assert.ok(output.includes(`${file}: outer > fails`), output);
    assert.match(output, /Expected values to be strictly equal/);
  });

  it('runs failed files again where that is wanted, and tells those that pass then', async () => {
    const flag = join(folder, 'has-run');
    const once = `import { existsSync, writeFileSync } from 'node:fs'; it('fails once', () => { const isSecond = existsSync(${JSON.stringify(flag)}); writeFileSync(${JSON.stringify(flag)}, ''); assert.ok(isSecond); });`;
    const files = [write('once', once), write('fails-again', "it('fails', () => assert.equal(1, 2));")];
    const { output, succeeded } = await runTwice(files);
    assert.ok(!succeeded);
    assert.match(
      output,
      /✖ unstable tests, which failed beside others and passed alone:\n\n.*once\.test\.mjs: fails once\n/,
    );
    assert.match(output, /✖ failing tests:\n\n.*fails-again\.test\.mjs: fails\n/);
    assert.match(output, /ℹ tests 2\nℹ suites 0\nℹ pass 1\nℹ fail 1\n/);
  });

  it('runs none again where more than four files failed', async () => {
    const files = ['a', 'b', 'c', 'd', 'e'].map((name) =>
      write(`fails-${name}`, "it('fails', () => assert.ok(false));"),
    );
    let runs = 0;
    const { output } = await runTwice(files, () => {
      runs += 1;
    });
    assert.equal(runs, 0);
    assert.match(output, /ℹ fail 5\n/);
  });

  for (const [what, text, says] of [
    ['cannot be loaded', "import './missing.mjs';", /Cannot find module/],
    [
      'has a hook that throws',
      "describe('a', () => { before(() => { throw new Error('hook') }); it('b', () => {}); });",
      /hook/,
    ],
    [
      'throws outside of a test',
      "it('throws late', async () => { setTimeout(() => { throw new Error('late'); }); await new Promise((done) => setTimeout(done, 100)); });",
      /late/,
    ],
    [
      'leaves a rejection unhandled',
      "it('rejects', async () => { Promise.reject(new Error('left')); await new Promise((done) => setTimeout(done, 100)); });",
      /left/,
    ],
    ['kills its process', "it('dies', () => process.kill(process.pid, 'SIGKILL'));", /ended with SIGKILL/],
    ['ends its process', "it('ends', () => process.exit(0));", /ended with code 0/],
    ['hangs', "it('hangs', () => { for (;;); });", /did not end within 4000 ms/],
  ] as const) {
    it(`reports a file that ${what} as failed and runs the next file`, async () => {
      const bad = write('bad', text);
      const { results, output, succeeded } = await run(
        [bad, write('passes', PASSES)],
        what === 'hangs' ? 4000 : 60_000,
      );
      assert.ok(!succeeded, output);
      assert.match(output, says);
      assert.deepEqual(
        results.map(({ failures }) => failures.length > 0),
        [true, false],
        output,
      );
      rmSync(bad);
    });
  }

  it('names the place of a failure in the sources of a bundle', async () => {
    const file = join(ROOT, 'test/bundled.test.ts');
    after(() => rmSync(file, { force: true }));
    writeFileSync(file, `${HEAD}\nconst title: string = 'fails';\nit(title, () => assert.fail(import.meta.url));\n`);
    const { results } = await run(['test/bundled.test.ts'], 60_000, await bundleTests([file], undefined));
    const [failure] = results[0]?.failures ?? [];
    assert.equal(failure?.location, `${file}:4:1`);
    assert.ok(failure.error.includes(pathToFileURL(file).href), failure.error);
    assert.ok(failure.error.includes(`(${file}:4:`), failure.error);
  });

  it('orders the files by the seed', () => {
    const files = Array.from({ length: 50 }, (_, at) => `file-${at}`);
    assert.deepEqual(shuffle(files, 7), shuffle(files, 7));
    assert.notDeepEqual(shuffle(files, 7), shuffle(files, 8));
    assert.deepEqual(shuffle(files, 7).sort(), [...files].sort());
  });

  it('selects tiers by name, files by a part of their path, and both together', () => {
    assert.deepEqual([...selectFiles([]).keys()], ['unit', 'service', 'e2e']);
    assert.deepEqual([...selectFiles(['unit']).keys()], ['unit']);
    assert.deepEqual(selectFiles(['support/runner']).get('nightly'), ['test/nightly/support/runner.test.ts']);
    assert.equal(selectFiles(['unit', 'support/runner']).size, 0);
  });
});
