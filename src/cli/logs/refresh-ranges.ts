import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DIRECTORY_PATH } from '../../auth/bot-signature/profile.ts';
import { VERSION } from '../../basics/version.ts';
import { readAddressList } from '../../logs/address-lists.ts';
import { BOT_TOKEN } from '../../scanner/ai-agents.ts';
import { AGENT_IDENTITIES } from '../../scanner/known-agents.ts';
import type { Fetcher } from '../../scanner/net/fetch-types.ts';
import { createFetcher } from '../../scanner/net/fetcher.ts';
import { pluralize } from '../../scanner/pluralize.ts';
import { say } from '../output.ts';
import { MAX_LIST_BYTES } from './address-lists.ts';
import { keyFileOf, MAX_KEY_BYTES, usableKeys } from './signature-keys.ts';

const TIMEOUT_MS = 20_000;

/** What an operator publishes, and the file that it becomes. */
interface Published {
  readonly file: string;
  readonly url: string;
  readonly maxBytes: number;
  /** Says what the bytes hold. @throws Error in trusted text where they cannot be used */
  describe(body: Uint8Array): string;
}

const ADDRESS_LISTS: readonly Published[] = AGENT_IDENTITIES.flatMap(({ lists }) =>
  Object.entries(lists).map(([file, url]) => ({
    file,
    url,
    maxBytes: MAX_LIST_BYTES,
    describe: (body) => `${readAddressList(file, Buffer.from(body).toString('utf8')).prefixes} prefixes`,
  })),
);

const KEY_DIRECTORIES: readonly Published[] = AGENT_IDENTITIES.flatMap(({ signatureHost }) =>
  signatureHost === undefined
    ? []
    : [
        {
          file: keyFileOf(signatureHost),
          url: `https://${signatureHost}${DIRECTORY_PATH}`,
          maxBytes: MAX_KEY_BYTES,
          describe: (body: Uint8Array) => pluralize(usableKeys(body).size, 'key'),
        },
      ],
);

/**
 * Gets the address lists of the operators and the key directories of the agents that sign, from their official addresses
 * over the scanner's guarded fetcher, and says of each what came. One that cannot be had or used leaves the file that is there.
 */
export async function refreshRanges(
  folder: string,
  fetcher: Fetcher = createFetcher({ userAgent: `${BOT_TOKEN}/${VERSION}` }),
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const refresh = async ({ file, url, maxBytes, describe }: Published, redirects = {}): Promise<void> => {
    const result = await fetcher.fetch({ url, maxBytes, timeoutMs: TIMEOUT_MS, ...redirects });
    try {
      if (!result.ok) throw new Error(result.failure.message);
      if (result.answer.status !== 200) throw new Error(`it answers ${result.answer.status}`);
      const found = describe(result.body);
      await writeFile(join(folder, file), result.body);
      say(`legible: ${file}: ${found}`);
    } catch (error) {
      say(`legible: ${file} was not refreshed from ${url}: ${error instanceof Error ? error.message : 'unknown'}`);
    }
  };
  try {
    await Promise.all([
      ...ADDRESS_LISTS.map((list) => refresh(list)),
      // The protocol forbids redirects here: only the host itself may answer.
      ...KEY_DIRECTORIES.map((directory) => refresh(directory, { maxRedirects: 0 })),
    ]);
  } finally {
    await fetcher.close();
  }
}
