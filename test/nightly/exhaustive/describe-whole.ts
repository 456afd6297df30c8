import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';

/**
 * Runs the test files of a folder that try a share of their cases, with all of them.
 * @throws Error where there is none: the folder or the import has another name
 */
export async function describeWhole(folder: string): Promise<void> {
  process.env.EXHAUSTIVE_TESTS = 'on';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => file.endsWith('.test.ts') && readFileSync(file, 'utf8').includes('/support/exhaustive.ts'))
    .sort();
  if (files.length === 0) throw new Error(`No test file below ${folder} imports exhaustive.ts.`);
  for (const file of files) describe(file, () => import(pathToFileURL(resolve(file)).href).then(() => undefined));
}
