import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';

const SUPPORT = 'test/support';
const HELPER = "/exhaustive.ts'";

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => file.endsWith('.ts'))
    .sort();

/**
 * Runs the test files of a folder that try a share of their cases, with all of them.
 * @throws Error where there is none: the folder or the import has another name
 */
export async function describeWhole(folder: string): Promise<void> {
  const helpers = [...filesIn(SUPPORT), ...filesIn(folder)].filter((file) => !file.endsWith('.test.ts'));
  const sharing = helpers.filter((file) => readFileSync(file, 'utf8').includes(HELPER));
  const imported = [HELPER, ...sharing.map((file) => `/${basename(file)}'`)];
  const files = filesIn(folder).filter((file) => {
    const text = file.endsWith('.test.ts') ? readFileSync(file, 'utf8') : '';
    return imported.some((name) => text.includes(name));
  });
  if (files.length === 0) throw new Error(`No test file below ${folder} imports exhaustive.ts.`);
  for (const file of files) await describeFile(file);
}

/** Resolves when the file is loaded, because the runner helps node:test to know the suite only until then. */
function describeFile(file: string): Promise<void> {
  return new Promise((loaded) => {
    describe(file, () => import(pathToFileURL(resolve(file)).href).then(() => undefined).finally(loaded));
  });
}
