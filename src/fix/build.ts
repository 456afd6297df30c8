import { constants } from 'node:fs';
import { access, lstat, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { ConfigError } from '../errors.ts';
import { commitDays } from './commit-days.ts';

/** A file of a build. Paths are relative to its folder, with '/'. */
export interface BuildFile {
  readonly path: string;
  readonly bytes: number;
  /** Modification time, with fractions of a millisecond. */
  readonly mtimeMs: number;
  /** Day of its last commit (2026-03-31); undefined where Git does not know it. */
  readonly commitDay: string | undefined;
  readonly mode: number;
}

/** The output folder of a site generator. */
export interface Build {
  /** Absolute, without symbolic links. */
  readonly folder: string;
  /** Every regular file, by path, in the order of the paths. */
  readonly files: ReadonlyMap<string, BuildFile>;
  /** Symbolic links, which are neither followed nor written through. */
  readonly links: readonly string[];
  /** Folders and special entries (neither file nor link): no file can have their names. */
  readonly occupied: ReadonlySet<string>;
  /** Entries whose names are no UTF-8, which no address leads to. */
  readonly unnamed: readonly string[];
  /** The text of a file without byte order mark; undefined for one that is not there, or is no UTF-8. */
  read(path: string): Promise<string | undefined>;
  /** The same with its byte order mark. */
  readWhole(path: string): Promise<string | undefined>;
}

const MAX_FILES = 200_000;
const MAX_PAGES = 20_000;
/** A longer file is no page that was written by hand or by a generator of pages. */
const MAX_READ_BYTES = 50_000_000;

/**
 * Lists a build. Nothing outside its folder is read.
 * @throws ConfigError for a folder that cannot be a build
 */
export async function readBuild(given: string): Promise<Build> {
  const folder = await realpath(given).catch(() => undefined);
  if (folder === undefined || !(await stat(folder)).isDirectory())
    throw new ConfigError(`folder: ${given} is no folder; name the one that your site generator writes`);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(unreadable);
  const days = await commitDays(folder);
  const links: string[] = [];
  const unnamed: string[] = [];
  const occupied = new Set<string>();
  const files: BuildFile[] = [];
  for (const entry of entries) {
    const path = relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/');
    if (isInternal(path)) continue;
    if (path.includes(UNREADABLE)) unnamed.push(path);
    else if (entry.isSymbolicLink()) links.push(path);
    else if (entry.isFile()) files.push(await fileAt(folder, path, days.get(path)));
    else occupied.add(path);
    if (files.length > MAX_FILES) throw new ConfigError(`folder: ${given} has more than ${MAX_FILES} files`);
  }
  const pages = files.filter(({ path }) => isHtml(path)).length;
  if (pages === 0)
    throw new ConfigError(`folder: ${given} has no .html file; name the folder that your site generator writes`);
  if (pages > MAX_PAGES) throw new ConfigError(`folder: ${given} has more than ${MAX_PAGES} pages`);
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const byPath = new Map(files.map((file) => [file.path, file]));
  const readWhole = async (path: string): Promise<string | undefined> => {
    const file = byPath.get(path);
    if (file === undefined || file.bytes > MAX_READ_BYTES) return undefined;
    return utf8(await readFile(join(folder, path)).catch(unreadable));
  };
  return {
    folder,
    files: byPath,
    links: links.sort(),
    occupied,
    unnamed: unnamed.sort(),
    read: async (path) => withoutMark(await readWhole(path)),
    readWhole,
  };
}

/** @throws ConfigError for a file or folder that may not be read, or has gone since it was listed */
function unreadable(error: NodeJS.ErrnoException): never {
  const { code, path = '' } = error;
  if (code === 'EACCES' || code === 'EPERM')
    throw new ConfigError(`${path}: cannot be read; give yourself the permission (chmod u+rX). Nothing was changed`);
  if (code === 'ENOENT')
    throw new ConfigError(`${path}: has gone while the build was read; run the command again. Nothing was changed`);
  throw error;
}

/** The path of a file as an address has it. */
export const encodedPath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

export const isHtml = (path: string): boolean => /\.html?$/i.test(path);

/** Node reads a name that is no UTF-8 with this sign in it, and finds no file by the result. */
const UNREADABLE = '\ufffd';

/** Files of tools, which no site serves. */
const isInternal = (path: string): boolean => /(?:^|\/)(?:\.git|node_modules)\//.test(path);

async function fileAt(folder: string, path: string, commitDay: string | undefined): Promise<BuildFile> {
  const { size, mtimeMs, mode } = await lstat(join(folder, path)).catch(unreadable);
  return { path, bytes: size, mtimeMs, commitDay, mode };
}

/** The byte order mark, which is no part of the text. */
export const MARK = '\ufeff';

const withoutMark = (text: string | undefined): string | undefined =>
  text?.startsWith(MARK) === true ? text.slice(MARK.length) : text;

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Refuses a build in which one of these files cannot be written, before any is.
 * @throws ConfigError
 */
export async function assertWritable(
  { folder, files, links, occupied }: Build,
  paths: readonly string[],
): Promise<void> {
  const through = paths.find((path) => links.some((link) => path === link || path.startsWith(`${link}/`)));
  if (through !== undefined)
    throw new ConfigError(`${through}: is a symbolic link; replace it by a file. Nothing was changed`);
  const taken = paths.find((path) => occupied.has(path));
  if (taken !== undefined) throw new ConfigError(`${taken}: is a folder; expected a file. Nothing was changed`);
  // The superuser may write read-only files, but their owner did not mean it.
  const locked = paths.find((path) => ((files.get(path)?.mode ?? constants.S_IWUSR) & constants.S_IWUSR) === 0);
  if (locked !== undefined)
    throw new ConfigError(`${locked}: is read-only; make it writable (chmod u+w). Nothing was changed`);
  for (const parent of new Set(paths.map((path) => dirname(join(folder, path))))) {
    const { mode } = await stat(parent);
    const isOpen = (mode & constants.S_IWUSR) !== 0 && (await isWritable(parent));
    if (!isOpen)
      throw new ConfigError(`${parent}: the folder is read-only; make it writable (chmod u+w). Nothing was changed`);
  }
}

const isWritable = (path: string): Promise<boolean> =>
  access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
