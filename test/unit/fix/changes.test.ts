/** Writing a plan: all of it or nothing, through no link, with the times that files had. */
import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readBuild } from '../../../src/fix/build.ts';
import { applyChanges, type Change, diffOf } from '../../../src/fix/changes.ts';
import { fixFolder, folderOf, planFor } from '../../support/build-folder.ts';

const HTML =
  '<!doctype html><html lang="en"><head><title>The old mill</title></head><body><main><h1>The old mill</h1><p>A mill in the valley that grinds wheat and rye.</p></main></body></html>';
const PAGES = { 'index.html': HTML, 'rye/index.html': HTML.replaceAll('old mill', 'rye of the mill') };

async function snapshot(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    const path = join(folder, name);
    if ((await stat(path)).isFile()) found[name] = await readFile(path, 'utf8');
  }
  return found;
}

describe('writing changes', () => {
  it('keeps the modification time and mode of a changed page, and gives its Markdown the same time', async () => {
    const folder = await folderOf(PAGES);
    const page = join(folder, 'rye/index.html');
    await chmod(page, 0o640);
    const before = await stat(page);
    await fixFolder(folder);
    const after = await stat(page);
    assert.equal(after.mtimeMs, before.mtimeMs);
    assert.equal(after.mode, before.mode);
    assert.notEqual(after.size, before.size);
    assert.equal((await stat(join(folder, 'rye/index.md'))).mtimeMs, before.mtimeMs);
    assert.deepEqual(
      Object.keys(await snapshot(folder)).filter((name) => name.endsWith('.tmp')),
      [],
    );
  });

  for (const locked of ['rye/index.html', 'rye']) {
    it(`changes nothing where ${locked} is read-only, and names it`, async () => {
      const folder = await folderOf(PAGES);
      const before = await snapshot(folder);
      const { mode } = await stat(join(folder, locked));
      await chmod(join(folder, locked), mode & ~0o222);
      await assert.rejects(fixFolder(folder), new RegExp(`${locked}: .*read-only.* Nothing was changed`));
      await chmod(join(folder, locked), mode);
      assert.deepEqual(await snapshot(folder), before);
    });
  }

  it('changes nothing when a file cannot be written half-way', async () => {
    const folder = await folderOf(PAGES);
    const before = await snapshot(folder);
    const build = await readBuild(folder);
    const { changes } = await planFor(folder);
    // A folder where the unfinished file would be: found only when the others were written already.
    await mkdir(join(folder, `sitemap.xml.${process.pid}.legible-fix.tmp`));
    await assert.rejects(applyChanges(build, changes));
    assert.deepEqual(await snapshot(folder), before);
  });

  it('writes nothing to a page that changed since the plan was made', async () => {
    const folder = await folderOf(PAGES);
    const build = await readBuild(folder);
    const { changes } = await planFor(folder);
    await fixFolder(folder);
    const before = await snapshot(folder);
    await assert.rejects(applyChanges(build, changes), /html: changed while it was read.* Nothing was changed/);
    assert.deepEqual(await snapshot(folder), before);
  });

  it('removes unfinished files of a run that was killed', async () => {
    const folder = await folderOf({ ...PAGES, 'gone.html.99999999.legible-fix.tmp': 'half' });
    await fixFolder(folder);
    assert.deepEqual(
      Object.keys(await snapshot(folder)).filter((name) => name.endsWith('.tmp')),
      [],
    );
  });

  it('names a file that has gone since it was listed', async () => {
    const folder = await folderOf(PAGES);
    const build = await readBuild(folder);
    await rm(join(folder, 'rye/index.html'));
    await assert.rejects(
      build.read('rye/index.html'),
      /rye\/index\.html: has gone while the build was read; run the command again/,
    );
  });

  it('neither reads nor writes through symbolic links', async () => {
    const outside = await folderOf({ 'secret.html': HTML, 'robots.txt': 'User-agent: x\n' });
    const folder = await folderOf(PAGES);
    await symlink(outside, join(folder, 'linked'));
    await symlink(join(outside, 'secret.html'), join(folder, 'secret.html'));
    const { left, changes } = await planFor(folder);
    assert.deepEqual(
      left.map(({ path }) => path),
      ['linked', 'secret.html'],
    );
    assert.ok(changes.every(({ path }) => !path.includes('secret') && !path.startsWith('linked')));
    await symlink(join(outside, 'robots.txt'), join(folder, 'robots.txt'));
    const before = await snapshot(outside);
    await assert.rejects(fixFolder(folder), /robots\.txt: is a symbolic link/);
    assert.deepEqual(await snapshot(outside), before);
  });

  it('writes no file where a folder has its name, and says so', async () => {
    const folder = await folderOf({ ...PAGES, 'llms.txt/index.html': HTML });
    for (const name of ['rye/index.md', 'sitemap.xml', 'robots.txt']) await mkdir(join(folder, name));
    const { left } = await fixFolder(folder);
    const after = await snapshot(folder);
    assert.deepEqual(
      left.filter(({ why }) => why === 'is a folder, not a file').map(({ path }) => path),
      ['llms.txt', 'robots.txt', 'sitemap.xml'],
    );
    assert.match(after['rye/index.html'] ?? '', /type="text\/markdown" href="\/rye\.md"/);
    assert.ok(after['rye.md'] !== undefined && after['sitemap_index.xml'] !== undefined);
    assert.doesNotMatch(after['index.html'] ?? '', /describedby/);
    assert.deepEqual((await planFor(folder)).changes, []);
  });

  it('takes a linked Markdown file for one of the owner', async () => {
    const outside = await folderOf({ 'rye.md': '# Rye\n' });
    const folder = await folderOf(PAGES);
    await symlink(join(outside, 'rye.md'), join(folder, 'rye/index.md'));
    await fixFolder(folder);
    const after = await snapshot(folder);
    assert.equal(after['rye/index.md'], '# Rye\n');
    assert.match(after['rye/index.html'] ?? '', /type="text\/markdown" href="\/rye\/index\.md"/);
  });

  it('reads names with backslashes, and leaves a name that is no UTF-8', async () => {
    const folder = await folderOf({ ...PAGES, 'a\\b.html': HTML.replaceAll('old mill', 'backslash') });
    await writeFile(Buffer.concat([Buffer.from(`${folder}/x`), Buffer.from([0xff]), Buffer.from('.html')]), HTML);
    const { left, changes } = await fixFolder(folder);
    assert.deepEqual(left, [{ path: 'x\ufffd.html', why: 'has a name that is not valid UTF-8' }]);
    assert.ok(changes.some(({ path }) => path === 'a\\b.md'));
  });

  it('refuses a folder that is none, or has no page', async () => {
    const folder = await folderOf({ 'notes.txt': 'x' });
    await assert.rejects(readBuild(folder), /has no \.html file/);
    await assert.rejects(readBuild(join(folder, 'notes.txt')), /is no folder/);
    await assert.rejects(readBuild(join(folder, 'missing')), /is no folder/);
  });

  it('shows each change with its line', async () => {
    const folder = await folderOf({ 'a.html': '<p>\n</p>\n', 'old.md': 'one\n' });
    const build = await readBuild(folder);
    const insert: Change = { kind: 'insert', path: 'a.html', insertions: [{ at: 4, text: '<b>\n' }] };
    assert.equal(await diffOf(build, insert), '--- a/a.html\n+++ b/a.html\n@@ -1,0 +2,1 @@\n+<b>');
    const write: Change = { kind: 'write', path: 'old.md', text: 'two\n', mtimeMs: 0 };
    assert.equal(await diffOf(build, write), '--- a/old.md\n+++ b/old.md\n@@ -1,1 +1,1 @@\n-one\n+two');
    await writeFile(join(folder, 'b.html'), '');
    const fresh: Change = { kind: 'write', path: 'new.md', text: 'x\n'.repeat(50), mtimeMs: 0 };
    assert.match(
      await diffOf(build, fresh),
      /^--- \/dev\/null\n.*\n@@ -0,0 \+1,50 @@\n(\+x\n){40}\+ \(10 more lines\)$/,
    );
  });
});
