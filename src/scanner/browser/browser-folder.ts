/** The folder of one browser: its profile and all else that it keeps on disk, so that nothing of it is left. */

import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'legible-browser-';
/** No pass takes as long: the process of an older folder was killed. */
const ABANDONED_MS = 20 * 60_000;

/** Makes a folder, and removes those that killed processes have left. */
export async function makeBrowserFolder(parent = tmpdir(), now = Date.now()): Promise<string> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(parent, name);
    const isAbandoned = await stat(path).then(
      ({ mtimeMs }) => now - mtimeMs > ABANDONED_MS,
      () => false,
    );
    // Those of other users stay.
    if (isAbandoned) await removeBrowserFolder(path);
  }
  return mkdtemp(join(parent, PREFIX));
}

/** Never rejects: a browser that is just ending may still write. */
export const removeBrowserFolder = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(() => undefined);
