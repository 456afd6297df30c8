import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openLogFiles } from '../../../src/cli/logs/log-files.ts';
import { ConfigError } from '../../../src/errors.ts';

const PIECE = 'a line of a log\n'.repeat(50_000);

describe('the files of a log', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'legible-log-files-'));
  });
  after(() => rm(folder, { recursive: true }));

  /** Bytes that are read while `change` runs behind the first chunk. */
  const bytesRead = async (file: string, change: () => Promise<void>): Promise<number> => {
    let bytes = 0;
    for (const { chunks } of await openLogFiles([file])) {
      for await (const chunk of chunks) {
        if (bytes === 0) await change();
        bytes += chunk.length;
      }
    }
    return bytes;
  };

  it('are read up to where they ended at the start, when they are written meanwhile', async () => {
    const file = join(folder, 'grows.log');
    await writeFile(file, PIECE);
    assert.equal(await bytesRead(file, () => appendFile(file, PIECE)), PIECE.length);
  });

  it('are named when a pattern finds a link that leads nowhere', async () => {
    await symlink(join(folder, 'absent'), join(folder, 'broken.link'));
    await assert.rejects(openLogFiles([join(folder, 'broken.l*')]), (error) => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.message, /file: there is no .*broken\.link/);
      return true;
    });
  });
});
