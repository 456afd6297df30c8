/** The file of a list of hosts: a file without a list is refused before any work. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openListFile } from '../../../src/cli/census/list-file.ts';
import { ConfigError } from '../../../src/errors.ts';
import { allOf } from '../../support/all-of.ts';

describe('the file of a list', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'legible-list-'));
  });
  after(() => rm(folder, { recursive: true }));

  async function fileOf(name: string, content: string | Uint8Array): Promise<string> {
    const file = join(folder, name);
    await writeFile(file, content);
    return file;
  }
  const refusal = (words: string) => (error: unknown) => error instanceof ConfigError && error.message.includes(words);

  it('is read plain or as gzip', async () => {
    for (const file of [await fileOf('a.txt', 'a.example\n'), await fileOf('a.txt.gz', gzipSync('a.example\n'))]) {
      const read = await openListFile('list', file);
      assert.equal(Buffer.concat(await allOf(read())).toString(), 'a.example\n');
    }
  });

  it('is refused at once where it is a folder, is absent, or is called .gz and is none', async () => {
    await assert.rejects(openListFile('list', folder), refusal(`list: ${folder} cannot be read`));
    await assert.rejects(openListFile('list', join(folder, 'none.gz')), refusal('none.gz cannot be read'));
    const bad = await fileOf('bad.gz', 'a.example\n');
    await assert.rejects(openListFile('--opt-out', bad), refusal(`--opt-out: ${bad} is no whole gzip file`));
  });

  it('ends with a refusal where it is cut short', async () => {
    const packed = gzipSync(randomBytes(500_000));
    const read = await openListFile('list', await fileOf('cut.gz', packed.subarray(0, 400_000)));
    await assert.rejects(allOf(read()), refusal('cut.gz is no whole gzip file'));
  });
});
