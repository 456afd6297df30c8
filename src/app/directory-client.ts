import type { FetchDirectory } from '../auth/bot-signature/directory.ts';
import { DIRECTORY_TYPE } from '../auth/bot-signature/profile.ts';
import { defined } from '../basics/defined.ts';
import type { FetchOptions, Resolve } from '../scanner/net/fetch-types.ts';
import { createFetcher } from '../scanner/net/fetcher.ts';

const MAX_BYTES = 64 * 1024;
const TIMEOUT_MS = 2000;
const ACCEPT = `${DIRECTORY_TYPE}, application/jwk-set+json, application/json;q=0.9`;

const KEY_READER = 'LegibleKeys';

export interface DirectoryClient {
  readonly fetchDirectory: FetchDirectory;
  close(): Promise<void>;
}

/**
 * Reads the key directories of other bots with the scanner's guard: public addresses only, connected to as they were
 * checked; no redirects, 64 KB decoded, two seconds. Unsigned, because two verifiers that asked each other for their keys
 * would never end.
 * @param options of tests: trusted authorities (PEM), the permit of a private host, another deadline
 */
export function createDirectoryClient({
  baseUrl,
  version,
  resolve,
  ca,
  permit,
  timeoutMs = TIMEOUT_MS,
}: {
  baseUrl: string;
  version: string;
  resolve?: Resolve | undefined;
  ca?: string;
  permit?: FetchOptions['permit'];
  timeoutMs?: number;
}): DirectoryClient {
  const fetcher = createFetcher({
    // Not the bot's name: every request with that name is signed, and these are not.
    userAgent: `${KEY_READER}/${version} (+${baseUrl}/bot)`,
    ...defined({ resolve, ca }),
  });
  return {
    async fetchDirectory(url) {
      const result = await fetcher.fetch(
        { url: url.href, headers: { accept: ACCEPT }, maxBytes: MAX_BYTES, timeoutMs, maxRedirects: 0 },
        permit === undefined ? {} : { permit },
      );
      if (!result.ok) return undefined;
      const { status, contentType, headers } = result.answer;
      return { status, contentType, cacheControl: headers['cache-control'], body: result.body };
    },
    close: () => fetcher.close(),
  };
}
