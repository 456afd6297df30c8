/** Work that is begun anew stays so for the runs that follow. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { lastBeginning } from '../../../src/cli/last-beginning.ts';

describe('the last beginning', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'legible-beginning-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('is of the last fresh run, and of its own work alone', async () => {
    const dataDir = join(folder, 'data');
    const begin = (name: string, isFresh: boolean, now: number) => lastBeginning(dataDir, name, isFresh, () => now);
    assert.equal(await begin('one', false, 1), '');
    assert.equal(await begin('one', true, 2), '2');
    assert.equal(await begin('one', false, 3), '2');
    assert.equal(await begin('two', false, 4), '');
    assert.equal(await begin('one', true, 5), '5');
    assert.equal(await begin('one', false, 6), '5');
  });
});
