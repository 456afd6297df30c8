/** `legible fix` as a command: what it prints, writes and refuses. */
import assert from 'node:assert/strict';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { copyOfSite, folderOf } from '../../../support/build-folder.ts';
import { newDataDir } from '../../../support/service.ts';
import { type Ended, legibleUnder } from '../../../support/service-process.ts';

const ORIGIN = 'https://www.wexcombewalkers.example';

describe('legible fix', () => {
  let dataDir: string;
  before(async () => {
    dataDir = await newDataDir();
  });
  after(() => rm(dataDir, { recursive: true }));

  const fix = (...options: string[]): Promise<Ended> => legibleUnder({ DATA_DIR: dataDir }, 'fix', ...options);

  it('prints with --check the changes, both scores and the remaining findings, and writes nothing', async () => {
    const folder = await copyOfSite('hugo');
    const files = await readdir(folder, { recursive: true });
    const { code, stdout, stderr } = await fix(folder, '--origin', ORIGIN, '--check');
    assert.equal(code, 1, stderr);
    assert.match(stdout, /^Before: .*\nAfter: .*\n\n/, 'the scores come first');
    assert.match(stdout, /^\+\+\+ b\/walks\/beacon-round\/index\.md$/m);
    assert.match(stdout, /^\+<link rel="describedby" type="text\/plain" href="\/llms\.txt">$/m);
    assert.match(stdout, /^19 pages: 20 new files, 21 changed files; nothing was written\.$/m);
    const [was = 0, is = 0] = ['Before', 'After'].map((word) =>
      Number(new RegExp(`^${word}: +(\\d+) of 100`, 'm').exec(stdout)?.[1]),
    );
    assert.ok(was > 0 && is > was, `${was} before, ${is} after`);
    const left = stdout.split('What only a person can do:')[1] ?? '';
    assert.match(left, /^ {2}P11 \(\d+ pages?\): /m);
    assert.doesNotMatch(left, /^ {2}(?:P14|P22|S13|S14)\b/m);
    assert.deepEqual(await readdir(folder, { recursive: true }), files);
  });

  it('writes the changes without it, and has nothing to do the second time', async () => {
    const folder = await copyOfSite('hugo');
    const first = await fix(folder, '--origin', ORIGIN, '--no-scan', '--llms-full');
    assert.match(first.stdout, /^19 pages: 21 new files, 21 changed files\.$/m);
    assert.match(await readFile(join(folder, 'llms.txt'), 'utf8'), /^# Wexcombe Walkers\n/);
    assert.match(await readFile(join(folder, 'llms-full.txt'), 'utf8'), /^# Round of the beacon\n\nSource: /m);
    const second = await fix(folder, '--origin', ORIGIN, '--no-scan', '--llms-full');
    assert.match(second.stdout, /^19 pages: nothing to change\.$/m);
    const check = await fix(folder, '--origin', ORIGIN, '--no-scan', '--llms-full', '--check');
    assert.equal(check.code, 0, check.stdout);
  });

  it('ends with 64 and one line for what it cannot use', async () => {
    const folder = await folderOf({ 'notes.txt': 'no page' });
    for (const [options, message] of [
      [[folder, '--origin', ORIGIN], /^legible: folder: .+ has no \.html file/],
      [[folder, '--origin', 'example.com/docs'], /^legible: origin: expected a scheme and a host/],
      [[folder, '--origin', ORIGIN, '--only', 'P10'], /^legible: --only: P10 is no check that files can fix/],
      [[folder], /required option '--origin/],
    ] as const) {
      const { code, stdout, stderr } = await fix(...options);
      assert.equal(code, 64);
      assert.equal(stdout, '');
      assert.match(stderr, message);
    }
  });
});
