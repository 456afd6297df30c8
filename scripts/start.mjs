/**
 * `node scripts/start.mjs main|cli ...`: starts a program of src from its bundle; `--bundle` alone only makes the bundle
 * and prints its folder. A bundle is kept under the hash of the
 * sources, so a changed source makes the next start bundle again. JavaScript, because no start should wait for tsx.
 */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import module from 'node:module';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const ROOT = resolve(import.meta.dirname, '..');
/** Below node_modules, so that bundles find the packages that are not in them. */
const BUNDLES = join(ROOT, 'node_modules/.cache/legible');
/** Older ones go. A process that runs from one of them still loads files of it, hence more than the newest. */
const KEPT_BUNDLES = 5;

/** Answers the folder of the bundle, which is made when there is none of these sources. @throws where it cannot be written */
async function bundleOfSources() {
  const hash = hashOfSources();
  const folder = join(BUNDLES, hash);
  if (existsSync(folder)) return folder;
  mkdirSync(BUNDLES, { recursive: true });
  // Renamed when it is whole: processes that start at the same time never see a part.
  const unfinished = mkdtempSync(join(BUNDLES, 'unfinished-'));
  try {
    const { tsImport } = await import('tsx/esm/api');
    const { bundle } = await tsImport('./bundle.ts', import.meta.url);
    await bundle(unfinished);
    // An editor saved meanwhile: under this hash there would be other sources for ever.
    if (hashOfSources() !== hash) {
      rmSync(unfinished, { recursive: true, force: true });
      return bundleOfSources();
    }
    // mkdtemp closes it to other users, such as the one that runs the image.
    chmodSync(unfinished, 0o755);
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  for (const old of byAge().slice(KEPT_BUNDLES)) rmSync(old, { recursive: true, force: true });
  return folder;
}

function hashOfSources() {
  const hash = createHash('sha256');
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  // The lock file stands for the packages that are bundled too.
  for (const file of ['package.json', 'package-lock.json', 'scripts/bundle.ts']) sources.push(join(ROOT, file));
  for (const file of sources) {
    if (!existsSync(file)) continue;
    const text = readFileSync(file);
    hash.update(`${file.slice(ROOT.length)} ${text.length}\n`).update(text);
  }
  return hash.digest('hex').slice(0, 32);
}

/** The newest first. */
function byAge() {
  const bornMs = (folder) => statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return readdirSync(BUNDLES)
    .map((name) => join(BUNDLES, name))
    .sort((a, b) => bornMs(b) - bornMs(a));
}

/** Where nothing can be written, the sources run as they are. */
async function fileOf(program) {
  try {
    return join(await bundleOfSources(), `${program}.mjs`);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(error.code)) throw error;
    process.stderr.write(`Starting slowly, from the sources: ${BUNDLES} cannot be written (${error.code}).\n`);
    const { register } = await import('tsx/esm/api');
    register();
    return join(ROOT, `src/${program}.ts`);
  }
}

const [program = '', ...parts] = process.argv.slice(2);
if (program === '--bundle') {
  process.stdout.write(`${await bundleOfSources()}\n`);
} else if (existsSync(join(ROOT, `src/${program}.ts`))) {
  const file = await fileOf(program);
  // npm runs a script in the folder of its package; the files that the user names are in the folder that it was called from.
  const { INIT_CWD: calledFrom } = process.env;
  if (program === 'cli' && calledFrom !== undefined && process.cwd() === ROOT && existsSync(calledFrom))
    process.chdir(calledFrom);
  process.argv = [process.argv[0], file, ...parts];
  // Kept with the bundle that it belongs to, where Node can (from 22.1 on): a start takes a twentieth less.
  if (file.endsWith('.mjs')) module.enableCompileCache?.(join(dirname(file), 'compiled'));
  await import(pathToFileURL(file).href);
} else {
  process.stderr.write('Expected main, cli or --bundle.\n');
  process.exitCode = 64;
}
