/**
 * Starts a script of src as a child process, or its threads. The suite starts hundreds, and most of the time of each is
 * loading hundreds of files. A run of the whole suite therefore starts the bundle, as users do; a partial run starts the
 * sources.
 */
import { execFileSync } from 'node:child_process';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = resolve(import.meta.dirname, '../..');
/** The folder of the bundle, passed to the processes of the test files. */
const BUNDLE = 'LEGIBLE_BUNDLE';

type Script = 'src/main.ts' | 'src/cli.ts';

/** The program and its parameters that start the script, from any folder; `flags` are for Node. */
export function programOf(script: Script, flags: readonly string[] = []): [program: string, ...parameters: string[]] {
  const bundle = process.env[BUNDLE];
  return bundle === undefined
    ? [process.execPath, '--import', import.meta.resolve('tsx'), ...flags, join(ROOT, script)]
    : [process.execPath, ...flags, join(bundle, `${basename(script, '.ts')}.mjs`)];
}

/** For the pools that a test creates: where the entries of their threads are. */
export function threadEntries(): { entries?: URL } {
  const bundle = process.env[BUNDLE];
  return bundle === undefined ? {} : { entries: pathToFileURL(`${bundle}/`) };
}

/** The folder of the bundle that test files start, if there is one. */
export const programsFolder = (): string | undefined => process.env[BUNDLE];

/** Every test file that is started from here on starts the bundle. */
export function buildPrograms(): void {
  const options = { cwd: ROOT, encoding: 'utf8' } as const;
  process.env[BUNDLE] = execFileSync(process.execPath, ['scripts/start.mjs', '--bundle'], options).trim();
}
