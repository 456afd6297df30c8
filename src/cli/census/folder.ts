/** The output folder of a census: whose it is, what it was begun with, and the files in it. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { finished } from 'node:stream/promises';
import * as z from 'zod';
import { VERSION } from '../../basics/version.ts';
import { ConfigError } from '../../errors.ts';
import { isRunning } from '../../fix/changes.ts';
import { createNameSet, type NameSet } from '../../sites/census/name-set.ts';
import { readResults } from '../../sites/census/results-file.ts';
import type { CensusRow } from '../../sites/census/row.ts';
import { replaceFile } from '../replace-file.ts';
import { reasonOf } from '../scan-settings.ts';

export const FILES = {
  state: 'state.json',
  lock: 'lock',
  results: 'results.ndjson',
  skipped: 'skipped.ndjson',
  table: 'results.csv',
  schema: 'schema.json',
  statistics: 'statistics.json',
  charts: 'charts',
} as const;

/** What a census was begun with: its results are comparable only where it goes on with the same. */
const State = z.object({ pages: z.int(), rubric: z.string(), version: z.string(), begunAt: z.iso.datetime() });
export type State = z.output<typeof State>;

/** A folder that this process alone writes to, until it is released. */
export interface CensusFolder {
  readonly path: string;
  readonly state: State;
  release(): Promise<void>;
}

/**
 * @throws ConfigError where another process has the folder, where its census was begun with something else, and where
 * nothing can be written
 */
export async function openFolder(path: string, wanted: Pick<State, 'pages' | 'rubric'>): Promise<CensusFolder> {
  try {
    await mkdir(path, { recursive: true });
  } catch (cause) {
    throw new ConfigError(`--out: ${path} cannot be made (${reasonOf(cause)})`, { cause });
  }
  const lock = join(path, FILES.lock);
  await takeLock(lock, path);
  try {
    return { path, state: await stateOf(path, wanted), release: () => rm(lock, { force: true }) };
  } catch (error) {
    await rm(lock, { force: true });
    throw error;
  }
}

async function takeLock(lock: string, folder: string): Promise<void> {
  for (let tries = 0; tries < 3; tries += 1) {
    try {
      const file = await open(lock, 'wx');
      await file.writeFile(String(process.pid));
      return await file.close();
    } catch (cause) {
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST'))
        throw new ConfigError(`--out: ${folder} cannot be written (${reasonOf(cause)})`, { cause });
    }
    const owner = Number(await readFile(lock, 'utf8').catch(() => ''));
    if (isOfAnother(owner))
      throw new ConfigError(
        `--out: the census of process ${owner} writes to ${folder}. Wait for it, or use another folder`,
      );
    // Of a process that was killed.
    await rm(lock, { force: true });
  }
  throw new ConfigError(`--out: another census has just begun in ${folder}`);
}

/** A container may give a new process the number of the killed one: its own number is of no other. */
const isOfAnother = (pid: number): boolean =>
  Number.isSafeInteger(pid) && pid > 0 && pid !== process.pid && isRunning(pid);

async function stateOf(path: string, { pages, rubric }: Pick<State, 'pages' | 'rubric'>): Promise<State> {
  const file = join(path, FILES.state);
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text !== undefined) {
    const state = State.safeParse(parsed(text)).data;
    if (state === undefined) throw new ConfigError(`--out: ${file} is no state of a census; use another folder`);
    if (state.pages !== pages)
      throw new ConfigError(
        `--out: ${path} holds a census of ${state.pages} pages a host. Use --pages ${state.pages}, or another folder`,
      );
    if (state.rubric !== rubric)
      throw new ConfigError(
        `--out: ${path} holds a census by rubric ${state.rubric}, and this version scores by ${rubric}. Use another folder`,
      );
    return state;
  }
  const state: State = { pages, rubric, version: VERSION, begunAt: new Date().toISOString() };
  await replaceFile(file, `${JSON.stringify(state, null, 2)}\n`);
  return state;
}

/** The hosts that have a result. */
export async function finishedHosts(path: string): Promise<NameSet> {
  const done = createNameSet();
  for await (const { host } of rowsOf(path)) done.add(host);
  return done;
}

/** The result of each host, once. */
export async function* rowsOf(path: string): AsyncGenerator<CensusRow> {
  const seen = createNameSet();
  for await (const row of readResults(join(path, FILES.results))) if (seen.add(row.host)) yield row;
}

/** Takes results away: of hosts that are to be scanned again, and of those that want no part. @returns how many */
export async function dropResults(path: string, isDropped: (row: CensusRow) => boolean): Promise<number> {
  let dropped = 0;
  for await (const row of rowsOf(path)) if (isDropped(row)) dropped += 1;
  if (dropped === 0) return 0;
  await writeLines(join(path, FILES.results), async function* () {
    for await (const row of rowsOf(path)) if (!isDropped(row)) yield `${JSON.stringify(row)}\n`;
  });
  return dropped;
}

/** Writes a file of any length. The old file stays until the new one is whole. */
export async function writeLines(file: string, lines: () => AsyncIterable<string>): Promise<void> {
  const unfinished = `${file}.${process.pid}.new`;
  try {
    const stream = createWriteStream(unfinished);
    const end = finished(stream);
    for await (const line of lines()) {
      if (!stream.write(line)) await Promise.race([once(stream, 'drain'), end]);
    }
    stream.end();
    await end;
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
