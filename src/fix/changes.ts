import { chmod, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { defined } from '../basics/defined.ts';
import { ConfigError } from '../errors.ts';
import { assertWritable, type Build, MARK } from './build.ts';

/** Text that goes into a file at an offset of what it holds now, a byte order mark not counted. */
export interface Insertion {
  readonly at: number;
  /** The end of what the text replaces; nothing without it. */
  readonly until?: number;
  readonly text: string;
}

/** A text with its insertions, which do not overlap. @param start what their offsets begin at */
export function withInsertions(text: string, insertions: readonly Insertion[], start = 0): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { at, until = at, text: piece } of [...insertions].sort((a, b) => a.at - b.at)) {
    pieces.push(text.slice(from, start + at), piece);
    from = start + until;
  }
  return [...pieces, text.slice(from)].join('');
}

/** The planned change of one file of a build. */
export type Change =
  | { readonly kind: 'insert'; readonly path: string; readonly insertions: readonly Insertion[] }
  /** A whole file: a new one, or one of an earlier run. */
  | { readonly kind: 'write'; readonly path: string; readonly text: string; readonly mtimeMs: number };

/** The text of a file with its change. */
export async function changedText(build: Build, change: Change): Promise<string> {
  if (change.kind === 'write') return change.text;
  const text = await build.readWhole(change.path);
  // An offset is right only for the file that the plan was made for, and this tool changes no times.
  if (text === undefined || Buffer.byteLength(text) !== build.files.get(change.path)?.bytes)
    throw new ConfigError(`${change.path}: changed while it was read; run the command again. Nothing was changed`);
  const start = text.startsWith(MARK) ? MARK.length : 0;
  return withInsertions(text, change.insertions, start);
}

/** Behind the name of a file while a process writes it. Every process has its own, so that two never share a file. */
const unfinishedOf = (pid: number): string => `.${pid}.legible-fix.tmp`;
const UNFINISHED = /\.(\d{1,10})\.legible-fix\.tmp$/;

/**
 * Writes every change next to its file, then renames them all: a failure before that leaves the build as it was.
 * Changed files keep their modification time and mode. Unfinished files of a run that was killed are removed.
 * @throws ConfigError where a file cannot be written, or was changed since the plan was made
 */
export async function applyChanges(build: Build, changes: readonly Change[]): Promise<void> {
  await assertWritable(
    build,
    changes.map(({ path }) => path),
  );
  for (const path of build.files.keys()) {
    if (isAbandoned(path)) await rm(join(build.folder, path), { force: true });
  }
  const unfinished = unfinishedOf(process.pid);
  const written: string[] = [];
  try {
    for (const change of changes) {
      const target = join(build.folder, change.path);
      written.push(target);
      await writeNext(target + unfinished, await changedText(build, change), modeAndTime(build, change));
    }
  } catch (error) {
    for (const target of written) await rm(target + unfinished, { force: true });
    throw error;
  }
  for (const target of written) await rename(target + unfinished, target);
}

/** Whether a file is the unfinished one of a process that no longer runs. */
function isAbandoned(path: string): boolean {
  const pid = Number(UNFINISHED.exec(path)?.[1] ?? 0);
  return pid > 0 && (pid === process.pid || !isRunning(pid));
}

/** Whether a process of this machine runs. @param pid above 0 */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return Object(error).code === 'EPERM';
  }
}

function modeAndTime({ files }: Build, change: Change): { mode?: number; mtimeMs: number } {
  const { mode, mtimeMs } = files.get(change.path) ?? {};
  const time = change.kind === 'write' ? change.mtimeMs : (mtimeMs ?? 0);
  return { ...defined({ mode }), mtimeMs: time };
}

async function writeNext(path: string, text: string, { mode, mtimeMs }: { mode?: number; mtimeMs: number }) {
  // Never through a link that lies there, nor over a file. Not synced: a build is made again, and syncs take most of the time.
  await writeFile(path, text, { flag: 'wx' });
  if (mode !== undefined) await chmod(path, mode & 0o7777);
  await utimes(path, mtimeMs / 1000, mtimeMs / 1000);
}

const SHOWN_LINES = 40;

/** A change as a unified diff without context. Of a long new file only the first lines are shown. */
export async function diffOf(build: Build, change: Change): Promise<string> {
  const { path } = change;
  const isThere = build.files.has(path);
  const head = [isThere ? `--- a/${path}` : '--- /dev/null', `+++ b/${path}`];
  if (change.kind === 'insert') {
    const text = (await build.read(path)) ?? '';
    return [...head, ...change.insertions.flatMap((insertion) => hunk(text, insertion))].join('\n');
  }
  const removed = isThere ? linesOf((await build.read(path)) ?? '') : [];
  const added = linesOf(change.text);
  const ranges = `@@ -${removed.length === 0 ? '0,0' : `1,${removed.length}`} +1,${added.length} @@`;
  return [...head, ranges, ...marked('-', removed), ...marked('+', added)].join('\n');
}

function hunk(text: string, { at, until = at, text: inserted }: Insertion): string[] {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const line = text.slice(0, at).split('\n').length;
  const isOwnLines = start === at && inserted.endsWith('\n');
  const added = linesOf(inserted);
  if (isOwnLines) return [`@@ -${line - 1},0 +${line},${added.length} @@`, ...marked('+', added)];
  const removed = until === at ? [] : linesOf(text.slice(at, until));
  return [
    `@@ line ${line}, column ${at - start + 1} @@`,
    ...marked('-', removed),
    ...marked('+', added.filter(Boolean)),
  ];
}

const linesOf = (text: string): string[] => (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');

function marked(mark: '+' | '-', lines: readonly string[]): string[] {
  const shown = lines.slice(0, SHOWN_LINES).map((line) => mark + line);
  const rest = lines.length - shown.length;
  return rest === 0 ? shown : [...shown, `${mark} (${rest} more lines)`];
}
