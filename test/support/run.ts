/**
 * `npm test [-- part-of-path…]`: hands node:test the list of files, because Node 20's runner neither globs nor finds
 * .ts files (a bare `tsx --test` runs nothing and exits 0).
 */
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { ensurePackages } from './ensure-packages.ts';
import { buildPrograms } from './program.ts';

const FILE_TIMEOUT_MS = 240_000;
/** One more than there are processors: a sixth of the time of most files is waiting. */
const CONCURRENCY = availableParallelism() + 1;
const wanted = process.argv.slice(2);
const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => `test/${file}`)
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .sort();

if (files.length === 0) {
  console.error(`No test file matches ${wanted.join(', ')}`);
  process.exit(1);
}

ensurePackages();
if (wanted.length === 0) buildPrograms();
let ran = 0;
run({ files, concurrency: CONCURRENCY, timeout: FILE_TIMEOUT_MS })
  .on('test:fail', () => {
    process.exitCode = 1;
  })
  .on('test:pass', () => {
    ran += 1;
  })
  .on('end', () => {
    if (ran === 0) process.exitCode = 1;
  })
  .compose(new spec())
  .pipe(process.stdout);
