/**
 * Starts a script of src as a child process. The suite starts hundreds, and half of the time of each is reading
 * TypeScript. A run of the whole suite therefore builds src once, as for the package; a partial run starts the sources.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
/** The folder of the build, passed to the processes of the test files. */
const BUILD = 'LEGIBLE_BUILD';

type Script = 'src/main.ts' | 'src/cli.ts';

/** The program and its parameters that start the script, from any folder; `flags` are for Node. */
export function programOf(script: Script, flags: readonly string[] = []): [program: string, ...parameters: string[]] {
  const build = process.env[BUILD];
  return build === undefined
    ? [process.execPath, '--import', import.meta.resolve('tsx'), ...flags, join(ROOT, script)]
    : [process.execPath, ...flags, join(build, script.replace(/\.ts$/, '.js'))];
}

/** Builds src for every test file that is started from here on, and takes it away when this process ends. */
export function buildPrograms(): void {
  // Below node_modules, so that the build finds the packages.
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'build-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts', folder], { cwd: ROOT, stdio: 'inherit' });
  process.env[BUILD] = folder;
}
