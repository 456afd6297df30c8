import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../../errors.ts';
import { type AddressList, readAddressList } from '../../logs/address-lists.ts';
import { quote } from '../../scanner/checks/evidence.ts';
import { AGENT_IDENTITIES } from '../../scanner/known-agents.ts';
import { say } from '../output.ts';
import { KEY_FILE } from './signature-keys.ts';

export const MAX_LIST_BYTES = 10_000_000;
const OLD_MS = 30 * 86_400_000;

/** Official addresses of the lists, by file name. */
const OFFICIAL = new Map(AGENT_IDENTITIES.flatMap(({ lists }) => Object.entries(lists)));

/** The lists in a folder, by file name. @throws ConfigError for a folder without any, or a list that cannot be used */
export async function readAddressLists(folder: string, nowMs: number): Promise<Map<string, AddressList>> {
  const entries = await readdir(folder).catch(() => undefined);
  if (entries === undefined)
    throw new ConfigError(
      `--ranges: there is no folder ${quote(folder)}. --refresh-ranges creates it and downloads the lists`,
    );
  const lists = new Map<string, AddressList>();
  for (const file of entries.filter((entry) => OFFICIAL.has(entry)).sort()) {
    const path = join(folder, file);
    const { mtimeMs, size } = await stat(path);
    if (size > MAX_LIST_BYTES) throw new ConfigError(`--ranges: ${file} is larger than ${MAX_LIST_BYTES / 1e6} MB`);
    try {
      const list = readAddressList(file, await readFile(path, 'utf8'));
      lists.set(file, { ...list, createdAt: list.createdAt ?? new Date(mtimeMs).toISOString() });
    } catch (cause) {
      throw new ConfigError(`--ranges: ${file} cannot be used: ${cause instanceof Error ? cause.message : ''}`, {
        cause,
      });
    }
    if (nowMs - mtimeMs > OLD_MS) say(`legible: ${file} is more than 30 days old; --refresh-ranges gets today's`);
  }
  if (lists.size === 0 && !entries.some((entry) => KEY_FILE.test(entry)))
    throw new ConfigError(
      `--ranges: ${quote(folder)} has none of the files ${[...OFFICIAL.keys()].join(', ')}, and no keys (HOST.jwks.json)`,
    );
  return lists;
}
