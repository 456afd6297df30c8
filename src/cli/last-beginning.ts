/** When work that goes on over several runs was begun anew: kept in the data folder of the user, for the runs that follow. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from './replace-file.ts';

/**
 * @param name of the work, fit for a file name
 * @param isFresh whether it begins anew now
 * @returns a text that changes with each beginning; empty for work that never began anew
 */
export async function lastBeginning(
  dataDir: string,
  name: string,
  isFresh: boolean,
  now: () => number = Date.now,
): Promise<string> {
  const folder = join(dataDir, 'beginnings');
  const file = join(folder, name);
  if (!isFresh) return readFile(file, 'utf8').catch(() => '');
  const beginning = String(now());
  await mkdir(folder, { recursive: true });
  await replaceFile(file, beginning);
  return beginning;
}
