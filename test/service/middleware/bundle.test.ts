import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { bundleMiddleware } from '../../../scripts/bundle.ts';

const MOST_BYTES = 300_000;
/** What Bun, Deno and Workers with `nodejs_compat` have too. */
const EVERYWHERE = ['node:buffer', 'node:crypto', 'node:zlib'];

it('the bundle that sites import is small, needs no package and works', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'middleware-'));
  try {
    const { metafile } = await bundleMiddleware(folder);
    const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    assert.ok(bytes < MOST_BYTES, `${bytes}`);
    const imported = Object.values(metafile.outputs).flatMap((output) =>
      output.imports.filter(({ external }) => external === true).map(({ path }) => path),
    );
    assert.deepEqual([...new Set(imported)].sort(), EVERYWHERE);
    const { agentReady } = await import(pathToFileURL(join(folder, 'middleware.mjs')).href);
    const answer = await agentReady()(
      new Request('https://www.example.com/', { headers: { accept: 'text/markdown' } }),
      () => new Response('<main><h1>Ferry</h1></main>', { headers: { 'content-type': 'text/html' } }),
    );
    assert.equal(await answer.text(), '# Ferry\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
