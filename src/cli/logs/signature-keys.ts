import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type AgentKeys, readAgentKeys } from '../../auth/bot-signature/recorded.ts';
import { ConfigError } from '../../errors.ts';
import { quote } from '../../scanner/checks/evidence.ts';

/** `chatgpt.com.jwks.json`: the keys of the agent whose Signature-Agent is on that host. */
export const KEY_FILE = /^([a-z0-9-]+(?:\.[a-z0-9-]+)+)\.jwks\.json$/;
export const keyFileOf = (host: string): string => `${host}.jwks.json`;
export const MAX_KEY_BYTES = 200_000;
const MAX_FILES = 200;

/** The Ed25519 keys of a JWK Set. @throws Error in trusted text where it has none */
export function usableKeys(body: Uint8Array): AgentKeys {
  const keys = readAgentKeys(body);
  if (keys === undefined || keys.size === 0) throw new Error('no Ed25519 key: expected a JWK Set, {"keys": [...]}');
  return keys;
}

/** The keys for Web Bot Auth in a folder, by host. @throws ConfigError for a file that is no JWK Set */
export async function readSignatureKeys(folder: string): Promise<Map<string, AgentKeys>> {
  const found = new Map<string, AgentKeys>();
  for (const file of (await readdir(folder)).sort()) {
    const host = KEY_FILE.exec(file)?.[1];
    if (host === undefined) continue;
    if (found.size >= MAX_FILES) throw new ConfigError(`--ranges: more than ${MAX_FILES} files of keys`);
    const path = join(folder, file);
    if ((await stat(path)).size > MAX_KEY_BYTES)
      throw new ConfigError(`--ranges: ${quote(file)} is larger than ${MAX_KEY_BYTES / 1000} kB`);
    try {
      found.set(host, usableKeys(await readFile(path)));
    } catch (cause) {
      throw new ConfigError(`--ranges: ${quote(file)} has ${cause instanceof Error ? cause.message : ''}`, { cause });
    }
  }
  return found;
}
