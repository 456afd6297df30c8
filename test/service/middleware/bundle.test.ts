import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { it } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Metafile } from 'esbuild';
import { bundleMiddleware } from '../../../scripts/bundle.ts';

const MOST_BYTES = 300_000;
/** What Bun, Deno and Workers with `nodejs_compat` have too. */
const EVERYWHERE = ['node:buffer', 'node:crypto', 'node:timers/promises', 'node:zlib'];

/** What a file of the bundle imports from outside, itself or through the parts that it shares. */
function importsOf({ outputs }: Metafile, name: string): string[] {
  const found = new Set<string>();
  const follow = (file: string): void => {
    for (const { path, external } of outputs[file]?.imports ?? []) {
      if (external !== true) follow(path);
      else found.add(path.replace('node:stream/promises', 'node:stream'));
    }
  };
  for (const file of Object.keys(outputs)) if (basename(file) === name) follow(file);
  return [...found].sort();
}

it('the bundle that sites import is small, needs no package and works', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'middleware-'));
  try {
    const { metafile } = await bundleMiddleware(folder);
    const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    assert.ok(bytes < MOST_BYTES, `${bytes}`);
    assert.deepEqual(importsOf(metafile, 'middleware.mjs'), EVERYWHERE);
    assert.deepEqual(importsOf(metafile, 'middleware-node.mjs'), [...EVERYWHERE, 'node:http', 'node:stream'].sort());
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
