import type { KeyObject } from 'node:crypto';
import { type ListedKey, readDirectoryKeys } from './directory.ts';
import { EXAMPLE_KEYS, Refused, verifyText } from './profile.ts';
import type { SignedMessage } from './signature-base.ts';
import { type BotRules, readSignature, webBotAuthSignatures } from './signatures.ts';

/** Keys of one agent by their thumbprints. */
export type AgentKeys = ReadonlyMap<string, ListedKey>;

/** The draft recommends a day at most. Without replay protection nothing has to be remembered. */
const RECORDED_RULES: BotRules = { refusedKeys: EXAMPLE_KEYS, maxLifetimeSeconds: 86_400 };

/** The Ed25519 keys of a JWK Set that was kept as a file. Undefined for text that is none. */
export const readAgentKeys = (json: Uint8Array): AgentKeys | undefined =>
  readDirectoryKeys(new URL('https://kept.invalid/keys'), {
    status: 200,
    contentType: 'application/json',
    cacheControl: undefined,
    body: json,
  });

/**
 * What the signatures of a recorded request prove, without network and without protection against replays.
 * @param atSeconds Unix time of the request: signatures and keys must be valid then
 * @param keysOf keys of the agent whose directory is on this host
 * @returns 'verified' or 'wrong' by a known key; undefined where nothing is proven
 */
export function checkRecorded(
  message: SignedMessage,
  atSeconds: number,
  keysOf: (host: string) => AgentKeys | undefined,
): 'verified' | 'wrong' | undefined {
  let isWrong = false;
  try {
    for (const labelled of webBotAuthSignatures(message)) {
      const { agentUrl, keyId, base, bytes } = readSignature(message, labelled, atSeconds, RECORDED_RULES);
      const key = validKey(keysOf(agentUrl.hostname)?.get(keyId), atSeconds);
      if (key === undefined) continue;
      if (verifyText(base, bytes, key)) return 'verified';
      isWrong = true;
    }
  } catch (error) {
    // A log may lack a covered field, or have the time of the answer: what cannot be read proves nothing.
    if (!(error instanceof Refused)) throw error;
  }
  return isWrong ? 'wrong' : undefined;
}

const validKey = (listed: ListedKey | undefined, atSeconds: number): KeyObject | undefined =>
  listed !== undefined && atSeconds >= listed.notBefore && atSeconds < listed.expires ? listed.key : undefined;
