/** The server behind the scores of `legible fix`: it answers as static hosts do, from the listed files alone. */
import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readBuild } from '../../../src/fix/build.ts';
import { type BuildServer, serveBuild } from '../../../src/fix/serve-build.ts';
import { folderOf } from '../../support/build-folder.ts';

describe('the server of a build', () => {
  let server: BuildServer;
  before(async () => {
    const outside = await folderOf({ 'secret.txt': 'secret' });
    const folder = await folderOf({
      'index.html': 'home',
      'about.html': 'about',
      'guide/index.html': 'guide',
      '404.html': 'none',
      'old.md': 'as it is',
    });
    await symlink(join(outside, 'secret.txt'), join(folder, 'secret.txt'));
    server = await serveBuild(await readBuild(folder), [
      { kind: 'write', path: 'guide/index.md', text: '# Guide\n', mtimeMs: 0 },
      { kind: 'insert', path: 'about.html', insertions: [{ at: 0, text: 'more ' }] },
    ]);
  });
  after(() => server.close());

  const CASES: readonly (readonly [path: string, status: number, type: string, body: string])[] = [
    ['/', 200, 'text/html; charset=utf-8', 'home'],
    ['/about', 200, 'text/html; charset=utf-8', 'more about'],
    ['/about.html?x=1', 200, 'text/html; charset=utf-8', 'more about'],
    ['/guide/', 200, 'text/html; charset=utf-8', 'guide'],
    ['/guide/index.md', 200, 'text/markdown; charset=utf-8', '# Guide\n'],
    ['/old.md', 200, 'text/markdown; charset=utf-8', 'as it is'],
    ['/missing', 404, 'text/html; charset=utf-8', 'none'],
    ['/secret.txt', 404, 'text/html; charset=utf-8', 'none'],
    ['/%2e%2e/%2e%2e/etc/passwd', 404, 'text/html; charset=utf-8', 'none'],
    ['/..%2f..%2fetc%2fpasswd', 404, 'text/html; charset=utf-8', 'none'],
    ['/%ff', 404, 'text/html; charset=utf-8', 'none'],
  ];

  for (const [path, status, type, body] of CASES) {
    it(`answers ${path} with ${status}`, async () => {
      const answer = await fetch(server.origin + path, { redirect: 'manual' });
      assert.deepEqual([answer.status, answer.headers.get('content-type'), await answer.text()], [status, type, body]);
    });
  }

  it('redirects a folder to its slash, and answers 304 and 405', async () => {
    const folder = await fetch(`${server.origin}/guide?a=b`, { redirect: 'manual' });
    assert.deepEqual([folder.status, folder.headers.get('location')], [301, '/guide/?a=b']);
    const etag = (await fetch(`${server.origin}/`)).headers.get('etag') ?? '';
    assert.equal((await fetch(`${server.origin}/`, { headers: { 'if-none-match': etag } })).status, 304);
    assert.equal((await fetch(`${server.origin}/`, { method: 'POST' })).status, 405);
  });
});
