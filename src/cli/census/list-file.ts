/** The file of a list of hosts: plain or gzip, or standard input. */
import { createReadStream } from 'node:fs';
import process from 'node:process';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ConfigError } from '../../errors.ts';

const STDIN = '-';

/**
 * Reads the start of a file, so that a file without a list is refused before any work.
 * @param option names the file in errors
 * @returns its bytes, unpacked; they end with a ConfigError where a gzip file is damaged further on
 * @throws ConfigError
 */
export async function openListFile(option: string, file: string): Promise<() => AsyncGenerator<Uint8Array>> {
  const open = () => bytesOf(option, file);
  // Of standard input nothing may be read ahead.
  if (file !== STDIN) for await (const _ of open()) break;
  return open;
}

async function* bytesOf(option: string, file: string): AsyncGenerator<Uint8Array> {
  const isPacked = file.endsWith('.gz');
  const source = file === STDIN ? process.stdin : createReadStream(file);
  // The loop below hears of the error.
  const stream = isPacked ? pipeline(source, createGunzip(), () => undefined) : source;
  try {
    yield* stream;
  } catch (cause) {
    const isDamaged = cause instanceof Error && 'code' in cause && String(cause.code).startsWith('Z_');
    throw new ConfigError(`${option}: ${file} ${isDamaged ? 'is no whole gzip file' : 'cannot be read'}`, { cause });
  }
}
