import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { ConfigError } from '../../errors.ts';
import { type LogSource, Shortened } from '../../logs/read-log.ts';
import { unpacked } from '../../logs/unpack.ts';
import { quote } from '../../scanner/checks/evidence.ts';

const CHUNK_BYTES = 256 * 1024;
const STANDARD_INPUT = '-';

/**
 * The sources that the arguments name: files, patterns with `*` and `?` in the name (oldest file first), and `-` or
 * nothing for standard input.
 * @throws ConfigError for a file that is not there, or a pattern without one
 */
export async function openLogFiles(given: readonly string[]): Promise<LogSource[]> {
  if (given.length === 0 && process.stdin.isTTY === true)
    throw new ConfigError('file: expected the files of an access log, or a log on standard input');
  const names = given.length === 0 ? [STANDARD_INPUT] : (await Promise.all(given.map(matching))).flat();
  return Promise.all(names.map((name) => (name === STANDARD_INPUT ? standardInput() : fileSource(name))));
}

const standardInput = (): LogSource => ({ name: 'standard input', chunks: unpacked(process.stdin) });

async function fileSource(file: string): Promise<LogSource> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) throw new ConfigError(`file: there is no ${quote(file)}`);
  if (found.isDirectory())
    throw new ConfigError(`file: ${quote(file)} is a folder. Name its files, e.g. '${quote(file)}/*'`);
  // A log grows while it is read: only its size at the start is read, so that reading ends. A pipe has no size.
  const chunks = found.isFile() ? chunksOf(file, found.size) : createReadStream(file, { highWaterMark: CHUNK_BYTES });
  return { name: quote(basename(file)), chunks: unpacked(chunks, file.endsWith('.br') ? 'br' : undefined) };
}

/** The first bytes of a file, all chunks in the same memory: a stream would allocate it anew for each. */
async function* chunksOf(file: string, size: number): AsyncGenerator<Uint8Array> {
  const handle = await open(file);
  try {
    const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    for (let at = 0; at < size; ) {
      const { bytesRead } = await handle.read(buffer, 0, Math.min(CHUNK_BYTES, size - at), at);
      if (bytesRead === 0) throw new Shortened();
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

async function matching(pattern: string): Promise<string[]> {
  const name = basename(pattern);
  if (!/[*?]/.test(name) || (await stat(pattern).catch(() => undefined)) !== undefined) return [pattern];
  const folder = dirname(pattern);
  const entries = await readdir(folder).catch(() => []);
  const files = await Promise.all(
    entries
      .filter((entry) => matchesName(entry, name))
      .map(async (entry) => ({
        file: join(folder, entry),
        // A link that leads nowhere: named when it is opened.
        at: (await stat(join(folder, entry)).catch(() => undefined))?.mtimeMs ?? 0,
      })),
  );
  if (files.length === 0) throw new ConfigError(`file: no file matches ${quote(pattern)}`);
  return files.sort((a, b) => a.at - b.at || (a.file < b.file ? -1 : 1)).map(({ file }) => file);
}

/** `*` is any text, `?` one character; never goes back further than the last `*`. */
function matchesName(name: string, pattern: string): boolean {
  let [at, on, star, mark] = [0, 0, -1, 0];
  while (at < name.length) {
    if (pattern[on] === '?' || (pattern[on] !== '*' && pattern[on] === name[at])) {
      at += 1;
      on += 1;
    } else if (pattern[on] === '*') {
      star = on;
      mark = at;
      on += 1;
    } else if (star >= 0) {
      on = star + 1;
      mark += 1;
      at = mark;
    } else return false;
  }
  while (pattern[on] === '*') on += 1;
  return on === pattern.length;
}
