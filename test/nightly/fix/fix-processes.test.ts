/** Processes that fix one build: at the same time, and killed. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { describe, it } from 'node:test';
import { fixFolder, folderOf } from '../../support/build-folder.ts';

const PAGES = Object.fromEntries(
  Array.from({ length: 60 }, (_, at) => [
    at === 0 ? 'index.html' : `rye/page-${at}.html`,
    `<!doctype html><html lang="en"><head><title>Mill ${at}</title></head><body><main><h1>Mill ${at}</h1><p>Mill ${at} in the valley grinds wheat and rye on stones of 1890, every weekday from seven.</p></main></body></html>`,
  ]),
);

const SCRIPT = `import { fixFolder } from ${JSON.stringify(join(import.meta.dirname, '../../support/build-folder.ts'))};
  await fixFolder(process.argv[1]).catch((error) => {
    if (!/changed while/.test(String(error))) throw error;
  });`;

const startRun = (folder: string): ChildProcess =>
  spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', SCRIPT, folder], { stdio: 'inherit' });

async function filesIn(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    const path = join(folder, name);
    if ((await stat(path)).isFile()) found[name] = await readFile(path, 'utf8');
  }
  return found;
}

async function fixedFiles(): Promise<Record<string, string>> {
  const folder = await folderOf(PAGES);
  await fixFolder(folder);
  return filesIn(folder);
}

describe('processes that fix one build', () => {
  it('end with the files of one run when they run at the same time', async () => {
    const folder = await folderOf(PAGES);
    const runs = [1, 2, 3].map(async () => once(startRun(folder), 'exit'));
    for (const [code] of await Promise.all(runs)) assert.equal(code, 0);
    assert.deepEqual(await filesIn(folder), await fixedFiles());
  });

  it('leave whole files when one is killed while it writes, and the next run completes', async () => {
    const [folder, expected] = [await folderOf(PAGES), await fixedFiles()];
    const run = startRun(folder);
    const gone = once(run, 'exit');
    // Its first unfinished file shows that it writes.
    while (
      run.exitCode === null &&
      !(await readdir(folder, { recursive: true })).some((name) => name.endsWith('.tmp'))
    );
    run.kill('SIGKILL');
    await gone;
    for (const [name, text] of Object.entries(await filesIn(folder))) {
      if (!name.endsWith('.tmp')) assert.ok(text === expected[name] || text === PAGES[name], `${name} is whole`);
    }
    await fixFolder(folder);
    assert.deepEqual(await filesIn(folder), expected);
  });
});
