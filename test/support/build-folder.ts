/** Folders as site generators leave them: copies of recorded sites, or files of a test. */
import { cp, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readBuild } from '../../src/fix/build.ts';
import { applyChanges } from '../../src/fix/changes.ts';
import { chosenFixes, type Plan, planFixes } from '../../src/fix/plan.ts';
import { RECORDED_SITES } from '../corpus/recorded-sites.ts';
import { atEnd } from './at-end.ts';

export const ORIGIN = 'https://www.example.com';

const folders: string[] = [];
atEnd(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'legible-build-'));
  folders.push(folder);
  return folder;
}

const FIRST_DAY = Date.UTC(2026, 0, 5);
const DAYS = 90;

/** A day for each file, so that dates of pages differ as they do where sources keep their times. */
async function dateFiles(folder: string): Promise<void> {
  const files = (await readdir(folder, { recursive: true })).sort();
  for (const [at, file] of files.entries()) {
    const path = join(folder, file);
    if (!(await stat(path)).isFile()) continue;
    const seconds = FIRST_DAY / 1000 + ((at * 7) % DAYS) * 86_400;
    await utimes(path, seconds, seconds);
  }
}

export async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await newFolder();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await dateFiles(folder);
  return folder;
}

/** @param name of a recorded site */
export async function copyOfSite(name: string): Promise<string> {
  const site = RECORDED_SITES.find((each) => each.name === name);
  const folder = await newFolder();
  const source = join(import.meta.dirname, '../corpus/sites', site?.folder ?? name);
  await cp(source, folder, { recursive: true, filter: (path) => site?.without?.test(path) !== true });
  await dateFiles(folder);
  return folder;
}

interface FixFolderOptions {
  readonly origin?: string;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
}

/** What a run would change; nothing is written. */
export async function planFor(folder: string, { origin = ORIGIN, only, skip }: FixFolderOptions = {}): Promise<Plan> {
  return planFixes(await readBuild(folder), { origin, fixes: chosenFixes(only, skip) });
}

/** One run, as the command makes it. */
export async function fixFolder(folder: string, options: FixFolderOptions = {}): Promise<Plan> {
  const build = await readBuild(folder);
  const plan = await planFixes(build, {
    origin: options.origin ?? ORIGIN,
    fixes: chosenFixes(options.only, options.skip),
  });
  await applyChanges(build, plan.changes);
  return plan;
}
