import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');

/** Source as the formatter writes it. @param path where it is to be, under the root */
export const formatted = (path: string, source: string): string =>
  execFileSync(resolve(ROOT, 'node_modules/.bin/biome'), ['format', `--stdin-file-path=${path}`], {
    cwd: ROOT,
    input: source,
    encoding: 'utf8',
  });
