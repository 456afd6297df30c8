/** A data file that lost its last page, which LMDB may hold for its own list of free pages. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { requireWholeFile } from '../../../src/store/lmdb/data-file.ts';
import { UnusableStoreError } from '../../../src/store/store.ts';
import { someOf } from '../../support/exhaustive.ts';

const PAGE_BYTES = 4096;
const WRITE = `
const [lmdb, path, count] = process.argv.slice(1);
const { open } = await import(lmdb);
const root = open({ path, maxDbs: 64 });
const documents = root.openDB({ name: 'documents' });
for (let at = 0; at < Number(count); at += 1) {
  await documents.put('k' + (at % 97), 'x'.repeat((at * 37) % 9000));
  if (at % 3 === 0) await documents.remove('k' + ((at * 7) % 97));
}
await root.close();
`;

/** @returns the signal that killed it, or null */
const write = (directory: string, count: number) =>
  new Promise<string | null>((resolve) => {
    const args = ['--input-type=module', '-e', WRITE, import.meta.resolve('lmdb'), directory, String(count)];
    execFile(process.execPath, args).once('exit', (_, signal) => resolve(signal));
  });

it('is refused, or can be written without being killed', async () => {
  for (const count of someOf([66, 40, 92, 105, 430], 4)) {
    const directory = await mkdtemp(join(tmpdir(), 'legible-cut-'));
    assert.equal(await write(directory, count), null);
    const file = join(directory, 'data.mdb');
    await truncate(file, (await stat(file)).size - PAGE_BYTES);
    const isRefused = await requireWholeFile(directory).then(
      () => false,
      (error) => error instanceof UnusableStoreError,
    );
    if (!isRefused) assert.equal(await write(directory, 150), null, `${count} writes`);
    await rm(directory, { recursive: true });
  }
});
