/** `npm start` and its kind in a clone: bundled by the first start, and again once a source has changed. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inWhole } from '../support/exhaustive.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const NOBODY = 65_534;
const run = promisify(execFile);

const clones: string[] = [];
after(() => {
  for (const clone of clones) rmSync(clone, { recursive: true, force: true });
});

/** The sources with the installed packages, in a folder of their own. */
function cloneSources(): string {
  const clone = mkdtempSync(join(tmpdir(), 'legible-clone-'));
  clones.push(clone);
  chmodSync(clone, 0o755);
  for (const part of ['package.json', 'package-lock.json', 'tsconfig.json', 'src', 'scripts']) {
    cpSync(join(ROOT, part), join(clone, part), { recursive: true });
  }
  mkdirSync(join(clone, 'node_modules'));
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (!name.startsWith('.')) symlinkSync(join(ROOT, 'node_modules', name), join(clone, 'node_modules', name));
  }
  return clone;
}

const start = (clone: string, parts: readonly string[], identity: { uid?: number; gid?: number } = {}) =>
  run(process.execPath, ['scripts/start.mjs', ...parts], { cwd: clone, ...identity });
const bundlesOf = (clone: string): string[] => readdirSync(join(clone, 'node_modules/.cache/legible'));

describe('a start from a clone', () => {
  inWhole(() =>
    it('bundles the sources once, again after a change, and keeps the bundle that another process may run from', async () => {
      const clone = cloneSources();
      const first = await start(clone, ['cli', '--help']);
      assert.match(first.stdout, /^Usage: legible/);
      assert.equal(first.stderr, '');
      const bundles = bundlesOf(clone);
      assert.equal(bundles.length, 1);
      const mode = statSync(join(clone, 'node_modules/.cache/legible', bundles[0] ?? '')).mode & 0o777;
      assert.equal(mode, 0o755, 'the user of a container image, who is not the one that built it, can read it');
      await start(clone, ['cli', 'checks', 'P1']);
      assert.deepEqual(bundlesOf(clone), bundles);

      const file = join(clone, 'src/cli.ts');
      writeFileSync(file, readFileSync(file, 'utf8').replace("new Command('legible')", "new Command('edited')"));
      assert.match((await start(clone, ['cli', '--help'])).stdout, /^Usage: edited/);
      assert.equal(bundlesOf(clone).length, 2);
      assert.ok(bundlesOf(clone).includes(bundles[0] ?? ''));
      assert.equal((await start(clone, ['--bundle'])).stdout.trim().startsWith(join(clone, 'node_modules')), true);
    }),
  );

  inWhole(() =>
    it('bundles again where a source changed meanwhile', async () => {
      const clone = cloneSources();
      const started = start(clone, ['--bundle']);
      const cache = join(clone, 'node_modules/.cache/legible');
      const isBundling = () => existsSync(cache) && bundlesOf(clone).some((name) => name.startsWith('unfinished-'));
      while (!isBundling()) await delay(5);
      appendFileSync(join(clone, 'src/cli.ts'), '\n// Saved while it was bundled.\n');
      const { stdout } = await started;
      assert.equal((await start(clone, ['--bundle'])).stdout, stdout);
      assert.equal(bundlesOf(clone).length, 1);
    }),
  );

  inWhole(() =>
    it('runs the sources where no bundle can be written', {
      skip: process.getuid?.() !== 0 && 'needs root',
    }, async () => {
      const clone = cloneSources();
      const { stdout, stderr } = await start(clone, ['cli', '--help'], { uid: NOBODY, gid: NOBODY });
      assert.match(stdout, /^Usage: legible/);
      assert.match(stderr, /^Starting slowly, from the sources: .* cannot be written \(EACCES\)\.\n$/);
    }),
  );

  it('refuses a program that there is not', async () => {
    await assert.rejects(start(ROOT, ['nothing']), /Expected main, cli or --bundle/);
  });
});
