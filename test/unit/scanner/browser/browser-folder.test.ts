import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { makeBrowserFolder, removeBrowserFolder } from '../../../../src/scanner/browser/browser-folder.ts';

describe('the folder of a browser', () => {
  let parent = '';
  before(async () => {
    parent = await mkdtemp(join(tmpdir(), 'legible-test-'));
  });
  after(() => rm(parent, { recursive: true }));

  it('is a new one, and those that killed processes left are removed, but for young and other ones', async () => {
    const [old, young, other] = ['legible-browser-old', 'legible-browser-young', 'other'];
    for (const name of [old, young, other]) await mkdir(join(parent, name, 'profile'), { recursive: true });
    for (const name of [old, other]) await utimes(join(parent, name), 0, 0);
    const made = await makeBrowserFolder(parent);
    assert.deepEqual((await readdir(parent)).sort(), [basename(made), young, other].sort());
    await removeBrowserFolder(made);
    await removeBrowserFolder(made);
    assert.deepEqual((await readdir(parent)).sort(), [young, other].sort());
  });
});
