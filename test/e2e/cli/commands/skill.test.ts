/** `legible skill` as a command: where it writes, and what it never replaces. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { legibleUnder } from '../../../support/service-process.ts';

describe('legible skill', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'legible-skill-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('writes the skill once, and replaces a changed one with --force alone', async () => {
    const file = join(folder, 'fix-website', 'SKILL.md');
    const written = await legibleUnder({}, 'skill', folder);
    assert.deepEqual([written.code, written.stdout], [0, `${file} is written\n`]);
    const text = await readFile(file, 'utf8');
    assert.match(text, /^---\nname: fix-website\ndescription: .{50,1024}\n---\n/);
    assert.equal((await legibleUnder({}, 'skill', folder)).stdout, `${file} is up to date\n`);
    await writeFile(file, 'mine');
    const refused = await legibleUnder({}, 'skill', folder);
    assert.equal(refused.code, 64);
    assert.match(refused.stderr, /another file is there\. Look at it, then use --force to replace it/);
    assert.equal(await readFile(file, 'utf8'), 'mine');
    assert.equal((await legibleUnder({}, 'skill', folder, '--force')).code, 0);
    assert.equal(await readFile(file, 'utf8'), text);
    assert.equal((await legibleUnder({}, 'skill', '--print')).stdout, text);
  });
});
