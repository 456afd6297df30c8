import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../../errors.ts';
import { type AddressList, readAddressList } from '../../logs/address-lists.ts';
import { BOT_TOKEN } from '../../scanner/ai-agents.ts';
import { quote } from '../../scanner/checks/evidence.ts';
import { AGENT_IDENTITIES } from '../../scanner/known-agents.ts';
import type { Fetcher } from '../../scanner/net/fetch-types.ts';
import { createFetcher } from '../../scanner/net/fetcher.ts';
import { VERSION } from '../../version.ts';
import { say } from '../output.ts';
import { KEY_FILE } from './signature-keys.ts';

const MAX_LIST_BYTES = 10_000_000;
const TIMEOUT_MS = 20_000;
const OLD_MS = 30 * 86_400_000;

/** Official addresses of the lists, by file name. */
const OFFICIAL = new Map(AGENT_IDENTITIES.flatMap(({ lists }) => Object.entries(lists)));

/** The lists in a folder, by file name. @throws ConfigError for a folder without any, or a list that cannot be used */
export async function readAddressLists(folder: string, nowMs: number): Promise<Map<string, AddressList>> {
  const entries = await readdir(folder).catch(() => undefined);
  if (entries === undefined)
    throw new ConfigError(
      `--ranges: there is no folder ${quote(folder)}. --refresh-ranges makes it, and gets the lists`,
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

/**
 * Gets the lists from their official addresses, over the scanner's guarded fetcher. A list that cannot be had or used
 * leaves the one that is there.
 */
export async function refreshAddressLists(
  folder: string,
  fetcher: Fetcher = createFetcher({ userAgent: `${BOT_TOKEN}/${VERSION}` }),
): Promise<void> {
  await mkdir(folder, { recursive: true });
  try {
    await Promise.all(
      [...OFFICIAL].map(async ([file, url]) => {
        const result = await fetcher.fetch({ url, maxBytes: MAX_LIST_BYTES, timeoutMs: TIMEOUT_MS });
        try {
          if (!result.ok) throw new Error(result.failure.message);
          if (result.answer.status !== 200) throw new Error(`it answers ${result.answer.status}`);
          const text = Buffer.from(result.body).toString('utf8');
          const { prefixes } = readAddressList(file, text);
          await writeFile(join(folder, file), text);
          say(`legible: ${file}: ${prefixes} prefixes`);
        } catch (error) {
          say(`legible: ${file} was not refreshed from ${url}: ${error instanceof Error ? error.message : 'unknown'}`);
        }
      }),
    );
  } finally {
    await fetcher.close();
  }
}
